"""Content: effects read from data, worded in every language, documented from their types; counters."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.document import entry_of, read_document
from engine.core.faults import CallerFault, InputFault
from engine.core.sentences import Interpreter
from engine.kit.content.page import with_parts, write_parts
from engine.kit.content.records import HEAD_OPTIONAL, HEAD_REQUIRED, Head, read_head, read_records
from engine.kit.content.vocabulary import Says, parameters_of
from engine.kit.counters import Counters
from tests.bazaar.content import WORDS, Either, Gain, Judge, Rob, Take, cards
from tests.bazaar.texts import TEXTS


class Treasure(StrEnum):
    GOLD = "gold"


if TYPE_CHECKING:  # mypy reports an ignore that nothing needs: these lines must stay wrong

    def misspelt(counters: Counters[Treasure]) -> None:
        counters["p1", "glod"]  # type: ignore[index]  # nothing of that name is counted
        counters.plus("p1", "glod", 1)  # type: ignore[arg-type]  # as above
        counters.without(what="glod")  # type: ignore[arg-type]  # as above


def test_a_counter_that_is_named_by_an_enum_is_read_by_the_name_that_journals_write() -> None:
    none: Counters[Treasure] = Counters()
    some = none.plus("p1", Treasure.GOLD, 2)
    assert some.dump() == [["p1", "gold", 2]]
    loaded: Counters[Treasure] = Counters.load(some.dump())
    assert loaded["p1", Treasure.GOLD] == 2


def test_a_cards_text_is_made_from_its_effects_in_every_language() -> None:
    said = WORDS.texts((Gain(1), Either(((Gain(1),), (Take(2), Rob(3))))))
    in_words = Interpreter((TEXTS,))
    assert said == (
        "Take 1 gold. Choose one: Take 1 gold., or Draw 2 cards. "
        "Take 3 gold from another player, unless a guard is played."
    )
    assert in_words.said(said, "vi") == (
        "Lấy 1 vàng. Chọn một: Lấy 1 vàng., hay Rút 2 lá. Lấy 3 vàng của người khác, trừ khi có lính gác."
    )
    assert "金貨を1枚得る。" in in_words.said(said, "ja")


@pytest.mark.parametrize("language", ["vi", "ja"])
def test_every_effect_and_sentence_is_said_in_every_language(language: str) -> None:
    assert list(TEXTS.gaps(language)) == []
    assert {f"effects.{word}" for word in WORDS.words} <= TEXTS.keys


def test_every_effect_of_every_card_has_a_text_without_gaps() -> None:
    for record in cards().values():
        text = WORDS.texts((*record.play, *record.use))
        assert "{" not in text
        assert bool(text) == bool(record.play or record.use)


def test_a_word_may_be_written_short_if_it_has_one_parameter() -> None:
    assert WORDS.parse(entry_of([{"gain": 2}, {"judge": {"gold": 3}}])) == (Gain(2), Judge(3))


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("[{gift: 2}]", "3: gift: no such effect; expected one of gain, rob"),
        ("[{gain: 10}]", "expected a whole number from 1 to 9, found 10"),
        ("[{gain: {gold: 1, silver: 2}}]", "silver: unknown key"),
        ("[{gain: {}}]", "the key 'gold' is missing"),
        ("[{gain: 1, rob: 1}]", "expected one word with its parameters"),
        ("[{gain: [1]}]", "expected a whole number"),
        ("[{either: {ways: [[{gift: 1}]]}}]", "no such effect"),
    ],
)
def test_what_no_effect_says_is_refused_with_file_and_line(tmp_path: Path, written: str, said: str) -> None:
    file = tmp_path / "pack.yaml"
    file.write_text(f"\n\nplay: {written}\n", encoding="utf-8")
    with pytest.raises(InputFault) as refused:
        WORDS.parse(read_document(file).mapping()["play"])
    assert f"{file}:3:" in str(refused.value)
    assert said in str(refused.value).replace(f"{file}:", "")


RECORD = "{slug: lamp, names: {en: Lamp, vi: Đèn, ja: ランプ}, origin: house, copies: 3}"


def read(entry: Any) -> tuple[str, Head]:
    head = read_head(entry.fields(required=HEAD_REQUIRED, optional=HEAD_OPTIONAL))
    return head.slug, head


def test_a_record_has_a_slug_names_an_origin_and_copies(tmp_path: Path) -> None:
    file = tmp_path / "cards.yaml"
    file.write_text(f"cards:\n  - {RECORD}\n", encoding="utf-8")
    head = read_records(file, "cards", read)["lamp"]
    assert (head.copies, head.origin, head.label, head.names.vi) == (3, "house", "Lamp", "Đèn")


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([RECORD, RECORD], "3: cards: the slug 'lamp' already stands in line 2"),
        ([RECORD.replace("lamp", "Lamp!")], "2: slug: expected lower-case letters"),
        ([RECORD.replace("origin: house", "origin: found")], "expected one of printed, remake, house"),
        ([RECORD.replace(", ja: ランプ", "")], "the key 'ja' is missing"),
        ([RECORD.replace("copies: 3", "copies: 0")], "from 1 to 99"),
    ],
)
def test_a_broken_record_is_refused_with_file_and_line(tmp_path: Path, rows: list[str], said: str) -> None:
    file = tmp_path / "cards.yaml"
    file.write_text("cards:\n" + "".join(f"  - {row}\n" for row in rows), encoding="utf-8")
    with pytest.raises(InputFault) as refused:
        read_records(file, "cards", read)
    assert said in str(refused.value).replace(f"{file}:", "")


def test_the_vocabularys_page_has_every_word_with_its_meaning_and_bounds(tmp_path: Path) -> None:
    table = WORDS.table()
    assert "| `rob` | `gold`: gold (1 to 9) | Take gold from the seat" in table
    assert len(table.splitlines()) == len(WORDS.words) + 2
    page = tmp_path / "page.md"
    page.write_text(
        "a\n<!-- words: begin (made from the code) -->\n<!-- words: end -->\nz\n", encoding="utf-8"
    )
    write_parts(page, {"words": table})
    written = page.read_text(encoding="utf-8")
    assert table in written
    assert with_parts(written, {"words": table}) == written
    with pytest.raises(InputFault, match="around the others part"):
        write_parts(page, {"others": ""})


@dataclass(frozen=True)
class Silent:
    kind: int


def test_a_parameter_that_says_nothing_is_our_fault() -> None:
    with pytest.raises(CallerFault, match=r"Silent\.kind"):
        parameters_of(Silent, Says)


KEYS = st.tuples(st.sampled_from(["p1", "p2", "king"]), st.sampled_from(["gold", "health"]))


@given(st.dictionaries(KEYS, st.integers(-9, 9)), KEYS, st.integers(-9, 9))
def test_counters_add_up_load_as_dumped_and_forget_noughts(
    numbers: dict[tuple[str, str], int], key: tuple[str, str], more: int
) -> None:
    counters: Counters[str] = Counters.of(numbers)
    assert all(counters[one] == number for one, number in numbers.items())
    assert counters.plus(*key, more)[key] == counters[key] + more
    assert counters.plus(*key, more).plus(*key, -more) == counters
    assert counters.plus(*key, more, least=0)[key] == max(0, counters[key] + more)
    assert Counters.load(counters.dump()) == counters
    assert counters.without(whose=key[0], what=key[1])[key] == 0
    assert all(whose != "p1" for (whose, _), _ in counters.without(whose="p1").kept)
    with pytest.raises(InputFault):
        Counters.load([["p1", "gold"]])
