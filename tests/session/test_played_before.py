"""A hand lays a piece, its player's tablet ends the turn at once, and pictures of it come after that."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.bus.messages.commands import Command, CommandKind
from engine.core.board import load_board
from engine.core.game import Ruleset
from engine.core.ids import Cell, PieceId, Seat, Seconds
from engine.core.layout import Layout, Spot
from engine.core.verdict import Verdict, VerdictKind
from engine.games.registry import open_game
from engine.session.matches.match import open_match
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.table import Table, setting_of, table_of
from engine.session.playing.table_events import happen
from tests.session.laid_table import GAME, LaidTable, laid_out
from tests.session.seeing import look_at, shown
from tests.session.test_people_late import opened, tap

ONE, TWO = Seat("p1"), Seat("p2")
RUBY, DAGGER = PieceId("ruby#1"), PieceId("dagger#1")
IN_PLAY = Spot(Cell("p1.play"), sideways=False)
END = {"end_turn": True}
LATENESS = range(13)
"""How many plays of the rival the pictures come after."""


def with_ruby() -> LaidTable:
    """Return a table whose first player holds a ruby; the rival has twelve cards to play."""
    mine = {"hand": ["ruby"], "deck": ["gold"] * 4 + ["dagger"] * 2}
    rival = {"hand": ["gold"] * 12, "deck": ["gold"] * 6}
    return laid_out({"players": {"p1": mine, "p2": rival}})


def play_on(table: LaidTable, plays: int) -> None:
    """Have the rival's tablet play cards, which no hand lays yet."""
    for _ in range(plays):
        legal = [GAME.format_action(one) for one in GAME.legal_actions(table.table.match.state)]
        table.act(next(one for one in legal if "play" in one), TWO)


@pytest.mark.parametrize("late", LATENESS)
def test_a_card_laid_before_the_turn_ended_is_played_before_its_end_however_late_it_shows(late: int) -> None:
    table = with_ruby()
    table.lay(RUBY, IN_PLAY)
    pictures = table.pictures()
    table.now -= 1.0
    table.act(END, ONE)
    play_on(table, late)
    table.now += 1.0
    for look in pictures:
        table.take(look)
    assert table.warnings == []
    played = [one.action for verdict in table.said for one in verdict.actions]
    assert {"play": "ruby#1", "by": "p1"} in played
    assert GAME.decider(table.table.match.state).seats == (TWO,)
    assert table.layout[RUBY].cell == "p1.discard"
    table.rest()
    assert table.warnings == []


@pytest.mark.parametrize("late", LATENESS)
def test_a_card_laid_after_the_turn_ended_is_warned_of(late: int) -> None:
    table = with_ruby()
    table.act(END, ONE)
    pictures = table.pictures()
    table.lay(RUBY, IN_PLAY)
    pictures += table.pictures()
    play_on(table, late)
    for look in pictures:
        table.take(look)
    assert VerdictKind.ILLEGAL in [one.kind for one in table.warnings]


@pytest.mark.parametrize("late", LATENESS)
def test_a_card_that_nobody_could_play_is_warned_of_though_it_was_laid_before_the_turn_ended(
    late: int,
) -> None:
    table = with_ruby()
    table.lay(DAGGER, IN_PLAY)
    pictures = table.pictures()
    table.now -= 1.0
    table.act(END, ONE)
    play_on(table, late)
    for look in pictures:
        table.take(look)
    assert VerdictKind.ILLEGAL in [one.kind for one in table.warnings]


class SlowTable:
    """A table of Dozen War with a slow camera."""

    def __init__(self) -> None:
        self.game: Any = open_game("dozen_war", load_board("mativen"), Ruleset())
        setup = next(one for seats, one in self.game.openings().items() if len(seats) == 4)
        opening = MatchOpening("m", Seconds(0.0), "dozen_war", "mativen", "", setup, seed="1")
        match, _ = open_match(self.game, opening)
        self.setting = setting_of(self.game, match.state, None)
        self.table: Table[Any, Any] = table_of(self.setting, match)
        self.said: list[Verdict] = []
        self.now = 0.0
        self.look(self.layout)

    @property
    def layout(self) -> Layout:
        return dict(self.game.layout(self.table.match.state))

    def take(self, what: Any) -> None:
        step = happen(self.setting, self.table, what, self.now)
        self.table, self.said = step.table, [*self.said, *step.verdicts]

    def look(self, layout: Layout) -> None:
        for _ in range(3):
            self.now += 0.5
            self.take(look_at(shown(layout), self.now))

    def end_turn(self) -> None:
        (seat,) = self.game.decider(self.table.match.state).seats
        revision, at = self.table.match.revision, Seconds(self.now)
        self.take(Command(f"end {at}", CommandKind.ACT, revision, seat=seat, action=END, taken_at=at))

    def moved(self) -> tuple[PieceId, Layout]:
        """Return a piece that may move, and the table with it moved."""
        state = self.table.match.state
        move = next(one for one in self.game.legal_actions(state) if "move" in self.game.format_action(one))
        return PieceId(self.game.format_action(move)["move"]), dict(
            self.game.layout(self.game.apply(state, move))
        )

    @property
    def warned(self) -> list[VerdictKind]:
        return [one.kind for one in self.said if one.kind in (VerdictKind.ILLEGAL, VerdictKind.AMBIGUOUS)]


