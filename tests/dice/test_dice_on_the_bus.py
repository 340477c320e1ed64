"""A throw before a camera becomes one event of the tray, sent beside the things that lie there."""

from dataclasses import replace

from engine.bus.messages.cameras import DiceState
from engine.core.board import load_board
from engine.core.device_events import DeviceEvent, DiceAtRest
from engine.core.ids import Seconds
from engine.core.pieces import load_pieces
from tests.dice.trays import TRAY, die, view
from tests.sources.watched import GivenSource, KeepingBus
from vision.camera.table_camera import TableCamera
from vision.camera.watch import CameraWatch
from vision.look.reader import BoardReader
from vision.pictures.frame import Frame, Image
from vision.render.conditions import Conditions
from vision.render.dice import RolledDie, draw_tray
from vision.render.renderer import Renderer
from vision.sources import Reading

BOARD, PIECES = replace(load_board("mativen"), tray=TRAY), load_pieces("mativen-pieces")


def filmed(table: Image, shots: list[list[RolledDie]]) -> list[Reading]:
    quiet = Conditions(noise=1.0, blur_px=0.0)
    return [
        Frame(draw_tray(table, TRAY, dice, view(), quiet), Seconds(number * 0.4), number)
        for number, dice in enumerate(shots, start=1)
    ]


def test_a_throw_is_said_once_by_the_camera_that_reads_dice() -> None:
    table = Renderer(BOARD, PIECES, view(), Conditions(noise=0.0)).render([])
    shots: list[list[RolledDie]] = [*[[]] * 4, [die(1, (30, 30))], *[[die(4, (-10, 20))]] * 5]
    said = {}
    for reads in (True, False):
        bus, frames = KeepingBus(("cam", "tray")), filmed(table, shots)
        reader = BoardReader(BOARD, PIECES, source="cam")
        watch = CameraWatch(
            bus, TableCamera("cam", GivenSource(frames), reader, reads_dice=reads), BOARD, PIECES
        )
        watch.bus_came()
        watch.run(bus.stop)
        said[reads] = bus.messages
    events = [one for one in said[True] if isinstance(one, DeviceEvent)]
    assert [(one.device, one.content) for one in events] == [("tray", DiceAtRest((4,)))]
    states = [one for one in said[True] if isinstance(one, DiceState)]
    assert states[-1] == DiceState("cam", rolling=False, values=(4,))
    assert any(one.rolling for one in states)
    assert not [one for one in said[False] if isinstance(one, DeviceEvent | DiceState)]
