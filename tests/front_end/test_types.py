"""The pages' scripts hold together, and fit what the server says."""

from pathlib import Path

from dashboard.web.document import FILE, message_types
from tests.front_end.conftest import RunNode


def test_the_pages_scripts_have_types_that_fit(node: RunNode, modules: Path) -> None:
    compiler = str(modules / "typescript" / "bin" / "tsc")
    checked = node(compiler, "--project", ".", "--typeRoots", str(modules / "@types"), "--pretty", "false")
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_the_types_of_messages_are_those_of_the_server() -> None:
    assert FILE.read_text(encoding="utf-8") == message_types(), (
        "what page and server say to each other has changed: run `make docs`"
    )
