"""The pages' scripts are laid out by one formatter, so that a change shows only what it changes."""

from pathlib import Path

import pytest

from tests.front_end.conftest import HERE, RunNode

TOP = HERE.parent.parent


@pytest.fixture(scope="session")
def biome(modules: Path) -> Path:
    """Biome's program; skips where npm didn't install it."""
    program = modules / "@biomejs" / "biome" / "bin" / "biome"
    if not program.is_file():
        pytest.skip("for want of Biome, which make test installs where there is node")
    return program


def test_every_script_is_laid_out_by_the_formatter(node: RunNode, biome: Path) -> None:
    answer = node(str(biome), "format", f"--config-path={TOP / '.biome.json'}", str(TOP))
    assert answer.returncode == 0, answer.stdout + answer.stderr
    files = int((answer.stdout + answer.stderr).split("Checked ")[1].split()[0])
    assert files >= len(list((TOP / "dashboard/web/static").rglob("*.js")))
