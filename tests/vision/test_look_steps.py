"""A frame passes the listed steps in order, each at most once. Measuring their times changes no look."""

from dataclasses import is_dataclass
from pathlib import Path
from typing import TypeVar, get_args, get_origin, get_type_hints

import cv2
import numpy as np
import pytest

from dashboard.commands import main
from dashboard.commands.step_times import times_table
from engine.core.board import load_board
from engine.core.footage import load_footage
from engine.core.ids import Seconds
from engine.core.observations import Look
from engine.core.pieces import load_pieces
from vision.known.memory import ReadingState
from vision.look import steps
from vision.look.reader import BoardReader
from vision.look.step import Runner, Step, StepTimes, TimedRun, run
from vision.pictures.frame import Frame, Image
from vision.sources import frames_of

FILM = Path(__file__).parent.parent / "cases/piece-from-between-others"
SHORT = 5
In = TypeVar("In")
Out = TypeVar("Out")


class Walk:
    """A runner that notes the steps that run."""

    def __init__(self) -> None:
        self.passed: list[str] = []

    def __call__(self, step: Step[In, Out], given: In) -> Out:
        self.passed.append(step.name)
        return step.process(given)


def film() -> list[Frame]:
    return [one for one in frames_of(str(FILM)) if isinstance(one, Frame)][:SHORT]


def reader(run_step: Runner = run) -> BoardReader:
    footage = load_footage(FILM)
    board, pieces = load_board(footage.board), load_pieces(footage.pieces)
    return BoardReader(board, pieces, source="film", intrinsics=footage.camera, run_step=run_step)


def looks_of(eyes: BoardReader, frames: list[Frame]) -> list[Look]:
    return [eyes.read(one) for one in frames]


def test_no_step_is_listed_twice_and_each_belongs_to_a_stage() -> None:
    names = [step.name for step in steps.STEPS]
    assert len(names) == len(set(names))
    folders = {path.name for path in (Path(__file__).parents[2] / "vision").iterdir() if path.is_dir()}
    assert {step.stage for step in steps.STEPS} <= folders


def test_each_step_is_a_function_of_its_stage_from_one_frozen_value_to_another() -> None:
    for step in steps.STEPS:
        assert step.process.__module__.split(".")[1] == step.stage, step.name
        hints = get_type_hints(step.process)
        found = hints.pop("return")
        (given,) = hints.values()
        assert given is not ReadingState
        for kind in (given, *(get_args(found) or (found,))):
            if kind not in {type(None), bool, Image}:
                assert is_frozen(kind), (step.name, kind)


def is_frozen(kind: object) -> bool:
    """Return whether a kind of value can't be changed: a frozen dataclass, or a tuple of such."""
    of = get_origin(kind)
    if of is tuple:
        return all(one is ... or is_frozen(one) for one in get_args(kind))
    if isinstance(kind, type) and is_dataclass(kind):
        return bool(vars(kind)["__dataclass_params__"].frozen)
    # It's a mask. No step writes into another's array.
    return of is np.ndarray


def test_the_tests_of_vision_are_named_after_its_folders() -> None:
    folders = {path.name for path in (Path(__file__).parents[2] / "vision").iterdir() if path.is_dir()}
    tests = {path.stem.split("_")[1] for path in Path(__file__).parent.glob("test_*.py")}
    assert tests - folders == {"reasons"}


def test_a_picture_is_made_grey_once_for_all_its_steps() -> None:
    frame = Frame(np.full((6, 8, 3), (10, 90, 200), np.uint8), Seconds(0.0), 1)
    assert frame.grey is frame.grey
    assert (frame.grey == cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY)).all()


def test_every_frame_passes_the_steps_in_their_order_and_none_twice() -> None:
    order = [step.name for step in steps.STEPS]
    walk = Walk()
    eyes = reader(walk)
    for frame in film():
        walk.passed.clear()
        eyes.read(frame)
        at = [order.index(name) for name in walk.passed]
        assert at == sorted(set(at))
        assert at[0] == 0


def test_a_frame_like_the_last_ends_once_that_is_known() -> None:
    walk = Walk()
    eyes = reader(walk)
    (frame, *_) = film()
    for number in range(1, 6):
        walk.passed.clear()
        eyes.read(Frame(frame.image, Seconds(frame.taken_at + number), number))
    assert walk.passed[-1] == steps.NEWS.name


def test_taking_times_changes_no_look_and_counts_every_step() -> None:
    frames = film()[:2]
    timed = TimedRun()
    assert looks_of(reader(timed), frames) == looks_of(reader(), frames)
    assert timed.times[steps.SMALL.name].calls == 2
    assert timed.times[steps.TAGS.name].calls >= 1
    assert all(one.seconds >= 0 for one in timed.times.values())


def test_a_runner_with_its_own_clock_adds_up_its_times() -> None:
    ticks = iter(range(100))
    timed = TimedRun(clock=lambda: float(next(ticks)))
    reader(timed).read(film()[0])
    assert {one.seconds / one.calls for one in timed.times.values()} == {1.0}


def test_a_table_of_times_has_the_steps_in_their_order_and_their_sum() -> None:
    times = {"tags": StepTimes(2, 0.5), "small picture": StepTimes(4, 0.02)}
    head, first, second, total = times_table(times, 4)
    assert head.split() == ["step", "stage", "calls", "ms", "a", "call", "ms", "a", "frame"]
    assert first.split() == ["small", "picture", "change", "4", "5.00", "5.00"]
    assert second.split() == ["tags", "labels", "2", "250.00", "125.00"]
    assert total.split() == ["all", "4", "130.00"]


def test_see_prints_the_times_of_the_steps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    frames = FILM / "frames"
    name = min(one.name for one in frames.iterdir())
    (tmp_path / name).write_bytes((frames / name).read_bytes())
    assert main(["see", str(tmp_path), "--times"]) == 0
    said = capsys.readouterr().err.splitlines()
    assert said[-1].split()[:2] == ["all", "1"]
    assert [line for line in said if line.startswith("small picture")]


def test_see_draws_the_steps_of_a_frame_and_says_the_result_of_each(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["see", str(FILM), "--steps", str(tmp_path), "--frame", "1"]) == 0
    assert "steps.md" in capsys.readouterr().err
    page = (tmp_path / "steps.md").read_text(encoding="utf-8")
    heads = [line.split(". ", 1)[1] for line in page.splitlines() if line.startswith("## ")]
    order = [step.name for step in steps.STEPS]
    assert [order.index(name) for name in heads] == sorted(order.index(name) for name in heads)
    assert {steps.TAGS.name, steps.DOUBTS.name, steps.LOOK.name} <= set(heads)
    drawn = {path.name for path in tmp_path.glob("*.jpg")}
    assert drawn == {line[line.index("(") + 1 : -1] for line in page.splitlines() if line.startswith("![")}
    assert len(drawn) >= 6


def test_see_refuses_a_frame_that_is_no_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["see", str(FILM), "--frame", "last"]) == 2
    assert "--frame" in capsys.readouterr().err
