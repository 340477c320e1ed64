"""From what a user calls a camera to one that can be watched. Loads OpenCV."""

from pathlib import Path

from dashboard.commands.cameras import camera_name
from engine.core.board import Board
from engine.core.dice import Dice
from engine.core.footage import is_footage, load_footage
from engine.core.ids import Seconds
from engine.core.pieces import PieceSet
from vision.calibration.lenses import lens_folder, load_lenses
from vision.camera.table_camera import TableCamera
from vision.look.reader import BoardReader
from vision.look.step import Runner, run
from vision.sources import PhonePlace, open_source
from vision.sources.live.identity import camera_identity


def open_camera(  # noqa: PLR0913  # what a command's options name
    spec: str,
    name: str,
    board: Board,
    pieces: PieceSet,
    *,
    start: Seconds | None,
    simulated: bool = False,
    dice: Dice = Dice.SEED,
    run_step: Runner = run,
    phones: Path | None = None,
) -> TableCamera:
    """Open what `spec` names, and read it with the lens that is known of it; `start` as for `open_source`.

    `run_step` runs the steps of its frames. `phones`: the file that says where phones' pictures come in; None
    where no pages take them.

    The tray is watched by the first camera, and only where dice are thrown into it.

    Raises:
        InputFault: the source or the kept lens is unusable.
        MissingFault: the camera isn't there.
    """
    given = load_footage(Path(spec)).camera if is_footage(Path(spec)) else None
    identity, folder = camera_identity(spec), lens_folder()
    place = None if phones is None else PhonePlace(phones, name)
    source = open_source(spec, start=start, phones=place)
    lenses = load_lenses(identity, folder)
    live = source.facts.kind.live
    return TableCamera(
        name,
        source,
        BoardReader(
            board, pieces, source=name, intrinsics=given, lenses=lenses, live=live, run_step=run_step
        ),
        identity=identity,
        lenses=folder,
        simulated=simulated,
        reads_dice=dice is Dice.TRAY and name == camera_name(1),
    )