@pytest.mark.parametrize("late", [1, 4, 12])
def test_a_unit_that_moved_before_the_turn_ended_has_moved_in_it(late: int) -> None:
    table = SlowTable()
    piece, after = table.moved()
    table.now += late  # what the camera saw meanwhile comes later
    turn = table.game.view(table.table.match.state, None).turn
    table.end_turn()
    table.now -= late
    table.look(after)
    assert table.warned == []
    assert table.layout[piece].cell == after[piece].cell
    assert table.game.view(table.table.match.state, None).turn != turn


def test_a_unit_that_moves_after_the_turn_has_ended_is_warned_of() -> None:
    table = SlowTable()
    before = table.layout
    piece, after = table.moved()
    table.end_turn()
    table.look(before)
    table.look({**before, piece: replace(after[piece])})
    assert table.warned == [VerdictKind.ILLEGAL]


def test_a_unit_that_went_too_far_before_the_turn_ended_is_warned_of() -> None:
    table = SlowTable()
    piece, _ = table.moved()
    cells = {spot.cell for spot in table.layout.values()}
    reached = {
        str(table.game.format_action(one).get("to"))
        for one in table.game.legal_actions(table.table.match.state)
    }
    far = next(
        cell for cell in load_board("mativen").surface.cells if cell not in cells and cell not in reached
    )
    before = table.layout
    table.end_turn()
    table.look({**before, piece: replace(before[piece], cell=far)})
    assert table.warned == [VerdictKind.ILLEGAL]


def explored(seed: int, *, answered: bool) -> tuple[LaidTable, dict[str, Any]]:
    """Return a table of KingdomSquare, and a unit's move that hides the land that it may have explored.

    A hand has moved the unit, its player's tablet has ended the turn, and looks show the move only now.
    `answered`: the rival may answer the move.
    """
    table, chance = opened("kingdom_square", seed), Random(seed)  # noqa: S311 - which action
    game, found = table.setting.game, None
    while found is None:
        tap(table, chance)
        found = _exploring(game, table.table.match.state, answered=answered)
    table.lies = dict(table.layout)
    table.rest(5)
    move, after = found
    seat = game.decider(table.table.match.state).seats[0]
    for piece, spot in after.items():
        table.lay(piece, spot)
    table.said.clear()
    pictures = table.pictures()
    table.now -= 1.0
    table.act(END, seat)
    table.now += 1.0
    for look in pictures:
        table.take(look)
    return table, move


def _exploring(game: Any, state: Any, *, answered: bool) -> tuple[dict[str, Any], Layout] | None:
    """Return a move of one step that explores, and the table after it."""
    for action in game.legal_actions(state) if game.decider(state).kind == "turn" else ():
        said = game.format_action(action)
        if said.get("explore") != said.get("path", ()) or len(said["path"]) != 1:
            continue
        after = game.apply(state, action)
        ends = any("end_turn" in game.format_action(one) for one in game.legal_actions(after))
        if ends is not answered:
            return said, game.layout(after)
    return None


def answer(table: LaidTable, move: dict[str, Any]) -> list[dict[str, Any]]:
    """Answer a question by a move; return the actions that are played then."""
    asked = next(one for one in table.warnings if one.kind is VerdictKind.AMBIGUOUS)
    choices = [line[0].action for line in asked.candidates]
    choice = next(at for at, one in enumerate(choices) if one.get("explore") == move["explore"])
    table.said.clear()
    table.take(Command("answer", CommandKind.CHOOSE, table.table.match.revision, choice=choice))
    return [one.action for verdict in table.said for one in verdict.actions]


def test_where_several_plays_fit_before_the_end_the_players_are_asked_and_play_goes_on() -> None:
    table, move = explored(3, answered=False)
    state, decider = table.table.match.state, table.setting.game.decider
    table.rest(6)
    assert [one.kind for one in table.warnings] == [VerdictKind.AMBIGUOUS]
    assert table.table.match.state == state
    played = answer(table, move)
    assert played[0] == move
    assert "end_turn" in played[1]
    assert decider(table.table.match.state) == decider(state)
    assert table.warnings == []


def test_a_question_about_what_was_played_before_the_end_stays_while_the_next_player_plays() -> None:
    table, move = explored(3, answered=False)
    chance = Random(1)  # noqa: S311 - which action
    revision = table.table.match.revision
    while table.table.match.revision < revision + 2:
        tap(table, chance)
    table.rest(8)
    assert VerdictKind.ILLEGAL not in [one.kind for one in table.warnings]
    assert answer(table, move)[0] == move


def test_the_end_of_a_turn_is_taken_back_if_somebody_may_answer_what_was_played_before_it() -> None:
    table, move = explored(1, answered=True)
    table.rest(6)
    assert [one.kind for one in table.warnings] == [VerdictKind.AMBIGUOUS]
    assert answer(table, move) == [move]
    assert table.setting.game.decider(table.table.match.state).kind == "respond"
    assert table.warnings == []
