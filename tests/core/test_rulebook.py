"""A game's rules for people, as a file says them."""

from pathlib import Path

import pytest

from engine.core.faults import InputFault
from engine.core.ids import RuleId
from engine.core.rulebook import read_rulebook

BOOK = """\
book: {en: The Book, ja: 本}
left_open: {en: Left open., ja: 未定。}
places:
  moving: {en: 1. Moving, ja: 1. 移動}
rules:
  XX-1: {place: moving, en: One hex., ja: 1マス。}
  XX-1.1: {place: moving, reading: far, en: Two hexes., ja: 2マス。}
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "rules.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_rule_has_a_sentence_and_a_place_in_each_language(tmp_path: Path) -> None:
    book = read_rulebook(written(tmp_path, BOOK))
    assert book.languages == ("en", "ja")
    assert list(book.rules) == ["XX-1", "XX-1.1"]
    rule = book.rules[RuleId("XX-1.1")]
    assert (rule.id, rule.reading) == ("XX-1.1", "far")
    assert rule.sentence.said_in("ja") == "2マス。"
    assert rule.place.said_in("en") == "1. Moving"
    assert rule.sentence.said_in("vi") == "Two hexes."


@pytest.mark.parametrize(
    ("piece", "instead", "says"),
    [
        ("One hex., ja: 1マス。", "One hex.", ":6: XX-1: the key 'ja' is missing; found place, en"),
        ("1. Moving, ja: 1. 移動", "1. Moving", ":4: moving: the key 'ja' is missing; found en"),
        ("{place: moving, en", "{place: digging, en", ":6: place: expected one of moving; found 'digging'"),
        ("{place: moving, en", "{en", ":6: XX-1: the key 'place' is missing"),
        ("reading: far, en: Two hexes.", "reading: far, en: ''", ":7: en: expected text, found nothing"),
        ("rules:\n", "  digging: {en: 2, ja: 2}\nrules:\n", ":5: en: expected text, found 2"),
        ("rules:\n", "  digging: {en: Dig, ja: 掘る}\nrules:\n", ":5: digging: no rule has this place"),
        ("left_open", "leftopen", ":2: leftopen: unknown key; expected one of book, left_open"),
    ],
)
def test_a_broken_rulebook_is_refused_with_its_line(
    tmp_path: Path, piece: str, instead: str, says: str
) -> None:
    assert piece in BOOK
    with pytest.raises(InputFault) as caught:
        read_rulebook(written(tmp_path, BOOK.replace(piece, instead, 1)))
    assert says in str(caught.value)


QUESTIONS = f"""\
{BOOK}questions:
  discard: {{rule: XX-1, en: Which one?, ja: どれ。}}
  choose: {{open: true, en: What?, ja: 何。}}
"""


def test_a_question_says_what_is_asked_and_by_which_rule(tmp_path: Path) -> None:
    asked = read_rulebook(written(tmp_path, QUESTIONS)).questions
    assert (asked["discard"].sentence.said_in("ja"), asked["discard"].rule) == ("どれ。", "XX-1")
    assert (asked["choose"].sentence.said_in("en"), asked["choose"].rule) == ("What?", None)
    assert (asked["discard"].open, asked["choose"].open) == (False, True)


@pytest.mark.parametrize(
    ("piece", "instead", "says"),
    [
        ("rule: XX-1,", "rule: XX-9,", ":9: rule: expected one of XX-1, XX-1.1; found 'XX-9'"),
        ("Which one?, ja: どれ。", "Which one?", ":9: discard: the key 'ja' is missing"),
    ],
)
def test_a_broken_question_is_refused_with_its_line(
    tmp_path: Path, piece: str, instead: str, says: str
) -> None:
    with pytest.raises(InputFault) as caught:
        read_rulebook(written(tmp_path, QUESTIONS.replace(piece, instead, 1)))
    assert says in str(caught.value)
