"""A command loads what it needs itself: each of a table's processes begins as a command."""

import subprocess
import sys

import pytest

from tests.conftest import TOP

HEAVY = {"fastapi", "starlette", "pydantic", "numpy", "cv2", "paho", "websockets", "PIL"}


def loaded(*modules: str) -> set[str]:
    """Return which of the heavy packages are loaded with some modules, in a Python of their own."""
    script = f"import sys, {', '.join(modules)}; print(*sys.modules)"
    asked = [sys.executable, "-c", script]
    done = subprocess.run(asked, cwd=TOP, capture_output=True, text=True, check=True)
    return HEAVY & set(done.stdout.split())


def test_the_command_line_loads_no_heavy_package_before_a_command_is_known() -> None:
    assert loaded("dashboard.commands") == set()


@pytest.mark.parametrize("service", ["vision", "bridge", "engine"])
def test_only_the_dashboard_loads_the_server_of_pages(service: str) -> None:
    assert not loaded(f"dashboard.commands.{service}") & {"fastapi", "starlette", "pydantic"}


def test_the_dashboard_does_load_it() -> None:
    assert "fastapi" in loaded("dashboard.commands.dashboard")
