"""Whole turns under random doubts elsewhere on the board, which don't change any verdict.

Cells are unsure for a while, pieces in them are unread, edges are unknown; then it passes. Doubts have a
seed, so a match that fails once always fails.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.core.board import load_board
from engine.core.device_events import ButtonPress, DeviceEvent
from engine.core.document import entry_of
from engine.core.game import Game, Ruleset
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Spot
from engine.core.observations import Look
from engine.core.verdict import Verdict
from engine.games.registry import open_game
from engine.session.matches.match import open_match
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.reports import finish, report, see
from engine.session.playing.table import Table, setting_of, table_of
from tests.session.seeing import look_at, shown

BOARD = load_board("mativen")
SETUP = {
    "seats": ["south", "east"],
    "turn": "south",
    "round": 2,
    "pieces": {
        "s.arc.1": {"at": "h4"},
        "s.cav.1": {"at": "g4"},
        "s.cav.2": {"at": "f3"},
        "s.inf.1": {"at": "i5"},
        "s.inf.2": {"at": "e1"},
        "e.inf.1": {"at": "i6"},
        "e.cav.1": {"at": "l8"},
        "e.inf.2": {"at": "m8"},
        "e.arc.1": {"at": "l10"},
    },
    "castles": {},
}
SCRIPT: tuple[dict[str, Any], ...] = (
    {"move": "s.arc.1", "to": "i4"},
    {"move": "s.cav.1", "to": "h6"},
    {"attack": "s.inf.1", "target": "e.inf.1"},
    {"end_turn": True},
    {"move": "e.cav.1", "to": "j6"},
    {"attack": "e.inf.1", "target": "s.cav.1"},
)
WRONG = (PieceId("s.cav.2"), Cell("g2"))
"""After the second play a cavalryman climbs a mountain, which it can't, and is put back."""

FAR = tuple(map(Cell, ("a1", "b1", "e1", "m8", "l10", "b6", "g10", "e8", "a8", "d11", "k10", "b3")))
"""Cells that no play of the script concerns: empty ones, mountains, pieces that stay in place."""

NEAR = tuple(map(Cell, ("h4", "i4", "g4", "h6", "i5", "i6", "l8", "j6", "f3", "g2")))


_CLEAR = 5
"""The number of looks without doubts at the end."""


class Shown:
    """The script as a perfect reader sees it: two looks with a hand, four at rest, half a second apart."""

    def __init__(self) -> None:
        self.game: Game[Any, Any] = open_game("dozen_war", BOARD, Ruleset())
        match, _ = open_match(self.game, MatchOpening("m", Seconds(0.0), "dozen_war", "mativen", "", SETUP))
        self.match = match
        self.looks: list[Look] = []
        self.events: list[DeviceEvent] = []
        self._spots: dict[PieceId, Spot] = dict(shown(self.game.layout(match.state)))
        self._rest(4)
        state = match.state
        for number, entry in enumerate(SCRIPT):
            if number == 2:
                home = self._spots[WRONG[0]]
                mountain = self._spots[PieceId("mountain.g2")]
                self._put({WRONG[0]: replace(home, cell=WRONG[1]), PieceId("mountain.g2"): None})
                self._put({WRONG[0]: home, PieceId("mountain.g2"): mountain})
            action = self.game.parse_action(entry_of(entry))
            before, state = shown(self.game.layout(state)), self.game.apply(state, action)
            after = shown(self.game.layout(state))
            if "end_turn" in entry:
                at = Seconds(self.looks[-1].taken_at)
                self.events.append(DeviceEvent("pad.south", at, ButtonPress("end_turn")))
                self._rest(2)
                continue
            changed = {one for one in before.keys() | after.keys() if before.get(one) != after.get(one)}
            self._put({one: after.get(one) for one in changed})
        self.final = state
        self._rest(8)

    def _put(self, changes: dict[PieceId, Spot | None]) -> None:
        cells = {
            spot.cell
            for one, to in changes.items()
            for spot in (self._spots.get(one), to)
            if spot is not None
        }
        for piece, spot in changes.items():
            self._spots.pop(piece, None)
            if spot is not None:
                self._spots[piece] = spot
        bare = {one: spot for one, spot in self._spots.items() if spot.cell not in cells}
        for _ in range(2):
            self._look(bare, steady=False, blind=sorted(cells))
        self._look(self._spots, steady=False)
        self._rest(3)

    def _rest(self, looks: int) -> None:
        for _ in range(looks):
            self._look(self._spots)

    def _look(self, spots: dict[PieceId, Spot], *, steady: bool = True, blind: Sequence[str] = ()) -> None:
        at = 0.5 * (len(self.looks) + 1)
        self.looks.append(look_at(spots, at, steady=steady, blind=blind))

    def judged(self, looks: Sequence[Look]) -> tuple[list[Verdict], Table[Any, Any]]:
        """Return the events of the looks, with the presses between them, and the table at the end."""
        setting = setting_of(self.game, self.match.state, None)
        table: Table[Any, Any] = table_of(setting, self.match)
        sent: list[Verdict] = []
        events = list(self.events)
        for look in looks:
            while events and events[0].taken_at <= look.taken_at:
                step = report(setting, table, events.pop(0), 0.0)
                table, sent = step.table, [*sent, *step.verdicts]
            step = see(setting, table, look)
            table, sent = step.table, [*sent, *step.verdicts]
        step = finish(setting, table)
        return [*sent, *step.verdicts], step.table


