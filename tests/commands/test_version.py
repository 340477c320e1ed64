"""`boardwarden --version` says version and commit, wherever it is installed."""

import os
import subprocess
import sys
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

from dashboard.version import commit_of, version_line
from tests.conftest import TOP


def head() -> str:
    asked = ["git", "-C", str(TOP), "rev-parse", "HEAD"]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()


def test_a_checkout_says_its_commit() -> None:
    said = subprocess.run(
        [sys.executable, "-m", "dashboard", "--version"], cwd=TOP, capture_output=True, text=True, check=True
    ).stdout.strip()
    start, _, commit = said.partition(" (commit ")
    assert start == f"boardwarden {version('boardwarden')}"
    assert len(commit) > 10
    assert head().startswith(commit.rstrip(")"))


def test_a_wheel_carries_the_commit_that_it_was_built_from(tmp_path: Path) -> None:
    wheel = next(WheelBuilder(str(TOP)).build(directory=str(tmp_path), versions=["standard"]))
    with zipfile.ZipFile(wheel) as packed:
        packed.extract("dashboard/commit.txt", tmp_path / "installed")
    assert len(commit_of(tmp_path / "installed")) > 10
    assert head().startswith(commit_of(tmp_path / "installed"))


def test_without_git_and_without_a_checkout_the_version_stands_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert version_line(tmp_path) == f"boardwarden {version('boardwarden')}"
    monkeypatch.setenv("PATH", str(tmp_path))
    if os.name == "posix":
        assert commit_of(TOP) == ""


def test_a_folder_that_git_cannot_read_says_no_commit(tmp_path: Path) -> None:
    (tmp_path / ".git").write_text("gitdir: nowhere\n", encoding="utf-8")
    assert commit_of(tmp_path) == ""
