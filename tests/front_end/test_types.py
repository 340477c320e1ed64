"""The pages' scripts hold together, and fit what the server says."""

from pathlib import Path

import pytest

from dashboard.web.document import FILE, message_types
from tests.front_end.conftest import RunNode


# The worker that keeps the pages knows no page: its world is another one.
@pytest.mark.parametrize("project", ["tsconfig.json", "tsconfig.worker.json"])
def test_the_pages_scripts_have_types_that_fit(node: RunNode, modules: Path, project: str) -> None:
    compiler = str(modules / "typescript" / "bin" / "tsc")
    checked = node(
        compiler, "--project", project, "--typeRoots", str(modules / "@types"), "--pretty", "false"
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_the_types_of_messages_are_those_of_the_server() -> None:
    assert FILE.read_text(encoding="utf-8") == message_types(), (
        "what page and server say to each other has changed: run `make docs`"
    )
