"""A match as text: what is printed is parsed to the same, and the moves lead to the same match."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dashboard.commands import BAD_INPUT, DONE, MISSING, main
from engine.core.faults import InputFault
from engine.records.exports import notation_of, opening_of, play_notation
from engine.records.notation import (
    Amended,
    Line,
    Notation,
    NotedMove,
    NotedPosition,
    NotedRemark,
    Variation,
    format_notation,
    parse_notation,
)
from engine.session.matches.entries import state_hash
from engine.session.matches.journal import journals, read_journal
from engine.session.matches.journal_replay import replay
from tests.records.engines import RecordedEngine
from tests.session.playing import GAME as ROW
from tests.session.playing import Play
from tests.session.two_soldiers import GAME, SETUP

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | TEXT
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(["w.inf.1", "true", "amended", "null", "e6", "-x", "NaN"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=5,
)  # fmt: skip
OBJECTS = st.dictionaries(TEXT, VALUES, max_size=3)
SEATS = st.none() | st.from_regex(r"[A-Za-z][A-Za-z0-9_-]{0,8}", fullmatch=True)
NUMBERS = st.integers(0, 10**9 - 1)
ACTIONS = st.dictionaries(TEXT | st.sampled_from(["move", "amended", "to"]), VALUES, min_size=1, max_size=3)


def is_no_amendment(move: NotedMove) -> bool:
    """`amended WORD` is kept for amendments: no game may call an action of nobody's so."""
    return not (move.by is None and len(move.action) == 1 and isinstance(move.action.get("amended"), str))


PLAIN: st.SearchStrategy[Line] = st.one_of(
    st.builds(NotedMove, NUMBERS, SEATS, ACTIONS, TEXT).filter(is_no_amendment),
    st.builds(NotedPosition, OBJECTS, TEXT),
    st.builds(Amended, NUMBERS, TEXT, TEXT),
    st.builds(NotedRemark, TEXT),
)
LINES = st.recursive(
    PLAIN, lambda inner: st.builds(Variation, st.lists(inner, max_size=3).map(tuple)), max_leaves=6
)
HEADERS = st.lists(st.tuples(st.from_regex(r"[A-Z][A-Za-z]{0,8}", fullmatch=True), VALUES), max_size=3).map(
    tuple
)
NOTATIONS = st.builds(Notation, HEADERS, st.lists(LINES, max_size=5).map(tuple))


@settings(max_examples=100, deadline=None)
@given(notation=NOTATIONS)
def test_what_is_printed_is_parsed_to_the_same(notation: Notation) -> None:
    text = format_notation(notation)
    assert parse_notation(text) == notation
    assert format_notation(parse_notation(text)) == text


@settings(max_examples=300, deadline=None)
@given(text=st.text(st.sampled_from('[]{}=.1a: "\\\nmove to\u00e9'), max_size=40))
def test_any_text_is_either_parsed_or_refused_with_its_line(text: str) -> None:
    try:
        parsed = parse_notation(text)
    except InputFault as error:
        said = str(error)
    else:
        said = "notation: read"
        assert parse_notation(format_notation(parsed)) == parsed
    assert said.startswith("notation:")


def test_the_text_reads_as_people_would_write_it() -> None:
    notation = parse_notation(
        '[Boardwarden 1]\n[Game "dozen_war"]\n\n{A short one}\n'
        "1. west: move w.inf.1 to e6 {West infantry 1 moves}\n2. die 4\n3. west: end_turn true\n"
    )
    assert notation.lines == (
        NotedRemark("A short one"),
        NotedMove(1, "west", {"move": "w.inf.1", "to": "e6"}, "West infantry 1 moves"),
        NotedMove(2, None, {"die": 4}),
        NotedMove(3, "west", {"end_turn": True}),
    )


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("move w.inf.1 to e6", "expected a numbered move"),
        ("1. west: move w.inf.1 to", "words in pairs"),
        ("1. west: move w.inf.1 {open", "expected a comment in braces at column 23"),
        ("= 7", "expected a position"),
        ("[game dozen_war]", "expected a header"),
        ("[Game dozen_war]", "expected a JSON value"),
        ("1. a b a c", "a word of its own"),
        (")", "expected a variation to be open"),
        ("(\n1. a b", "this variation has no end"),
    ],
)
def test_a_line_that_is_none_is_named_with_what_was_expected(line: str, expected: str) -> None:
    with pytest.raises(InputFault, match=r"^notation:2: ") as refused:
        parse_notation(f"\n{line}\n")
    assert expected in str(refused.value)


