"""The tests that are written in the pages' own language, by node's own runner."""

from pathlib import Path

import pytest

from tests.front_end.conftest import HERE, RunNode

FILES = sorted(HERE.glob("*.test.js"))


@pytest.mark.parametrize("file", FILES, ids=[file.name.removesuffix(".test.js") for file in FILES])
def test_what_a_script_promises_holds(file: Path, node: RunNode) -> None:
    ran = node("--test", "--test-reporter=spec", str(file))
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "tests 0" not in ran.stdout, f"{file.name} holds no test"
