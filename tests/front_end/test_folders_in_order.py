"""The pages' scripts stand on each other in one order, and never in a circle."""

from pathlib import Path

import pytest

from tests.front_end.conftest import HERE, RunNode

CRUISER = "dependency-cruiser"


@pytest.fixture(scope="session")
def cruise(node: RunNode, modules: Path) -> Path:
    """dependency-cruiser's program; skips where npm didn't install it."""
    del node
    program = modules / CRUISER / "bin" / "dependency-cruiser.mjs"
    if not program.is_file():
        pytest.skip(f"for want of {CRUISER}, which make test installs where there is node")
    return program


def test_no_script_imports_from_a_folder_above_or_from_another_page(node: RunNode, cruise: Path) -> None:
    checked = node(str(cruise), "--config", "dependencies.mjs", "dashboard/web/static")
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_an_arrow_back_a_circle_and_a_folder_without_a_place_are_found(
    node: RunNode, cruise: Path, tmp_path: Path
) -> None:
    static = tmp_path / "dashboard" / "web" / "static"
    written = {
        "page/dom.js": 'import "../board/board.js";',
        "board/board.js": 'import "../page/dom.js";',
        "attic/old.js": 'import "../page/dom.js";',
    }
    for name, text in written.items():
        (static / name).parent.mkdir(parents=True)
        (static / name).write_text(f"{text}\n", encoding="utf-8")
    rules = tmp_path / "tests" / "front_end" / "dependencies.mjs"
    rules.parent.mkdir(parents=True)
    rules.write_text((HERE / "dependencies.mjs").read_text(encoding="utf-8"), encoding="utf-8")
    checked = node(str(cruise), "--config", str(rules), "dashboard/web/static")
    found = [rule for rule in ("not-back-from-page", "no-circle", "known-folder") if rule in checked.stdout]
    assert len(found) == 3, checked.stdout + checked.stderr
