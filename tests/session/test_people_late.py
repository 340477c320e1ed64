"""People at the table obey late what they read on their tablets, in any order, twice, or all at once."""

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from engine.bots.chance import draw
from engine.core.board import load_board
from engine.core.decisions import Chooser
from engine.core.game import Ruleset
from engine.core.ids import PieceId, Seat
from engine.core.layout import Spot
from engine.core.verdict import VerdictKind
from engine.games.registry import open_game, usual_board
from tests.session.laid_table import LaidTable, laid_out

SEATS = {"dozen_war": 4, "hero_realms": 3, "kingdom_square": 2, "quoc_chien": 6}
STEPS = 60
PEOPLE = 2
TAPS = 0.7
"""In how many steps a tablet plays something."""
ENDS = 0.1
"""How often a turn is ended while something else could be done."""
BOTH = 0.3
"""How often two people go to lay the same piece."""
THROWN = 0.5
"""How often pieces are laid together before the camera looks again."""


@dataclass(frozen=True)
class Errand:
    """A request that one person has read and is about to obey."""

    due: int
    """The number of the step when it is done."""
    piece: PieceId
    """The piece."""
    spot: Spot | None
    """How it was to lie; None: off the table."""


def opened(name: str, seed: int) -> LaidTable:
    game = open_game(name, load_board(usual_board(name)), Ruleset())
    setup = next(one for seats, one in game.openings().items() if len(seats) == SEATS[name])
    return laid_out(setup, str(seed), game)


def tap(table: LaidTable, chance: Random) -> None:
    """Have a tablet play something legal."""
    game, state = table.setting.game, table.table.match.state
    decision = game.decider(state)
    if decision.chooser is Chooser.CHANCE:
        table.act(game.format_action(draw(game, state, chance)), None)
        return
    kinds: dict[str, list[dict[str, Any]]] = {}
    for one in map(game.format_action, game.legal_actions(state)):
        kinds.setdefault(" ".join(sorted(one)), []).append(one)
    going_on = sorted(kind for kind in kinds if "end_turn" not in kind)
    ends = not going_on or chance.random() < ENDS
    action = chance.choice(kinds[chance.choice(sorted(kinds) if ends else going_on)])
    table.act(action, Seat(str(action["by"])) if action.get("by") in decision.seats else decision.seats[0])


def read(table: LaidTable, errands: list[Errand], chance: Random, due: int) -> list[Errand]:
    """Return the errands after a free person has read what is to be put."""
    verdict = table.table.current
    asked = sorted({step.piece for step in verdict.repair if step.piece}) if verdict is not None else []
    if len(errands) >= PEOPLE or not asked:
        return errands
    piece = PieceId(chance.choice(asked))
    mine = Errand(due, piece, table.layout.get(piece))
    if any(one.piece == piece and (one.spot != mine.spot or chance.random() > BOTH) for one in errands):
        return errands
    return [*errands, mine]


def taken(table: LaidTable, piece: PieceId) -> PieceId:
    """Return the card that a person takes: of a stock of like cards its topmost."""
    lies = table.lies.get(piece)
    if lies is None or not lies.piled:
        return piece
    top = [one for one, spot in table.lies.items() if spot.piled and spot.cell == lies.cell][-1]
    return top if top in table.setting.game.twins(table.table.match.state, piece) else piece


def walked(name: str, seed: int, late: int) -> LaidTable:
    """Return a table with quick tablets, and with people who are up to `late` steps behind what they read."""
    chance = Random(f"{name} {seed} {late}")  # noqa: S311 - which action, and how late
    table, errands = opened(name, seed), list[Errand]()
    for at in range(STEPS):
        if table.setting.game.decider(table.table.match.state).chooser is Chooser.NOBODY:
            break
        if chance.random() < TAPS or not errands:
            tap(table, chance)
        errands = read(table, errands, chance, at + chance.randrange(1, late + 1))
        done = [one for one in errands if one.due <= at]
        errands = [one for one in errands if one.due > at]
        chance.shuffle(done)
        thrown = chance.random() < THROWN
        for one in done:
            if one.spot != table.lies.get(one.piece):
                table.lay(taken(table, one.piece), one.spot)
                table.rest(0 if thrown else 2)
        table.rest(2 if thrown or not done else 0)
    return table


@pytest.mark.parametrize("late", range(1, 13))
@pytest.mark.parametrize("name", SEATS)
def test_a_hand_that_does_late_what_was_asked_for_is_never_warned_of(name: str, late: int) -> None:
    said = walked(name, late, late).said
    assert [one.text for one in said if one.kind is VerdictKind.ILLEGAL] == []


@pytest.mark.parametrize("name", SEATS)
def test_in_such_a_match_people_lay_pieces_and_tablets_play_on(name: str) -> None:
    table = walked(name, 1, 6)
    assert table.table.match.revision >= STEPS / 3
    assert len([one for one in table.said if one.repair]) >= 3
