"""Touches while no camera looked: a play isn't ruled out because not all of its targets were seen."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from engine.bus.client import ReceivedMessage
from engine.core.document import entry_of
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Face, Layout, Spot
from engine.core.verdict import Verdict, VerdictKind
from engine.session.explaining.explanations import Settled
from engine.session.explaining.referee import explain
from engine.session.seen.sighting import Sighting
from engine.session.seen.touches import Lie, Touch
from tests.session.seeing import look_at, shown
from tests.session.serving_engine import Engine
from tests.session.two_soldiers import GAME, PIECES

SETUP = {
    "seats": ["west", "north"],
    "turn": "west",
    "round": 2,
    "pieces": {"w.cav.1": {"at": "e5"}, "n.cav.1": {"at": "e6"}, "n.gen.mask": {"at": "e6"}},
    "hands": {"north": ["khien-go"]},
}
LANCER, FIRST, SHOWN = (PIECES.physical_id(PieceId(one)) for one in ("w.cav.1", "n.cav.1", "n.gen.mask"))


def see(engine: Engine, spots: Layout, *, steady: bool) -> None:
    engine.now += 0.5
    engine.service.take(ReceivedMessage("look", "cam", look_at(spots, engine.now, steady=steady)))


def verdicts_after(folder: Path, away_s: float, lifted: Sequence[PieceId]) -> list[Verdict]:
    """Return the events after these were lifted one by one and the attacker was pushed."""
    engine = Engine(folder, SETUP)
    engine.show()
    layout = shown(GAME.layout(engine.service.table.match.state))
    spots: Layout = {PIECES.physical_id(piece): spot for piece, spot in layout.items()}
    engine.now += away_s
    see(engine, spots, steady=True)
    for one in lifted:
        see(engine, {piece: spot for piece, spot in spots.items() if piece != one}, steady=False)
        see(engine, spots, steady=False)
    pushed = {**spots, LANCER: replace(spots[LANCER], edge=True)}
    for steady in (False, *(True for _ in range(12))):
        see(engine, pushed, steady=steady)
    return [one for name, one in engine.wire.sent if name == "verdict" and isinstance(one, Verdict)]


@pytest.mark.parametrize("away_s", [0.5, 8.0])
def test_one_target_shown_may_have_been_the_second_of_a_splash_whose_first_nobody_showed(
    tmp_path: Path, away_s: float
) -> None:
    said = verdicts_after(tmp_path, away_s, [SHOWN])
    assert [one.kind for one in said] == [VerdictKind.AMBIGUOUS]
    assert said[0].likelihoods[0] == pytest.approx(0.25 / 0.27, abs=0.001)


def test_two_targets_shown_are_a_splash(tmp_path: Path) -> None:
    said = verdicts_after(tmp_path, 0.5, [FIRST, SHOWN])
    assert [one.kind for one in said] == [VerdictKind.SETTLED]


HUNTED = PieceId("s.gen.soul")
HUNT = {
    "seats": ["south", "east"],
    "turn": "east",
    "round": 2,
    "pieces": {
        "e.gen.rodoc": {"at": "e5"},
        "e.cav.2": {"at": "f7"},
        HUNTED: {"at": "e6", "hp": 2},
        "s.inf.1": {"at": "l9"},
        "e.gen.lucy": {"at": "l8"},
    },
}


def test_a_piece_found_pushed_when_a_camera_looks_again_may_have_been_pushed_long_before() -> None:
    """A board felt the lifts and their times. The camera sees only at the end that both were pushed."""
    state = GAME.initial(entry_of(HUNT))
    layout = shown(GAME.layout(state))
    first, second = PieceId("e.gen.rodoc"), PieceId("e.cav.2")
    spots = {piece: spot for piece, spot in layout.items() if piece != HUNTED}
    spots[first] = replace(spots[first], edge=True)
    spots[second] = Spot(Cell("f6"), Face.UP, edge=True)

    def lie(cell: str, *, pushed: bool = False) -> Lie:
        return Lie(Cell(cell), Face.UP, pushed)

    touches = (
        Touch(Seconds(1.0), HUNTED, lie("e6"), None),
        Touch(Seconds(1.5), HUNTED, None, lie("e6")),
        Touch(Seconds(3.0), second, lie("f7"), lie("f6")),
        Touch(Seconds(4.0), HUNTED, lie("e6"), None),
        Touch(Seconds(9.0), first, lie("e5"), lie("e5", pushed=True)),
        Touch(Seconds(9.0), second, lie("f6"), lie("f6", pushed=True)),
    )
    seen = Sighting(spots, touches=touches, eyes_back_at=Seconds(9.0))
    found = explain(GAME, state, seen)
    lines = [found.line] if isinstance(found, Settled) else list(getattr(found, "lines", ()))
    played = [GAME.format_action(action) for action in lines[0].actions]
    assert played[:2] == [
        {"attack": "e.gen.rodoc", "target": HUNTED},
        {"move": "e.cav.2", "to": "f6"},
    ], played
