"""The tests' needs of the machine, and how a test is left out for want of one.

Which Debian packages they need stands in one list, `SYSTEM_PACKAGES` of `.ci/bootstrap.py`; `make test`
installs them where it may. `BOARDWARDEN_WITHOUT` hides programs that are here (engine/core/programs.py).
"""

import importlib.util
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import NoReturn

import pytest

from dashboard.lab.painted_page import CHROMIUMS
from engine.core.programs import find_program, is_hidden

TOP = Path(__file__).parent.parent
BROWSER = "chromium-headless-shell"
ARDUINO = ("gcc", "gcc-avr", "avr-libc", "arduino-core-avr", "libsimavr-dev", "libelf-dev")

_REASON = re.compile(r"(?P<want>for want of .+); on Debian: sudo apt install (?P<packages>.+)")


@cache
def bootstrap() -> ModuleType:
    """Return `.ci/bootstrap.py`, which is no package's module, for its list and what shows what is there."""
    spec = importlib.util.spec_from_file_location("bootstrap", TOP / ".ci" / "bootstrap.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def expect_packages(*packages: str) -> None:
    """Leave the test out where a system package isn't there."""
    missing = [package for package in packages if not _is_there(package)]
    if missing:
        shown_by = bootstrap().SHOWN_BY
        _leave_out(
            [package if "/" in shown_by[package] else shown_by[package] for package in missing], missing
        )


def expect_browser() -> str:
    """Return Chromium's path; the test is left out where there is none, or where its driver can't run."""
    path = find_program(*CHROMIUMS)
    if path is None:
        _leave_out([BROWSER], [BROWSER])
    fault = _drivers_fault()
    if "libatomic" in fault:
        _leave_out(["libatomic.so.1"], ["libatomic1"])
    if fault:
        pytest.skip(f"Playwright's driver doesn't run: {fault}")
    return path


def expect_mosquitto() -> str:
    """Return mosquitto's path; the test is left out where there is none."""
    path = find_program("mosquitto")
    if path is None:
        _leave_out(["mosquitto"], ["mosquitto"])
    return path


def lines_of_left_out(reasons: Iterable[str]) -> Iterator[str]:
    """Yield the number of tests left out for each reason, and last the one command that mends it."""
    packages: set[str] = set()
    counted: Counter[str] = Counter()
    for reason in reasons:
        found = _REASON.fullmatch(reason)
        counted[found["want"] if found else reason] += 1
        packages |= set(found["packages"].split() if found else ())
    for reason, count in counted.most_common():
        yield f"{count:>5} {reason}" if reason.startswith("for want of") else f"{count:>5} because {reason}"
    if packages:
        # Also what would be missing next: one command mends it all.
        listed = [one for one in bootstrap().SYSTEM_PACKAGES if one in packages or not _is_there(one)]
        yield f"To run those that lack a program: sudo apt install {' '.join(listed)}"


def _is_there(package: str) -> bool:
    if package == BROWSER:
        return find_program(*CHROMIUMS) is not None
    shown_by = bootstrap().SHOWN_BY.get(package, package)
    return not is_hidden(Path(shown_by).name) and bool(bootstrap().is_there(package))


def _leave_out(what: list[str], packages: list[str]) -> NoReturn:
    pytest.skip(f"for want of {', '.join(what)}; on Debian: sudo apt install {' '.join(packages)}")


@cache
def _drivers_fault() -> str:
    """Return the complaint of Playwright's driver; empty where it runs."""
    command = [sys.executable, "-m", "playwright", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stderr.strip().splitlines()[0] if done.returncode else ""
