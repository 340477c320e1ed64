"""Opens the camera that a user named. Loads OpenCV."""

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
    """Open the camera that `spec` names, with the lens that was measured for it.

    Only the first camera watches the tray, and only where dice are thrown into it.

    Args:
        spec: The source, as `--camera` has it.
        name: The camera's name on the bus.
        board: The board to look for.
        pieces: The pieces to look for.
        start: The same as for `open_source`.
        simulated: Whether the pictures show a simulated table.
        dice: How dice are rolled.
        run_step: The function that runs the steps of each frame.
        phones: The file that says where phones' pictures come in; None where no pages take them.

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
