"""At the simulated table a seat's tablet moves its own things alone, whatever its page offers."""

from dataclasses import replace

import pytest

from dashboard.web.seats.seating import ARBITER, Role, TabletPlace
from dashboard.web.telling.hub import Hub
from engine.bus.messages.match import MatchState, Surface, SurfaceCell
from engine.bus.messages.simulated import SimulatedPiece, SimulatedTable, SimulatorAct, SimulatorOrder
from engine.core.decisions import Chooser, Decision
from engine.core.faults import InputFault
from engine.core.ids import Cell, PieceId, Seat, Seconds
from engine.core.layout import Face
from engine.core.phrase import Phrase
from engine.core.verdict import PlayedAction, Verdict, VerdictKind
from engine.core.views import PieceView, SeatView, View

SEATS = [Seat(name) for name in ("a", "b", "c")]
A, B, C = (TabletPlace(Role.SEAT, seat) for seat in SEATS)


def square(x: float) -> tuple[tuple[float, float], ...]:
    return ((x + 20, -20), (x + 20, 20), (x - 20, 20), (x - 20, -20))


def piece(name: str, seat: str | None) -> PieceView:
    return PieceView(
        PieceId(name), Cell("field"), "stone", Phrase(name), None if seat is None else Seat(seat)
    )


def cell(name: str, x: float, seat: str | None) -> SurfaceCell:
    return SurfaceCell(Cell(name), x, 0.0, square(x), "pile", None if seat is None else Seat(seat))


def hub(turn: str = "a") -> Hub:
    found = Hub()
    view = View(
        headline=Phrase("turn"),
        decision=Decision(Chooser.SEAT, (Seat(turn),)),
        turn=Seat(turn),
        round=1,
        pieces=(
            piece("a.stone.1", "a"),
            piece("b.stone.1", "b"),
            piece("a.gen.owl", "a"),
            piece("rock", None),
        ),
        seats=tuple(SeatView(seat, Phrase(seat)) for seat in SEATS),
        outcome=None,
    )
    lying = [("b.stone.2", None), ("deck-card", 0.0), ("b-card", 50.0)]
    table = SimulatedTable(
        (
            *(
                SimulatedPiece(name, x, None if x is None else 0.0, Face.DOWN, card="card" in name)
                for name, x in lying
            ),
            SimulatedPiece("held", None, None, hand="b", card=True),
        )
    )
    cells = (cell("deck", 0.0, None), cell("b.deck", 50.0, "b"))
    found.take("surface", "", Surface("board", (100.0, 40.0), cells))
    found.take("match", "", MatchState("m", "bazaar", 1, Seconds(0.0), view))
    found.take("simulated_table", "", table)
    return found


@pytest.mark.parametrize("thing", ["a.stone.1", "gen.owl", "rock", "~0.0,0.0.0"])
@pytest.mark.parametrize(
    "order", [SimulatorAct.PUT, SimulatorAct.LIFT, SimulatorAct.TAKE, SimulatorAct.FLIP, SimulatorAct.SETTLE]
)
def test_a_seat_moves_its_own_things_and_what_is_nobodys(order: SimulatorAct, thing: str) -> None:
    assert hub().meant(A, SimulatorOrder(order, thing)).order == order


@pytest.mark.parametrize("thing", ["b.stone.1", "b.stone.2", "~50.0,0.0.0", "~b.0"])
@pytest.mark.parametrize(
    "order",
    [
        SimulatorAct.PUT,
        SimulatorAct.LIFT,
        SimulatorAct.TAKE,
        SimulatorAct.FLIP,
        SimulatorAct.TURN,
        SimulatorAct.SHUFFLE,
        SimulatorAct.CARRY,
    ],
)
def test_a_seat_moves_nothing_of_anothers(order: SimulatorAct, thing: str) -> None:
    with pytest.raises(InputFault, match="is another player"):
        hub().meant(A, SimulatorOrder(order, thing))
    assert hub().meant(ARBITER, SimulatorOrder(order, thing)).order == order


def test_whoever_is_at_the_play_has_anothers_things_put_as_the_match_has_them() -> None:
    found, order = hub(turn="a"), SimulatorOrder(SimulatorAct.SETTLE, "b.stone.1")
    assert found.meant(A, order) == order
    with pytest.raises(InputFault, match="is another player"):
        found.meant(C, order)
    # The turn has passed, and what the last play hit still lies there.
    played = PlayedAction({}, Seat("c"), Phrase("hits"))
    found.take("verdict", "", Verdict(VerdictKind.SETTLED, Seconds(0.0), 1, 1, (played,)))
    assert found.meant(C, order) == order


def test_a_card_is_laid_as_the_match_has_it_by_its_own_name_wherever_it_was() -> None:
    order = SimulatorOrder(SimulatorAct.SETTLE, "held")
    assert hub().meant(B, order) == order


@pytest.mark.parametrize(
    "order",
    [
        SimulatorOrder(SimulatorAct.PRESS, device="pad.b", button="end_turn"),
        SimulatorOrder(SimulatorAct.LAY, device="pad.b", tag="04"),
        SimulatorOrder(SimulatorAct.HOLD, "rock", device="pad.b"),
    ],
    ids=lambda one: one.order,
)
def test_a_seat_uses_no_pad_but_its_own(order: SimulatorOrder) -> None:
    with pytest.raises(InputFault, match="player's pad"):
        hub().meant(A, order)
    own = replace(order, device="pad.a")
    assert hub().meant(A, own) == own


def test_no_seat_has_faults_of_the_table_tried_out() -> None:
    with pytest.raises(InputFault, match="faults are tried out"):
        hub().meant(A, SimulatorOrder(SimulatorAct.FAULT, fault="hide"))
    assert hub().meant(ARBITER, SimulatorOrder(SimulatorAct.FAULT, fault="hide")).fault == "hide"