def test_a_long_position_stands_on_lines_that_can_be_read() -> None:
    units = [{"piece": f"w.inf.{n}", "at": "e5", "says": "a } and a [ in it"} for n in range(30)]
    state = {"units": units, "turn": "west", "empty": [], "none": {}}
    found = Notation(
        (("Boardwarden", 1), ("Setup", state), ("Other", units)),
        (
            NotedPosition(state, "as it } stood {"),
            NotedMove(1, "west", {"end": True}),
            Variation((NotedPosition(state),)),
        ),
    )
    text = format_notation(found)
    assert max(map(len, text.splitlines())) <= 120
    assert parse_notation(text) == found


def test_variations_lie_within_each_other_so_deep_and_no_deeper() -> None:
    text = "(\n" * 50 + "1. a b\n" + ")\n" * 50
    assert parse_notation(format_notation(parse_notation(text))) == parse_notation(text)
    with pytest.raises(InputFault, match=r"^notation:51: .*at most 50 deep"):
        parse_notation(f"(\n{text})")


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    engine = RecordedEngine(tmp_path)
    engine.show()
    engine.show(w_inf_1="e6")
    engine.ask("end", action={"end_turn": True})
    engine.service.close()
    return journals(tmp_path)[0]


def exported(journal: Path, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["export", "1", "--data", str(journal.parent.parent), *words]) == DONE
    return capsys.readouterr().out


