"""The readings of the rulebook as options: their names, defaults and how they are written."""

from pathlib import Path

import pytest

from engine.core.board import Board, load_board
from engine.core.document import entry_of
from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.core.options import read_options
from engine.core.phrase import LANGUAGES
from engine.games.dozen_war.game import DozenWar
from engine.games.dozen_war.options import CHOICES, default_options, readings


def test_the_default_readings_are_those_of_the_rules_page() -> None:
    assert default_options() == {name: values[0] for name, values in CHOICES.items()}


def test_every_reading_has_an_alternative() -> None:
    assert all(len(values) >= 2 for values in CHOICES.values())


@pytest.mark.parametrize(
    ("ruleset", "message"),
    [
        (Ruleset(options={"gravity": "on"}), "no option 'gravity'; expected one of volcano_is_mountain"),
        (Ruleset(options={"tie": "coin toss"}), "option tie: expected one of 'count', 'shared'"),
        (Ruleset(content="space"), "no content pack 'space'; expected one of house"),
    ],
)
def test_a_ruleset_that_names_what_does_not_exist_is_refused(
    board: Board, ruleset: Ruleset, message: str
) -> None:
    with pytest.raises(InputFault, match=message):
        DozenWar(board, ruleset)


def test_an_option_may_be_written_as_yaml_reads_it(board: Board) -> None:
    game = DozenWar(board, Ruleset(options={"volcano_is_mountain": "False"}))
    state = game.initial(entry_of({"seats": ["west", "north"], "pieces": {"w.inf.1": {"at": "f6"}}}))
    climb = game.parse_action(entry_of({"move": "w.inf.1", "to": "g6"}))
    assert [str(one.rule) for one in game.violations(state, climb)] == ["DW-1.2"]


def test_what_the_book_knows_is_offered_first() -> None:
    offered = {one.name: tuple(one.values) for one in readings()}
    assert offered["generals"] == ("draft", "random", "fixed")
    assert offered["turn_order"] == ("dice", "given")
    assert offered["dice_order"] == ("rolls", "seats")


def test_a_duel_asks_of_no_castle_volcano_or_mountain() -> None:
    whole, duel = (DozenWar(load_board(name), Ruleset()).readings() for name in ("mativen", "duel"))
    assert {one.name for one in whole} == set(CHOICES)
    asked = {one.name for one in duel}
    assert [name for name in CHOICES if name not in asked] == [
        "volcano_is_mountain",
        "castle_full",
        "castle_guards",
        "castle_entry",
        "castle_splash",
        "archer_over_mountain",
        "warp_opens",
        "volcano_token",
        "event_time",
        "merit_after",
    ]
    assert {"generals", "turn_order", "skills"} <= asked


def test_every_reading_is_explained_in_every_language() -> None:
    assert {one.name: sorted(one.values) for one in readings()} == {
        name: sorted(values) for name, values in CHOICES.items()
    }
    for one in readings():
        assert one.asks.languages == LANGUAGES
        assert {said.languages for said in one.values.values()} == {LANGUAGES}
        assert one.under is None or one.under.languages == LANGUAGES


def test_a_reading_stands_under_the_heading_before_it(tmp_path: Path) -> None:
    said = "en: x, vi: x, ja: x, 'on': {en: x, vi: x, ja: x}"
    path = tmp_path / "readings.yaml"
    path.write_text(f"a: {{{said}}}\nb: {{{said}, under: {{en: B, vi: B, ja: B}}}}\nc: {{{said}}}\n")
    found = read_options(path, dict.fromkeys("abc", ("on",)))
    assert [one.under and one.under.en for one in found] == [None, "B", "B"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: {en: x, vi: x, ja: x, 'on': {en: x, vi: x, ja: x}}", "'off' is missing"),
        ("a: {en: x, vi: x, 'on': {en: x, vi: x, ja: x}, 'off': {en: x, vi: x, ja: x}}", "'ja' is missing"),
        ("b: {en: x}", "unknown key"),
        ("a: {en: x, vi: x, ja: x, under: {en: x}, 'on': {en: x, vi: x, ja: x}, 'off': {en: x}}", "'vi' is"),
    ],
)
def test_a_reading_that_is_not_explained_is_refused(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "readings.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputFault, match=said):
        read_options(path, {"a": ("on", "off")})
