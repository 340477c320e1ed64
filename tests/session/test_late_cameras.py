"""The table waits for a camera far behind the switches, wherever a piece came from, whoever reports first."""

from collections.abc import Callable, Iterator

import pytest

from engine.core.ids import Cell, PieceId
from engine.core.layout import Face, Layout, Spot
from engine.core.observations import Look
from engine.core.verdict import Verdict
from engine.session.playing.table_events import happen
from engine.session.seen.belief import Belief
from engine.session.seen.fusion import take
from engine.session.seen.sighted import awaits_somebody
from tests.session.playing import Play
from tests.session.row_game import CELLS
from tests.session.seeing import feel, look_at

PLACES = {"a.1": "c2", "b.1": "c6", "b.king": "c8"}
HIGH, LOW = tuple(cell for cell in CELLS if cell != "c2"), CELLS
"""The cells with a switch, where c2 is a mountain that no switch feels through, and where it isn't."""
LIFTED_AT, PUT_AT = 8.0, 8.6
EVERY_S = 0.4

Lateness = Callable[[float], float]
"""How much later a look comes than it was taken, in seconds, by when it was taken."""
NEVER = float("inf")


def behind(late_s: float) -> Lateness:
    """Return the lateness of a source that falls back to this and stays so."""
    return lambda taken_at: min(late_s, 4.0 * taken_at)


def growing(taken_at: float) -> float:
    """Return the lateness of a camera that a busy machine reads at two thirds of its pace."""
    return max(0.1, min(9.0, (taken_at - LIFTED_AT + 3.0) / 2))


def away(taken_at: float) -> float:
    """Return the lateness of a camera that sends nothing more once a piece has been lifted."""
    return NEVER if taken_at >= LIFTED_AT else 0.1


class Moved(Play):
    """A table where a.1 steps from c2 to c3; camera and switches report as late as a test says."""

    def __init__(
        self, camera: Lateness, switches: Lateness, *, covers: tuple[Cell, ...] = LOW, stacked: bool = False
    ) -> None:
        super().__init__({**PLACES, "a.2": "c2"} if stacked else PLACES)
        self.camera, self.switches, self.covers = camera, switches, covers
        for come_at, _, look in sorted(self._looks(), key=lambda one: one[:2]):
            if come_at < self._until:
                self.took(happen(self.setting, self.table, look, come_at))

    @property
    def _until(self) -> float:
        """Return when the test ends: some seconds after the slowest source has shown the move."""
        slowest_s = max(late(PUT_AT) for late in (self.camera, self.switches))
        return PUT_AT + 8.0 + (slowest_s if slowest_s < NEVER else 0.0)

    def _lying(self, at: float) -> Layout:
        lying = dict(self.spots)
        if at >= LIFTED_AT:
            del lying[PieceId("a.1")]
        if at >= PUT_AT:
            lying[PieceId("a.1")] = Spot(Cell("c3"), Face.UP, edge=False)
        return lying

    def _looks(self) -> Iterator[tuple[float, int, Look]]:
        """Yield each look with the time when it comes and its number."""
        times = [self.now + n * EVERY_S for n in range(1, int((self._until - self.now) / EVERY_S))]
        for n, at in enumerate(times):
            hand = LIFTED_AT - 0.3 <= at < PUT_AT + 0.3
            blind = ("c2", "c3") if hand else ()
            spots = {piece: spot for piece, spot in self._lying(at).items() if spot.cell not in blind}
            late_s = self.camera(at)
            if late_s < NEVER:
                yield at + late_s, n, look_at(spots, at, steady=not hand, blind=blind)
            felt = {str(spot.cell) for spot in self._lying(at).values()} & set(self.covers)
            switched_at = at + 0.01
            yield (
                switched_at + self.switches(at),
                n,
                feel(felt, switched_at, covers=self.covers),
            )


@pytest.mark.parametrize("stacked", [False, True], ids=["alone", "from a stack"])
@pytest.mark.parametrize("covers", [LOW, HIGH], ids=["level", "from a mountain"])
@pytest.mark.parametrize("switches", [0.0, 0.8, 7.0])
@pytest.mark.parametrize(
    "camera",
    [*map(behind, (0.1, 3.0, 6.0, 12.0, 25.0)), growing],
    ids=["in time", "3 s", "6 s", "12 s", "25 s", "later and later"],
)
def test_a_play_is_all_that_is_said_however_late_the_camera_and_the_switches_are(
    camera: Lateness, switches: float, covers: tuple[Cell, ...], *, stacked: bool
) -> None:
    table = Moved(camera, behind(switches), covers=covers, stacked=stacked)
    assert table.said == [("settled", ("step a.1 c3",))]


def felt_alone(verdicts: list[Verdict]) -> list[Cell]:
    """Return the cells that the table says something is felt in while nothing is missing."""
    return [cell for one in verdicts for cell in one.felt]


@pytest.mark.parametrize("switches", [0.0, 0.8])
def test_a_piece_that_stood_out_of_a_switchs_reach_may_be_the_one_that_is_felt(switches: float) -> None:
    table = Moved(away, behind(switches), covers=HIGH)
    (asked,) = table.verdicts
    assert felt_alone(table.verdicts) == []
    assert [[one.text for one in line] for line in asked.candidates] == [["step a.1 c3"]]


def test_a_camera_that_stays_away_is_not_waited_for_however_late_it_was() -> None:
    table = Moved(lambda at: 6.0 if at < 1.5 else NEVER, behind(0.0), covers=HIGH)
    assert [one.kind.value for one in table.verdicts] == ["ambiguous"]


@pytest.mark.parametrize(("taken_at", "expected"), [(99.0, True), (71.0, True), (69.0, False)])
def test_a_camera_that_is_behind_by_more_than_half_a_minute_is_not_waited_for(
    taken_at: float, *, expected: bool
) -> None:
    lying = {PieceId("a.1"): Spot(Cell("c2"), Face.UP, edge=False)}
    belief = take(Belief(), look_at(lying, 60.0))
    belief = take(belief, feel(["c2"], 100.0, covers=CELLS))
    belief = take(belief, look_at(lying, taken_at))
    # Switches alone report now: the camera's looks still come, or it is silent.
    belief = take(belief, feel(["c2"], 103.0, covers=CELLS))
    assert awaits_somebody(belief) is expected
    belief = take(belief, feel(["c2"], 106.0, covers=CELLS))
    assert not awaits_somebody(belief)
