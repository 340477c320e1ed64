import copy
import pickle
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
import pytest

from engine.core.faults import InputFault
from engine.core.phrase import (
    LANGUAGES,
    SILENCE,
    Phrase,
    decode_hook,
    encode_hook,
    schema_hook,
    translated,
    unsaid,
)
from engine.core.sentences import JOINTS, Interpreter, Texts, joined
from engine.core.wording import Wording

FIRE = translated({"vi": "Lửa", "en": "Fire", "ja": "火"})


@dataclass(frozen=True, slots=True)
class Sentences:
    text: Phrase
    more: tuple[Phrase, ...] = ()
    note: Phrase = field(default_factory=unsaid)


@pytest.fixture
def texts(tmp_path: Path) -> Texts:
    files = {
        "en": 'moves: {far: "{who} moves {n:hex|hexes} to {to}"}\nname: west\nlate: "{who:capital} is late"',
        "vi": 'moves: {far: "{who} đi {n} ô tới {to}"}\nname: tây',
        "ja": 'moves: {far: "{who}は{to}へ{n}マス"}\nname: 西\nlate: "{who}は遅い"',
    }
    for language, text in files.items():
        (tmp_path / f"{language}.yaml").write_text(text, encoding="utf-8")
    return Texts("toy", tmp_path)


def test_a_sentence_reads_as_english_and_is_said_in_every_language(texts: Texts) -> None:
    phrase = texts.say("moves.far", who=texts.say("name"), n=2, to="f6")
    speaks = Interpreter((texts,))
    assert phrase == "west moves 2 hexes to f6"
    assert [speaks.said(phrase, language) for language in LANGUAGES] == [
        "west moves 2 hexes to f6",
        "tây đi 2 ô tới f6",
        "西はf6へ2マス",
    ]


def test_a_catalogue_has_what_stands_beside_the_things_it_names_and_nothing_twice(
    texts: Texts, tmp_path: Path
) -> None:
    fire = Wording((("en", "Fire burns {who}"), ("vi", "Lửa đốt {who}"), ("ja", "火が{who}を焼く")))
    more = Texts("toy", tmp_path, beside=lambda: [("cards.fire", fire)])
    speaks = Interpreter((more,))
    phrase = more.say("cards.fire", who=more.say("name"))
    assert [speaks.said(phrase, language) for language in LANGUAGES] == [
        "Fire burns west",
        "Lửa đốt tây",
        "火が西を焼く",
    ]
    assert more.keys == {*texts.keys, "cards.fire"}
    with pytest.raises(InputFault, match="name is said a second time"):
        Texts("toy", tmp_path, beside=lambda: [("name", fire)]).say("name")


def test_what_a_language_lacks_is_said_in_english(texts: Texts) -> None:
    late = texts.say("late", who=texts.say("name"))
    speaks = Interpreter((texts,))
    assert (late, speaks.said(late, "vi")) == ("West is late", "West is late")
    assert speaks.said(late, "ja") == "西は遅い"
    assert speaks.said(late, "tlh") == "West is late"
    assert Interpreter(()).said(late, "ja") == "West is late"
    assert speaks.said(Phrase("as it was", "toy.gone", (("n", 1),)), "ja") == "as it was"
    assert speaks.said(Phrase("as it was", "toy.moves.far", (("n", 1),)), "ja") == "as it was"


def test_a_phrase_keeps_only_the_facts_that_its_sentence_shows(texts: Texts) -> None:
    assert texts.say("late", who="east", hand="fire").facts == (("who", "east"),)
    with pytest.raises(KeyError):
        texts.say("late", hand="fire")
    with pytest.raises(KeyError):
        texts.say("nothing")


def test_a_name_and_a_text_that_read_alike_are_not_taken_for_each_other(texts: Texts) -> None:
    plain, name = texts.say("late", who="west"), texts.say("late", who=texts.say("name"))
    speaks = Interpreter((texts,))
    assert plain != name
    assert (speaks.said(plain, "ja"), speaks.said(name, "ja")) == ("westは遅い", "西は遅い")
    assert (plain == "West is late") is (name == "West is late") is True