@pytest.fixture(scope="module")
def match() -> Shown:
    return Shown()


def doubted(looks: Sequence[Look], chance: Random, cells: Sequence[Cell], kinds: Sequence[str]) -> list[Look]:
    """Return looks with doubts about some cells, each for a while. The last looks are clear."""
    windows = []
    for _ in range(chance.randint(1, 4)):
        start = chance.randrange(len(looks) - _CLEAR)
        end = min(start + chance.randint(2, 12), len(looks) - _CLEAR)
        some = frozenset(chance.sample(cells, chance.randint(1, 5)))
        windows.append((start, end, some, chance.choice(kinds)))
    return list(_doubted(looks, chance, windows))


def _doubted(
    looks: Sequence[Look], chance: Random, windows: Sequence[tuple[int, int, frozenset[Cell], str]]
) -> Iterator[Look]:
    for number, look in enumerate(looks):
        seen, unsure, blind = list(look.pieces.seen), set(look.cells.unsure), set(look.cells.blind)
        for start, end, cells, kind in windows:
            if not start <= number < end:
                continue
            match kind:
                case "unsure":
                    unsure |= cells
                case "unread":
                    unsure |= cells
                    seen = [one for one in seen if one.cell not in cells or chance.random() < 0.3]
                case "edge":
                    seen = [replace(one, edge=None) if one.cell in cells else one for one in seen]
                case _:
                    blind |= cells
                    seen = [one for one in seen if one.cell not in cells]
        yield replace(
            look,
            pieces=replace(look.pieces, seen=tuple(seen)),
            cells=replace(look.cells, unsure=tuple(sorted(unsure - blind)), blind=tuple(sorted(blind))),
        )


def said(sent: Sequence[Verdict]) -> list[tuple[str, list[dict[str, Any]]]]:
    return [(str(one.kind), [action.action for action in one.actions]) for one in sent]


def played(sent: Sequence[Verdict]) -> list[dict[str, Any]]:
    return [action.action for one in sent for action in one.actions]


def test_with_perfect_eyes_the_script_is_judged_in_order_and_the_wrong_climb_once(match: Shown) -> None:
    sent, table = match.judged(match.looks)
    assert played(sent) == list(SCRIPT)
    assert [kind for kind, _ in said(sent)].count("illegal") == 1
    assert table.match.state == match.final


@pytest.mark.parametrize("seed", range(40))
def test_doubts_elsewhere_change_no_verdict(match: Shown, seed: int) -> None:
    chance = Random(f"far {seed}")  # noqa: S311 - a simulation, not a secret
    looks = doubted(match.looks, chance, FAR, ("unsure", "unread", "edge"))
    sent, table = match.judged(looks)
    assert said(sent) == said(match.judged(match.looks)[0])
    assert table.match.state == match.final


@pytest.mark.parametrize("seed", range(40))
def test_doubts_where_it_is_played_lead_to_nothing_that_nobody_played(match: Shown, seed: int) -> None:
    chance = Random(f"near {seed}")  # noqa: S311 - likewise
    looks = doubted(match.looks, chance, NEAR + FAR, ("unsure", "unread", "edge", "blind"))
    sent, _ = match.judged(looks)
    assert not Counter(map(repr, played(sent))) - Counter(map(repr, SCRIPT))
