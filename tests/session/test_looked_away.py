"""What was shown while no camera looked: a play that needs more shown than was seen isn't ruled out."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine.bus.client import Received
from engine.core.ids import PieceId
from engine.core.layout import Layout
from engine.core.verdict import Verdict, VerdictKind
from tests.session.seeing import look_at, shown
from tests.session.serving_engine import GAME, PIECES, Engine

SETUP = {
    "seats": ["west", "north"],
    "turn": "west",
    "round": 2,
    "pieces": {"w.cav.1": {"at": "e5"}, "n.cav.1": {"at": "e6"}, "n.gen.mask": {"at": "e6"}},
    "hands": {"north": ["khien-go"]},
}
LANCER, SHOWN = PieceId("w.cav.1"), PIECES.physical_id(PieceId("n.gen.mask"))


def see(engine: Engine, spots: Layout, *, steady: bool) -> None:
    engine.now += 0.5
    engine.service.take(Received("look", "cam", look_at(spots, engine.now, steady=steady)))


@pytest.mark.parametrize(("away_s", "kind"), [(0.5, VerdictKind.SETTLED), (8.0, VerdictKind.AMBIGUOUS)])
def test_one_target_shown_after_the_camera_was_away_may_have_been_the_second(
    tmp_path: Path, away_s: float, kind: VerdictKind
) -> None:
    engine = Engine(tmp_path, SETUP)
    engine.show()
    layout = shown(GAME.layout(engine.service.table.match.state))
    spots: Layout = {PIECES.physical_id(piece): spot for piece, spot in layout.items()}
    engine.now += away_s
    see(engine, spots, steady=True)
    see(engine, {piece: spot for piece, spot in spots.items() if piece != SHOWN}, steady=False)
    see(engine, spots, steady=False)
    pushed = {**spots, LANCER: replace(spots[LANCER], edge=True)}
    for steady in (False, *(True for _ in range(12))):
        see(engine, pushed, steady=steady)
    told = [one for name, one in engine.wire.sent if name == "verdict" and isinstance(one, Verdict)]
    assert [one.kind for one in told] == [kind]
