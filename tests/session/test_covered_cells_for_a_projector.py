"""The cells beneath hands, for a projector that dims there: by what cameras couldn't look at just now."""

from pathlib import Path
from typing import Any

from engine.bus.client import Connected, ReceivedMessage
from engine.bus.messages.boards import CoveredCells
from tests.session.seeing import feel, look_at, shown
from tests.session.serving_engine import Engine
from tests.session.two_soldiers import GAME, PIECES, SETUP


def covered(engine: Engine) -> tuple[str, ...]:
    sent = engine.wire.last("covered_cells")
    assert isinstance(sent, CoveredCells)
    return sent.cells


def look(engine: Engine, *, source: str = "cam", **changes: Any) -> None:
    """Show the pieces of the match to a camera, but for those in blind cells."""
    layout = shown(GAME.layout(engine.service.table.match.state))
    spots = {
        PIECES.physical_id(piece): spot
        for piece, spot in layout.items()
        if spot.cell not in changes.get("blind", ())
    }
    engine.now += 0.3
    engine.service.take(ReceivedMessage("look", source, look_at(spots, engine.now, source=source, **changes)))


def at_rest(folder: Path, *sources: str) -> Engine:
    """Return an engine whose cameras have judged the opening; b1 is out of their pictures."""
    engine = Engine(folder, SETUP)
    for _ in range(6):
        for source in sources or ("cam",):
            look(engine, source=source, blind=("b1",))
    return engine


def test_cells_are_covered_while_a_hand_is_over_them_and_no_longer(tmp_path: Path) -> None:
    engine = at_rest(tmp_path)
    assert covered(engine) == ()
    look(engine, steady=False, blind=("b1", "c4", "c3"))
    assert covered(engine) == ("c3", "c4"), "what is always out of the picture isn't beneath a hand"
    look(engine, blind=("b1",))
    assert covered(engine) == ()


def test_a_hand_that_one_camera_sees_counts_and_a_camera_that_fell_silent_holds_no_hand(
    tmp_path: Path,
) -> None:
    engine = at_rest(tmp_path, "cam", "cam2")
    look(engine, source="cam2", steady=False, blind=("b1", "c3"))
    look(engine, source="cam", blind=("b1",))
    assert covered(engine) == ("c3",)
    for _ in range(10):
        look(engine, source="cam", blind=("b1",))
    assert covered(engine) == ()


def test_switches_cover_nothing(tmp_path: Path) -> None:
    engine = at_rest(tmp_path)
    engine.now += 0.1
    felt = feel(("e5",), engine.now, covers=("c3", "e5"))
    engine.service.take(ReceivedMessage("look", felt.source, felt))
    assert covered(engine) == ()


def test_covered_cells_are_sent_when_they_change_and_again_when_the_bus_is_back(tmp_path: Path) -> None:
    engine = at_rest(tmp_path)

    def count() -> int:
        return sum(channel == "covered_cells" for channel, _ in engine.wire.sent)

    before = count()
    look(engine, steady=False, blind=("b1", "c3"))
    look(engine, steady=False, blind=("b1", "c3"))
    assert count() == before + 1
    engine.service.take(Connected())
    assert count() == before + 2
    assert covered(engine) == ("c3",)
