"""A table's wheel brings what a table needs; the lab is a wheel beside it."""

import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

from tests.conftest import TOP

LAB = TOP / "dashboard" / "lab"
TOPS = "dashboard|engine|firmware_bridge|hardware|vision"


def wheel_of(folder: Path, into: Path) -> Path:
    return Path(next(WheelBuilder(str(folder)).build(directory=str(into), versions=["standard"])))


def unpack(wheel: Path, into: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(into)


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The table's wheel and the lab's."""
    into = tmp_path_factory.mktemp("wheels")
    return wheel_of(TOP, into), wheel_of(LAB, into)


def boardwarden(installed: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-P", "-m", "dashboard", *words],
        cwd=installed,
        env={**os.environ, "PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=False,
    )


def named(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as packed:
        return [name for name in packed.namelist() if ".dist-info/" not in name]


def module_of(name: str) -> str:
    """Return the module that a file of a wheel is; a stub alone is one for who checks types."""
    return name.partition(".")[0].removesuffix("/__init__").replace("/", ".")


def test_the_lab_is_in_its_own_wheel_alone(wheels: tuple[Path, Path]) -> None:
    table, lab = map(named, wheels)
    assert not [name for name in table if name.startswith("dashboard/lab/")]
    assert {name for name in lab if name.startswith("dashboard/lab/")} == set(lab)
    assert len(lab) == len([path for path in LAB.rglob("*.py") if "__pycache__" not in path.parts])


def test_a_tables_wheel_has_firmware_and_its_simulation_but_no_plans_of_boards(
    wheels: tuple[Path, Path],
) -> None:
    parts = {name.split("/")[1] for name in named(wheels[0]) if name.startswith("hardware/")}
    assert parts == {"__init__.py", "boards", "fields", "firmware", "simulation"}


def test_whatever_a_wheel_imports_of_ours_is_in_it(wheels: tuple[Path, Path]) -> None:
    for wheel in wheels:
        there = {module_of(name) for one in (wheels[0], wheel) for name in named(one)}
        with zipfile.ZipFile(wheel) as packed:
            texts = {name: packed.read(name).decode() for name in named(wheel) if name.endswith(".py")}
        missing = [
            (name, module)
            for name, text in texts.items()
            for module in re.findall(rf"^ *(?:from|import) ((?:{TOPS})[.\w]*)", text, re.MULTILINE)
            if module not in there
        ]
        assert missing == []


def test_without_the_lab_measuring_says_in_a_sentence_what_to_install(
    wheels: tuple[Path, Path], tmp_path: Path
) -> None:
    unpack(wheels[0], tmp_path)
    said = boardwarden(tmp_path, "bench")
    assert said.returncode == 3
    assert said.stderr == (
        "boardwarden bench: the lab, which measures, isn't installed; "
        "`pip install 'boardwarden[lab]'` adds it\n"
    )
    assert boardwarden(tmp_path, "matches", "--data", str(tmp_path / "none")).returncode == 0


def test_with_both_wheels_the_bench_is_there(wheels: tuple[Path, Path], tmp_path: Path) -> None:
    for wheel in wheels:
        unpack(wheel, tmp_path)
    said = boardwarden(tmp_path, "bench", "nothing")
    assert said.returncode == 2
    assert "PART: expected vision" in said.stderr


def test_the_lab_has_the_programs_version_and_asks_for_it() -> None:
    table, lab = (
        tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        for folder in (TOP, LAB)
    )
    assert lab["version"] == table["version"]
    assert f"boardwarden=={table['version']}" in lab["dependencies"]
    assert table["optional-dependencies"]["lab"] == [f"boardwarden-lab=={table['version']}"]
    assert lab["license"] == table["license"]
    assert lab["requires-python"] == table["requires-python"]
