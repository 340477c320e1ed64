"""How far long work is stands on one line of a terminal, and nowhere else."""

import io
from types import SimpleNamespace

import pytest

from dashboard.commands.progress import progress_line, progress_of_matches


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
    tell = progress_line(4, lambda done: f"{done:g} of 4")
    tell(1)
    assert terminal.seen() == "[#######.......................] 1 of 4"
    tell(4)
    assert terminal.seen() == "[##############################] 4 of 4\n"


def test_what_reads_the_same_isnt_drawn_twice(terminal: Terminal) -> None:
    tell = progress_line(1000, lambda done: f"{done // 100:g}")
    for done in range(1, 100):
        tell(done)
    assert terminal.getvalue().count("\r") == 3


def test_a_program_that_reads_is_told_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    progress_line(4, str)(2)
    assert capsys.readouterr().err == ""


def test_of_several_matches_their_number_is_told_and_of_one_its_part(terminal: Terminal) -> None:
    progress_of_matches(5)(2.5)
    assert terminal.seen().endswith("2 of 5 matches")
    progress_of_matches(1)(0.25)
    assert terminal.seen().endswith("25% of the match")
