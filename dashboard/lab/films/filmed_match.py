"""Films one simulated match under one condition, and judges it from its pixels."""

import random
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from time import process_time
from typing import Any
from zlib import crc32

from dashboard.lab.camera_stand import view_of
from dashboard.lab.corpus.evening import Evening
from dashboard.lab.corpus.tally import Tally
from dashboard.lab.films.camera import FilmCamera
from dashboard.lab.films.gestures import Gestures
from dashboard.lab.films.openings import random_opening
from dashboard.lab.films.row import FilmRow
from dashboard.simulator.footage_writer import FootageWriter
from engine.bots.registry import open_bot
from engine.core.board import load_board
from engine.core.device_events import ButtonPress, DeviceEvent
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.core.pieces import load_pieces
from engine.games.registry import open_game
from vision.render.renderer import Renderer
from vision.render.sensor import MovingPictures

GAME, BOARD, PIECES = "dozen_war", "mativen", "mativen-pieces"

MATCH_ACTIONS = 12
"""The number of actions in a film. It's small, so that many films show many positions."""

REPORT_SEED = 1_000_000_000
"""The first seed of the kept report. Nothing is ever tuned with the films of these seeds."""

_SEEDS_A_ROW = 100_000


@dataclass(frozen=True, slots=True)
class Filmed:
    """The result of one film. Its counts mean the same as in the corpus's tally."""

    condition: str
    """The condition's name."""
    seed: int
    """The film's seed."""
    actions: int
    """The number of actions."""
    wrong_commits: int
    """The number of commits that differ from the play."""
    unrecognised: int
    """The number of actions that the table didn't recognise."""
    stopped_elsewhere: int
    """The number of unrecognised actions with a doubt only in other cells than their own."""
    wrong_plays: int
    """The number of illegal plays that were made on purpose."""
    unwarned: int
    """The number of these without a warning."""
    false_warnings: int
    """The number of warnings of legal play."""
    questions: int
    """The number of questions to the players."""
    visible: int
    """The number of visible pieces in looks at a settled table."""
    right: int
    """The number of these that were read right."""
    seen_wrong: int
    """The number of these that were read wrong."""
    pictures: int
    """The number of rendered pictures."""
    seconds: float
    """The CPU time, in seconds."""
    notes: tuple[str, ...] = ()
    """A note on each fault."""
    drawn: str = ""
    """The values of a condition that was drawn for this film; empty: the condition is fixed."""

    @property
    def is_clean(self) -> bool:
        """Whether the film has no fault."""
        return not self.notes


def seeds_of(row: FilmRow, first: int, films: int) -> Iterator[int]:
    """Yield the seeds of a condition's films; each condition has other matches."""
    own = crc32(row.name.encode()) % 1000 * _SEEDS_A_ROW
    yield from range(first + own, first + own + films)


def film_match(row: FilmRow, seed: int, *, actions: int = MATCH_ACTIONS, keep: Path | None = None) -> Filmed:
    """Let bots play `actions` actions before a rendered camera, and judge the film.

    A film with a fault is kept in the folder `keep` as footage with its truth; None: no film is kept.
    """
    board, pieces = load_board(BOARD), load_pieces(PIECES)
    game = open_game(GAME, board, Ruleset())
    chance = random.Random(f"{seed}/film")  # noqa: S311 - a simulation, not a secret
    setup = random_opening(game, chance, soldiers=chance.randint(2, 5))
    hands = Gestures(board, pieces, chance)
    row = row.for_film(seed, board, pieces)
    renderer = Renderer(board, pieces, view_of(row, board), replace(row.conditions, seed=seed % 100_003))
    folder = None if keep is None else keep / f"{row.name.replace(' ', '-')}-{seed}"
    writer = (
        None if folder is None else FootageWriter(folder, fps=4.0, description=_about(setup), option="--keep")
    )
    video = MovingPictures() if row.video else None
    camera = FilmCamera(hands, renderer, board, pieces, writer, video)
    tally = Tally()

    def heard(event: DeviceEvent) -> None:
        if writer is not None and isinstance(event.content, ButtonPress):
            seat = event.device.removeprefix("pad.")
            writer.pressed(seat, event.content.button, event.taken_at)

    view = game.view(game.initial(entry_of(setup)), None)
    evening = Evening(
        game=game,
        bots={one.seat: open_bot("greedy") for one in view.seats},
        seed=seed,
        hands=hands,
        eyes=(camera,),
        tally=tally,
        setup=setup,
        pieces=pieces,
        aside=camera.ails,
        heard=heard,
    )
    began = process_time()
    evening.play(actions)
    filmed = Filmed(
        condition=row.name,
        seed=seed,
        actions=tally.actions,
        wrong_commits=tally.wrong_commits,
        unrecognised=tally.unrecognised,
        stopped_elsewhere=tally.stopped_elsewhere,
        wrong_plays=tally.wrong_plays,
        unwarned=tally.missed,
        false_warnings=tally.false_warnings,
        questions=tally.questions,
        visible=camera.visible,
        right=camera.right,
        seen_wrong=camera.wrong,
        pictures=camera.pictures,
        seconds=round(process_time() - began, 1),
        notes=tuple(tally.notes),
        drawn=row.about,
    )
    if folder is not None:
        _keep_or_not(folder, filmed)
    return filmed


def _keep_or_not(folder: Path, filmed: Filmed) -> None:
    if filmed.is_clean:
        shutil.rmtree(folder)
    else:
        under = [f"drawn: {filmed.drawn}"] if filmed.drawn else []
        (folder / "notes.txt").write_text("\n".join([*under, *filmed.notes, ""]), encoding="utf-8")


def _about(setup: dict[str, Any]) -> dict[str, Any]:
    return {"board": BOARD, "pieces": PIECES, "camera": None, "game": GAME, "setup": setup}
