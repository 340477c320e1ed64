"""Promises of the kept tournament: what was acknowledged is there, whenever the process is killed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard.rounds.kept import FILE, TournamentFile
from engine.core.faults import InputFault
from tests.rounds.test_pairing import swiss

KEEPS = """
import sys
from pathlib import Path
from dashboard.rounds.kept import TournamentFile
from tests.rounds.test_pairing import swiss
file = TournamentFile(Path(sys.argv[1]))
for number in range(1, 100_000):
    file.dump(swiss(4 + number % 9, 2, number))
    print(number, flush=True)
"""


@given(st.integers(2, 9), st.integers(0, 4), st.integers(0, 99))
def test_what_is_kept_is_read_again(
    tmp_path_factory: pytest.TempPathFactory, count: int, rounds: int, seed: int
) -> None:
    file, tournament = TournamentFile(tmp_path_factory.mktemp("hall")), swiss(count, rounds, seed)
    file.dump(tournament)
    assert file.load() == tournament


def test_nothing_is_there_before_the_first(tmp_path: Path) -> None:
    assert TournamentFile(tmp_path / "none yet").load() is None


def test_a_kill_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    command = [sys.executable, "-c", KEEPS, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for _ in range(40):
            process.stdout.readline()
        process.kill()
        said = process.stdout.read().split()
    last = int(said[-1]) if said else 40
    found = TournamentFile(tmp_path).load()
    assert found in (swiss(4 + last % 9, 2, last), swiss(4 + (last + 1) % 9, 2, last + 1))


def test_only_its_owner_reads_it_and_no_part_is_left_behind(tmp_path: Path) -> None:
    TournamentFile(tmp_path).dump(swiss(4, 1, 1))
    assert [path.name for path in tmp_path.iterdir()] == [FILE]
    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600


def test_a_disk_that_refuses_leaves_what_was_there(tmp_path: Path) -> None:
    file = TournamentFile(tmp_path)
    file.dump(before := swiss(4, 1, 1))
    if os.geteuid() == 0:
        (tmp_path / FILE).unlink()
        (tmp_path / FILE).mkdir()
        (tmp_path / FILE / "in the way").touch()
        with pytest.raises(OSError, match=r"."):
            file.dump(swiss(4, 2, 2))
        assert [path.name for path in tmp_path.iterdir()] == [FILE]
        return
    tmp_path.chmod(0o500)
    with pytest.raises(OSError, match=r"."):
        file.dump(swiss(4, 2, 2))
    assert file.load() == before


def test_a_file_that_cant_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('{"name": 3}')
    with pytest.raises(InputFault, match="can't be read"):
        TournamentFile(tmp_path).load()
