"""The progress of long work stands on one line of a terminal, and nowhere else."""

import io
import sys
from types import SimpleNamespace

import pytest

from dashboard.commands.progress import (
    ProgressLine,
    StandingClock,
    StandingLine,
    progress_of_matches,
    spell_seconds,
)


class Terminal(io.StringIO):
    """The standard error stream as people see it."""

    def isatty(self) -> bool:
        return True

    def seen(self) -> str:
        """The line as it stands: what was drawn over is gone."""
        return self.getvalue().replace("\x1b[K", "").rpartition("\r")[2]


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    made = Terminal()
    # The test runner puts its own in sys's place.
    monkeypatch.setattr("dashboard.commands.progress.sys", SimpleNamespace(stderr=made))
    return made


def test_a_line_is_drawn_over_and_ends_with_the_work(terminal: Terminal) -> None:
    tell = ProgressLine(4, lambda done: f"{done:g} of 4")
    tell(1)
    assert terminal.seen() == "[#######.......................] 1 of 4"
    tell(4)
    assert terminal.seen() == "[##############################] 4 of 4\n"


def test_the_time_that_is_left_is_said_once_it_can_be_guessed(terminal: Terminal) -> None:
    now = iter((0.0, 2.0, 40.0))
    tell = ProgressLine(4, lambda done: f"{done:g} of 4", clock=lambda: next(now))
    tell(1)
    assert terminal.seen().endswith("] 1 of 4")
    tell(2)
    assert terminal.seen().endswith("] 2 of 4, about 40 s left")


def test_a_line_that_was_taken_away_is_drawn_again_but_not_once_it_is_full(terminal: Terminal) -> None:
    tell = ProgressLine(2, lambda done: f"{done:g} of 2", clock=lambda: 0.0)
    tell(1)
    tell.clear()
    assert terminal.seen() == ""
    tell(1)
    assert terminal.seen().endswith("1 of 2")
    tell(2)
    full = terminal.getvalue()
    tell.clear()
    assert terminal.getvalue() == full


def test_what_reads_the_same_isnt_drawn_twice(terminal: Terminal) -> None:
    tell = ProgressLine(1000, lambda done: f"{done // 100:g}")
    for done in range(1, 100):
        tell(done)
    assert terminal.getvalue().count("\r") == 3


def test_a_program_that_reads_learns_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    ProgressLine(4, str)(2)
    assert capsys.readouterr().err == ""


def test_of_several_matches_their_number_is_said_and_of_one_its_part(terminal: Terminal) -> None:
    progress_of_matches(5)(2.5)
    assert terminal.seen().endswith("2 of 5 matches")
    progress_of_matches(1)(0.25)
    assert terminal.seen().endswith("25% of the match")


def test_what_is_printed_beside_a_standing_line_begins_a_line_of_its_own(terminal: Terminal) -> None:
    line = StandingLine()
    line.draw("frame 12 read")
    assert terminal.seen() == "frame 12 read"
    line.clear()
    assert terminal.seen() == ""
    drawn = terminal.getvalue()
    line.clear()
    assert terminal.getvalue() == drawn


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(9.6, "10 s"), (119, "119 s"), (120, "2 minutes"), (7000, "117 minutes"), (9000, "2 hours")],
)
def test_a_length_of_time_is_said_in_the_unit_that_fits(seconds: float, said: str) -> None:
    assert spell_seconds(seconds) == said


def test_a_clock_stands_while_work_goes_on_and_rows_are_printed_apart_from_it(terminal: Terminal) -> None:
    with StandingClock("bench vision", 12) as clock:
        while not terminal.seen():
            pass
        assert terminal.seen() == "bench vision: 0 s of about 12 s"
        with clock.apart():
            assert terminal.seen() == ""
    assert terminal.seen() == ""


def test_a_program_that_reads_sees_no_clock(capsys: pytest.CaptureFixture[str]) -> None:
    with StandingClock("bench vision", 12) as clock, clock.apart():
        sys.stdout.write("row\n")
    sent = capsys.readouterr()
    assert (sent.out, sent.err) == ("row\n", "")
