"""Random matches under random conditions, read and judged. Faults are the rows of a table."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np

from dashboard.lab.accuracy.filmed_row import true_frame
from dashboard.simulator.footage_writer import HIDDEN_SHARE
from engine.bus.messages.commands import Command, CommandKind
from engine.core.device_events import ButtonPress, DeviceEvent
from engine.core.ids import Seconds
from engine.core.observations import Look, LookCells, LookMotion, LookPieces, Seen
from engine.core.verdict import Verdict, VerdictKind
from engine.session.matches.match import open_match
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.commands import command
from engine.session.playing.reports import finish, report, see
from engine.session.playing.table import setting_of, table_of
from tests.vision.boards import board, pieces
from tests.vision.filming import Film, Moment
from tests.vision.matches import Play, RandomMatch
from vision.look.reader import BoardReader
from vision.look.scoring import Score, TrueFrame, score_look
from vision.pictures.frame import Frame, Image
from vision.render.board_art import DARK, LIGHT_LINES, PLAIN, VIVID
from vision.render.conditions import Conditions, MirroredLamp
from vision.render.renderer import PieceTruth, Renderer
from vision.render.view import view_over

FPS = 2.0


@dataclass(frozen=True)
class Circumstances:
    """One camera in one room."""

    size: tuple[int, int] = (1600, 1200)
    tilt: float = 14.0
    turn: float = 2.0
    focal: float = 1.1
    k1: float = 0.0
    conditions: Conditions = field(default_factory=Conditions)

    def said(self) -> str:
        c = self.conditions
        arts = {id(PLAIN): "plain", id(VIVID): "vivid", id(DARK): "dark", id(LIGHT_LINES): "light"}
        return (
            f"{self.size[0]}x{self.size[1]} tilt {self.tilt:2.0f} turn {self.turn:3.0f} k1 {self.k1:+.2f} "
            f"q{c.jpeg_quality} blur {c.blur_px:.1f} noise {c.noise:.0f} bright {c.brightness:.1f} "
            f"flicker {c.flicker:.2f} glare {len(c.glare)} worn {c.worn:.1f} {arts.get(id(c.art), '?')}"
        )


def circumstances(seed: int) -> Circumstances:
    """Return random conditions that a camera can be expected to read in."""
    chance = random.Random(seed)  # noqa: S311  # chance for pictures, not for secrets
    size = chance.choice(((1600, 1200), (1600, 1200), (1920, 1080), (2560, 1440), (1280, 960)))
    warm = chance.uniform(-0.16, 0.16)
    conditions = Conditions(
        seed=seed,
        light_from_deg=chance.uniform(0, 360),
        light_height_deg=chance.uniform(40, 80),
        gradient=chance.uniform(0, 0.4),
        vignette=chance.uniform(0, 0.3),
        brightness=chance.uniform(0.6, 1.05),
        blur_px=chance.uniform(0.4, 0.75),
        noise=chance.uniform(1, 6),
        jpeg_quality=chance.randint(60, 95),
        tint=(1 - warm, 1.0, 1 + warm),
        flicker=chance.choice((0.0, 0.0, 0.02, 0.05)),
        glare=tuple(
            MirroredLamp(chance.uniform(-400, 400), chance.uniform(-300, 300), chance.uniform(25, 60), 0.45)
            for _ in range(chance.choice((0, 0, 1, 2)))
        ),
        worn=chance.choice((0.0, 0.0, 0.3, 0.6)),
        art=chance.choice((PLAIN, VIVID, VIVID, DARK, LIGHT_LINES)),
    )
    small = size[1] < 1100
    turn = chance.choice((chance.uniform(-8, 8), chance.uniform(-8, 8), 180.0, 0.0 if small else 90.0))
    return Circumstances(
        size=size,
        tilt=chance.uniform(0, 18 if small or abs(turn) > 45 else 38),
        turn=turn,
        focal=chance.uniform(0.8, 1.3),
        k1=chance.choice((0.0, 0.0, -0.15, 0.06)),
        conditions=conditions,
    )


@dataclass
class Outcome:
    """The result of one match: of its looks, and of their judging."""

    seed: int
    said: str
    frames: int = 0
    visible: int = 0
    right: int = 0
    wrong: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    murky: list[str] = field(default_factory=list)
    expected: list[dict[str, Any]] = field(default_factory=list)
    committed: list[dict[str, Any]] = field(default_factory=list)
    wrong_commits: list[str] = field(default_factory=list)
    missed_plays: int = 0
    injected: int = 0
    warnings: list[str] = field(default_factory=list)
    false_warnings: list[str] = field(default_factory=list)
    questions: int = 0
    ideal: str = ""

    def row(self) -> str:
        return (
            f"{self.seed:4} {self.visible:5} {self.visible - self.right:4} {len(self.wrong):4} "
            f"{len(self.lost):4} {len(self.murky):4} | {len(self.expected):3} {self.missed_plays:3} "
            f"{len(self.wrong_commits):3}  {len(self.warnings)}/{self.injected} {len(self.false_warnings):3} "
            f"{self.questions:3} | {self.ideal:<10} | {self.said}"
        )


HEADER = (
    "seed  seen  not wrong lost murk | plays missed wrong warned false asked | perfect eyes | circumstances"
)


@dataclass(frozen=True)
class Shot:
    frame: Frame
    moment: Moment
    truth: tuple[PieceTruth, ...]


def shots(seed: int, how: Circumstances, film: Film) -> Iterator[Shot]:
    """Yield the pictures of a match."""
    del seed
    view = view_over(
        board(),
        width_px=how.size[0],
        height_px=how.size[1],
        tilt_deg=how.tilt,
        turn_deg=how.turn,
        focal=how.focal,
        margin=0.03 + 0.35 * max(0.0, how.k1),
    )
    renderer = Renderer(board(), pieces(), view, how.conditions)
    bend = Bend(how)
    for number, moment in enumerate(film.moments(), start=1):
        scene = moment.scene
        image = bend(renderer.render(scene.placed, held=scene.held, hand=scene.hand, number=number))
        content = np.frombuffer(renderer.jpeg(image), np.uint8)
        picture = np.asarray(cv2.imdecode(content, cv2.IMREAD_COLOR), np.uint8)
        truth = renderer.truth(scene.placed, held=scene.held, hand=scene.hand)
        yield Shot(Frame(picture, Seconds((number - 1) / FPS), number), moment, truth)


class Bend:
    """The distortion of a lens, applied to pictures without any."""

    def __init__(self, how: Circumstances) -> None:
        self._at: Any = None
        if how.k1:
            width, height = how.size
            focal = how.focal * width
            matrix = np.array([[focal, 0, width / 2 - 0.5], [0, focal, height / 2 - 0.5], [0, 0, 1.0]])
            rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
            points = np.stack([columns.ravel(), rows.ravel()], axis=1).reshape(-1, 1, 2)
            straight = cv2.undistortPoints(points, matrix, np.array([how.k1, 0.0, 0.0, 0.0]), P=matrix)
            self._at = straight.reshape(height, width, 2).astype(np.float32)

    def __call__(self, image: Image) -> Image:
        if self._at is None:
            return image
        bent = cv2.remap(image, self._at[..., 0], self._at[..., 1], cv2.INTER_CUBIC)
        return np.asarray(bent, np.uint8)


def run(seed: int, how: Circumstances | None = None, actions: int = 10) -> Outcome:
    """Read and judge one match, and judge it again from looks that are always right."""
    how = how or circumstances(seed)
    film = Film(RandomMatch(board(), seed, soldiers=2 + seed % 4), board(), pieces(), actions)
    reader = BoardReader(board(), pieces(), source="sweep")
    eyes, ideal = Judging(film), Judging(film)
    done = Outcome(seed, how.said())
    rocks = [one.id for one in pieces().pieces.values() if one.kind.is_scenery]
    settled_before = False
    for shot in shots(seed, how, film):
        look = reader.read(shot.frame)
        scene = shot.moment.scene
        true = true_frame(shot.truth, scene.held, settled=scene.hand is None)
        score = score_look(look, true, scenery=rocks)
        _count(done, look, true, score, shot)
        perfect = perfect_look(shot, steady=true.settled and settled_before)
        settled_before = true.settled
        for judging, one in ((eyes, look), (ideal, perfect)):
            if shot.moment.press:
                judging.press(shot.moment.press, one.taken_at)
            judging.take(one, shot.moment.play)
    eyes.end()
    ideal.end()
    done.expected = [one.action for one in film.plays if one.action and one.action != {"accept": True}]
    done.injected = sum(one.illegal is not None and not one.back for one in film.plays)
    done.committed, done.wrong_commits = eyes.committed, eyes.wrong
    done.missed_plays = _missed(eyes)
    done.warnings, done.false_warnings, done.questions = eyes.warnings, eyes.false, eyes.questions
    done.ideal = f"{_missed(ideal)} {len(ideal.wrong)} {len(ideal.warnings)} {len(ideal.false)}"
    return done


def _missed(judging: "Judging") -> int:
    """Return the number of plays after the last state that was reached."""
    return sum(one.action is not None for one in judging.plays[judging.reached + 1 :])


def _count(done: Outcome, look: Look, true: TrueFrame, score: Score, shot: Shot) -> None:
    at = f"frame {look.sequence}:"
    done.frames += 1
    by_piece = {one.piece: one for one in look.pieces.seen}
    for piece in score.wrong:
        done.wrong.append(
            f"{at} {'settled' if true.settled else 'hand'} {by_piece[piece]} {true.layout.get(piece)}"
        )
    done.lost += [f"{at} {piece} {true.layout[piece].cell}" for piece in score.lost]
    if true.settled:
        done.visible += score.visible
        done.right += score.right
        done.missed += [f"{at} {piece} {true.layout[piece]}" for piece in score.missed]
        hidden = {true.layout[piece].cell for piece in true.hidden}
        done.murky += [
            f"{at} {cell}" for cell in (*look.cells.unsure, *look.cells.blind) if cell not in hidden
        ]
    del shot


def perfect_look(shot: Shot, *, steady: bool) -> Look:
    """Return the look of a perfect reader, which misses nothing and knows what a hand hides."""
    held = {one.piece.id for one in shot.moment.scene.held}
    seen, blind = [], set()
    for one in shot.truth:
        if one.cell is None or one.placed.piece.id in held:
            continue
        if one.hidden_by_hand > HIDDEN_SHARE:
            blind.add(one.cell)
            continue
        if one.hidden > HIDDEN_SHARE and one.placed.piece.kind.is_scenery:
            continue
        moves = one.placed.piece.kind.name in ("soldier", "general")
        seen.append(
            Seen(
                one.placed.piece.id,
                one.cell,
                one.placed.x_mm,
                one.placed.y_mm,
                one.placed.face,
                one.placed.turned_deg,
                one.edge and moves,
                1.0,
                0.5,
            )
        )
    return Look(
        "ideal",
        shot.frame.sequence,
        shot.frame.taken_at,
        LookPieces(tuple(seen)),
        LookCells(blind=tuple(sorted(blind))),
        LookMotion(steady=steady, moved=False),
    )


class Judging:
    """One table that takes looks and presses, and keeps its verdicts."""

    def __init__(self, film: Film) -> None:
        self._film = film
        game = film.match.game
        opening = MatchOpening(
            "sweep", Seconds(0.0), game.name, "mativen", "mativen-pieces", film.match.setup
        )
        match, _ = open_match(game, opening)
        self._setting: Any = setting_of(game, match.state, film.pieces)
        self._table: Any = table_of(self._setting, match)
        self.committed: list[dict[str, Any]] = []
        self.warnings: list[str] = []
        self.false: list[str] = []
        self.wrong: list[str] = []
        self.reached = -1
        self.questions = 0
        self._warned: set[int] = set()
        self._play = 0
        self.verdicts: list[Verdict] = []

    @property
    def plays(self) -> list[Play]:
        return self._film.plays

    def press(self, seat: str, at: Seconds) -> None:
        event = DeviceEvent(f"pad.{seat}", at, ButtonPress("end_turn"))
        self._took(report(self._setting, self._table, event, 0.0))

    def take(self, look: Look, play: int) -> None:
        self._play = play
        self._took(see(self._setting, self._table, look))

    def end(self) -> None:
        self._took(finish(self._setting, self._table))

    def _took(self, step: Any) -> None:
        self._table = step.table
        for verdict in step.verdicts:
            self.verdicts.append(verdict)
            if verdict.actions:
                self._check(verdict)
            if verdict.kind is VerdictKind.ILLEGAL:
                self._warn(verdict)
            elif verdict.kind is VerdictKind.AMBIGUOUS:
                self._answer(verdict)

    def _check(self, verdict: Verdict) -> None:
        """Check that the match is at its true state after one of the plays so far."""
        self.committed += [one.action for one in verdict.actions if one.action != {"accept": True}]
        reached = self._reached(self._table.match.state)
        if reached is None:
            self.wrong.append(f"frame {verdict.frame}: {[one.action for one in verdict.actions]}")
        else:
            self.reached = max(self.reached, reached)

    def _reached(self, state: Any) -> int | None:
        """Return the last of the film's plays that leads to a state; None if none does."""
        dump = self._film.match.game.dump(state)
        plays = self._film.plays
        return next((i for i in reversed(range(len(plays))) if plays[i].state == dump), None)

    def _warn(self, verdict: Verdict) -> None:
        play = self._film.plays[self._play] if self._film.plays else None
        text = f"frame {verdict.frame}: {verdict.text}"
        if play is None or play.illegal is None or play.back:
            self.false.append(text)
        elif self._play not in self._warned:
            self._warned.add(self._play)
            self.warnings.append(text)

    def _answer(self, verdict: Verdict) -> None:
        """Answer a question as players who know what they have played."""
        self.questions += 1
        fits = [i for i, line in enumerate(self._table.question) if self._reached(line.state) is not None]
        if not fits:
            self.wrong.append(f"frame {verdict.frame}: asked what wasn't played: {verdict.text}")
            return
        asked = Command(f"q{self.questions}", CommandKind.CHOOSE, self._table.match.revision, choice=fits[0])
        self._took(command(self._setting, self._table, asked))