def test_an_exported_match_plays_to_the_same_position(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = exported(journal, capsys, "--to", "notation", "--secrets")
    assert "\n1. west: move w.inf.1 to e6 {" in text
    notation = parse_notation(text)
    entries = read_journal(journal).entries
    match, made = play_notation(GAME, opening_of(notation), notation)
    assert state_hash(GAME, match.state) == entries[-1].body["state_hash"]
    assert replay(GAME, tuple(made)).state == match.state


def test_an_exported_document_has_every_action(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(exported(journal, capsys, "--to", "json", "--secrets"))
    assert [one["action"] for one in document["actions"]] == [
        {"move": "w.inf.1", "to": "e6"},
        {"end_turn": True},
    ]
    assert document["actions"][0]["by"] == "west"
    assert document["final"] != document["initial"]
    assert "seed" not in document


def test_a_match_with_corrections_comes_back_from_its_text() -> None:
    play: Any = Play()
    play.put("a.1", "c2")
    play.rest()
    play.put("a.1", "c1")
    play.rest()
    assert play.table.match.revision == 2, "played, and taken back"
    notation = parse_notation(format_notation(notation_of(ROW, play.entries, secrets=True)))
    assert any(isinstance(line, Amended) for line in notation.lines)
    match, _ = play_notation(ROW, play.table.match.opening, notation)
    assert match.state == play.table.match.state


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("to e6", "to a1", "move 1: DW-"),
        ("2. west", "3. west", "move 3: expected number 2"),
        ("to e6", "to e4", "don't lead to the position"),
    ],
)
def test_a_text_that_breaks_a_rule_is_refused_at_its_move(
    old: str, new: str, said: str, journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    notation = parse_notation(exported(journal, capsys, "--to", "notation", "--secrets").replace(old, new, 1))
    with pytest.raises(InputFault) as refused:
        play_notation(GAME, opening_of(notation), notation)
    assert said in str(refused.value)


def test_an_export_goes_to_a_file_or_says_why_not(journal: Path, tmp_path: Path) -> None:
    words = ["export", "1", "--to", "notation", "--data", str(journal.parent.parent), "--out"]
    assert main([*words, str(tmp_path / "match.bwn")]) == DONE
    assert parse_notation((tmp_path / "match.bwn").read_text(encoding="utf-8")).header("Game") == "dozen_war"
    assert main([*words, str(tmp_path / "no" / "folder")]) == MISSING
    assert main([*words[:1], "9", *words[2:], "x"]) == BAD_INPUT


def test_a_match_is_imported_from_its_text_and_exports_to_the_same_moves(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = exported(journal, capsys, "--to", "notation", "--secrets")
    file, other = tmp_path / "match.bwn", tmp_path / "other"
    file.write_text(text, encoding="utf-8")
    assert main(["matches", "--import", str(file), "--data", str(other)]) == DONE
    assert main(["matches", "--verify", "--data", str(other)]) == DONE
    capsys.readouterr()
    assert exported(journals(other)[0], capsys, "--to", "notation", "--secrets") == text
    assert main(["matches", "--import", str(file), "--data", str(other)]) == BAD_INPUT
    assert "is there already" in capsys.readouterr().err


def test_a_text_that_is_no_legal_match_is_not_imported(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.bwn"
    file.write_text(
        exported(journal, capsys, "--to", "notation", "--secrets").replace("to e6", "to a1"), encoding="utf-8"
    )
    assert main(["matches", "--import", str(file), "--data", str(tmp_path / "other")]) == BAD_INPUT
    assert f"{file}: move 1: DW-" in capsys.readouterr().err
    assert not (tmp_path / "other").exists()


def with_variation(text: str, *lines: str) -> str:
    """Return a match's text with a variation after its first move."""
    head, move, rest = text.partition("\n1. west:")
    first, _, others = rest.partition("\n")
    inner = "\n".join(f"  {line}" for line in lines)
    return f"{head}{move}{first}\n(\n{inner}\n)\n{others}"


def test_a_variation_is_imported_with_its_match_and_exported_again(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played = exported(journal, capsys, "--to", "notation", "--secrets")
    better = ("1. west: move w.inf.1 to e4", "{Waits}", "(", "  1. west: move w.inf.1 to f6", ")")
    text = with_variation(played, *better, "2. west: end_turn true")
    file, other = tmp_path / "match.bwn", tmp_path / "other"
    file.write_text(text, encoding="utf-8")
    assert main(["matches", "--import", str(file), "--data", str(other)]) == DONE
    capsys.readouterr()
    assert exported(journals(other)[0], capsys, "--to", "notation", "--secrets") == text
    last = read_journal(journal).entries[-1].body["state_hash"]
    hashes = [one.body.get("state_hash") for one in read_journal(journals(other)[0]).entries]
    assert hashes[-1] == last, "a variation changes nothing"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("1. west: move w.inf.1 to a1",), "move 1: DW-"),
        (("2. west: end_turn true",), "move 2: expected number 1"),
        (("(", ")"), "before any move"),
        (("1. amended taken_back",), "only moves"),
        (("1. west: end_turn true", '= {"round": 99}'), "the moves lead elsewhere"),
    ],
)
def test_a_variation_that_could_not_be_played_is_refused(
    lines: tuple[str, ...], said: str, journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    notation = parse_notation(
        with_variation(exported(journal, capsys, "--to", "notation", "--secrets"), *lines)
    )
    with pytest.raises(InputFault) as refused:
        play_notation(GAME, opening_of(notation), notation)
    assert said in str(refused.value)


def test_a_match_that_isnt_over_is_exported_as_everybody_may_know_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    setup = {**SETUP, "hands": {"north": ["dai-dao"]}, "deck": ["khien-go"], "tokens": {"b6": ["doc-khi"]}}
    engine = RecordedEngine(tmp_path, setup=setup)
    engine.ask("end", action={"end_turn": True})
    engine.service.close()
    journal = journals(tmp_path)[0]
    for form in ("notation", "json"):
        sent = exported(journal, capsys, "--to", form)
        assert not any(card in sent for card in ("dai-dao", "khien-go", "doc-khi"))
        assert "end_turn" in sent
        assert "dai-dao" in exported(journal, capsys, "--to", form, "--secrets")
    with pytest.raises(InputFault, match="--secrets"):
        opening_of(parse_notation(exported(journal, capsys, "--to", "notation")))