def test_phrases_are_put_together_as_each_language_does() -> None:
    speaks = Interpreter(())
    both = joined((FIRE, "f6", FIRE), "or")
    assert both == "Fire, f6 or Fire"
    assert (speaks.said(both, "vi"), speaks.said(both, "ja")) == ("Lửa, f6 hoặc Lửa", "火、f6または火")
    assert joined(()) is SILENCE
    assert joined((SILENCE, FIRE)) is FIRE
    assert joined(("a", FIRE), "sentences") == "a Fire"
    with pytest.raises(KeyError):
        joined((FIRE, FIRE), "somehow")


def test_a_phrase_comes_back_from_json_and_old_plain_text_is_read(texts: Texts) -> None:
    whole = Sentences(
        texts.say("late", who=texts.say("name")), (FIRE, joined((FIRE, Phrase("x")))), Phrase("as ever")
    )
    sent = msgspec.json.encode(whole, enc_hook=encode_hook)
    back = msgspec.json.decode(sent, type=Sentences, dec_hook=decode_hook)
    assert back == whole
    assert back.text.facts == whole.text.facts
    assert Interpreter((texts,)).said(back.more[1], "ja") == "火、x"
    assert b'"note":"as ever"' in sent
    assert Phrase("West is late") == whole.text, "older records have no more than the English"
    old = msgspec.json.decode(b'{"text":"plain"}', type=Sentences, dec_hook=decode_hook)
    assert (old.text, old.text.key) == ("plain", "")


@pytest.mark.parametrize(
    "text",
    [
        b"7",
        b"null",
        b'{"say":"x"}',
        b'{"en":"a","say":1}',
        b'{"en":"a","with":[]}',
        b'{"en":"a","with":{"n":[1]}}',
        b'{"en":"a","with":{"n":' * 40 + b"1" + b"}}" * 40,
    ],
)
def test_what_is_no_phrase_is_refused(text: bytes) -> None:
    with pytest.raises(msgspec.ValidationError, match="expected a sentence"):
        msgspec.json.decode(b'{"text":' + text + b"}", type=Sentences, dec_hook=decode_hook)


def test_a_phrase_is_a_value(texts: Texts) -> None:
    phrase = texts.say("late", who=FIRE)
    assert copy.deepcopy(phrase) is phrase
    assert pickle.loads(pickle.dumps(phrase)) == phrase  # noqa: S301  # made here
    assert hash(phrase) == hash("Fire is late")
    assert type(str(phrase)) is str
    assert phrase != 7


def test_a_schema_says_how_a_phrase_comes() -> None:
    found = msgspec.json.schema(Sentences, schema_hook=schema_hook)
    ways = found["$defs"]["Sentences"]["properties"]["text"]["anyOf"]
    assert [one["type"] for one in ways] == ["string", "object"]


def test_a_catalogue_names_its_gaps(texts: Texts, tmp_path: Path) -> None:
    (tmp_path / "vi.yaml").write_text('name: "{whose}"\nmore: x', encoding="utf-8")
    assert list(texts.gaps("vi")) == [
        "toy.late: nothing in 'vi'",
        "toy.moves.far: nothing in 'vi'",
        "toy.more: only in 'vi'",
        "toy.name: 'vi' shows whose; English doesn't",
    ]
    assert [*texts.gaps("ja"), *texts.gaps("en")] == []


def test_two_owners_of_one_name_are_refused(texts: Texts) -> None:
    with pytest.raises(InputFault, match="what is 'toy's"):
        Interpreter((texts, texts))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_puts_things_together(language: str) -> None:
    assert set(JOINTS.gaps(language)) <= {
        f"join.{key}_last: nothing in '{language}'" for key in ("and", "or")
    }
