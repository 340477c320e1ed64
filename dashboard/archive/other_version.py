"""Finds another version of this program, and has it judge a recorded match again.

The other version runs as a process of its own, with packages of its own. Nothing of it is imported here.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import venv
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.core.faults import InputFault, MissingFault
from engine.core.programs import last_line
from engine.games.carried import cache_folder

PROJECT = "boardwarden"
"""The name of this program's wheels in a package index."""

_VERSION = re.compile(r"[0-9][0-9A-Za-z.+!-]{0,60}")
_WHEELS = f"{PROJECT}-*.whl"
_JUDGED = (0, 1)
"""The exit statuses of a `rejudge` that has printed a result."""


@dataclass(frozen=True, slots=True)
class OtherVersion:
    """Another version that can run on this machine."""

    name: str
    """The version's name, as the user gave it: a version number or a path."""
    python: str
    """The path of the interpreter that runs the version."""
    folder: str = ""
    """The folder with the version's packages; empty: they are installed in the interpreter."""


def find_version(given: str) -> OtherVersion:
    """Return a version by its number, by a folder with a checkout or a wheel, or by a wheel's path.

    For a number, pip installs the version once, into an environment of its own.

    Raises:
        InputFault: `given` is none of these.
        MissingFault: the version can't be fetched or unpacked.
    """
    path = Path(given)
    if (path / "dashboard" / "__main__.py").is_file():
        own = path / ".venv" / "bin" / "python"
        return OtherVersion(
            given, str(own.absolute()) if own.exists() else sys.executable, str(path.resolve())
        )
    if path.is_dir():
        wheels = sorted(path.glob(_WHEELS))
        if len(wheels) != 1:
            raise InputFault(
                f"--rules {given}: expected a checkout, or one {_WHEELS}; {len(wheels)} are there"
            )
        return OtherVersion(given, sys.executable, str(_unpacked(wheels[0])))
    if path.is_file():
        return OtherVersion(given, sys.executable, str(_unpacked(path)))
    if not _VERSION.fullmatch(given):
        raise InputFault(
            f"--rules {given}: expected a version such as 0.4.0, or a folder with a checkout or a wheel"
        )
    return OtherVersion(given, str(_installed(given)))


def judged_by(version: OtherVersion, journal: Path) -> dict[str, Any]:
    """Have another version judge a match again, and return the result that its `rejudge --json` prints.

    Raises:
        InputFault: that version can't judge the match; the message has its reason.
        MissingFault: that version doesn't run here.
    """
    words = ("rejudge", str(journal.parent), "--json", "--data", str(journal.parents[1]))
    # -P: packages that lie in the current folder aren't imported.
    ran = _ran([version.python, "-P", "-m", "dashboard", *words], {"PYTHONPATH": version.folder})
    if ran.returncode not in _JUDGED:
        raise InputFault(f"by {version.name}: {last_line(ran.stderr)}")
    try:
        found = json.loads(ran.stdout)
        return {**found, "differences": list(found["differences"])}
    except (ValueError, KeyError, TypeError) as error:
        raise InputFault(
            f"by {version.name}: expected what `rejudge --json` prints; came {last_line(ran.stdout)!r}"
        ) from error


def _unpacked(wheel: Path) -> Path:
    """Return a folder with a wheel's packages. They run with the libraries that are installed here."""
    try:
        target = _versions() / hashlib.sha256(wheel.read_bytes()).hexdigest()[:24]
        if target.is_dir():
            return target
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent) as made, zipfile.ZipFile(wheel) as packed:
            whole = Path(made) / target.name
            if "dashboard/__main__.py" not in packed.namelist():
                raise InputFault(f"--rules {wheel}: expected a wheel of this program; it has no `dashboard`")
            packed.extractall(whole)
            whole.rename(target)
    except zipfile.BadZipFile as error:
        raise InputFault(f"--rules {wheel}: expected a wheel of this program: {error}") from error
    except OSError as error:
        raise MissingFault(f"--rules {wheel}: can't be unpacked: {error.strerror or error}") from error
    return target


def _installed(version: str) -> Path:
    """Return the interpreter of the environment with a version; pip installs the version if need be.

    Raises:
        MissingFault: pip can't fetch it.
    """
    target = _versions() / version
    interpreter = Path("bin") / "python"
    if (target / interpreter).exists():
        return target / interpreter
    sys.stderr.write(
        f"boardwarden rejudge: fetching {PROJECT} {version} and its libraries by pip, 450 MB on the disk …\n"
    )
    sys.stderr.flush()
    try:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent) as made:
            whole = Path(made) / version
            venv.create(whole, with_pip=True)
            # -I: libraries that PYTHONPATH names would count as installed, and are missing when it judges.
            pip = (str(whole / interpreter), "-I", "-m", "pip")
            ran = _ran([*pip, "install", "--quiet", f"{PROJECT}=={version}"], {})
            if ran.returncode:
                raise MissingFault(
                    f"--rules {version}: pip can't fetch it: {last_line(ran.stderr)}; name a folder with a "
                    "checkout or a wheel of that version instead"
                )
            whole.rename(target)
    except (OSError, subprocess.CalledProcessError) as error:
        raise MissingFault(f"--rules {version}: no environment can be made for it: {error}") from error
    return target / interpreter


def _versions() -> Path:
    return cache_folder().parent / "versions"


def _ran(words: Sequence[str], more: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(  # noqa: S603 # the interpreter of a version that somebody chose to run
            words, env={**os.environ, **more}, capture_output=True, text=True, check=False
        )
    except OSError as error:
        raise MissingFault(f"{words[0]}: can't be run: {error.strerror or error}") from error
