"""This machine's systemd: where its units lie, and what it's asked to do. Runs systemctl and journalctl."""

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from engine.core.faults import InputFault, MissingFault


@dataclass(frozen=True, slots=True)
class Systemd:
    """The system's manager of services, or this user's."""

    of_system: bool
    """Whether it is the system's; else this user's."""

    @property
    def units(self) -> Path:
        """The folder of the units."""
        if self.of_system:
            return Path("/etc/systemd/system")
        home = os.environ.get("XDG_CONFIG_HOME")
        return (Path(home) if home else Path.home() / ".config") / "systemd" / "user"

    def expect_there(self) -> None:
        """See that it runs, and that we may change it.

        Raises:
            MissingFault: this machine isn't run by systemd, or this user's doesn't run.
            InputFault: only root may change the system's.
        """
        if shutil.which("systemctl") is None or not Path("/run/systemd/system").is_dir():
            raise MissingFault(
                "this machine isn't run by systemd; --into DIR writes the unit alone, for a machine that is"
            )
        if self.of_system and os.geteuid() != 0:
            raise InputFault("--system: only root may do that; run it with sudo, or leave --system out")
        if not self.of_system and self._systemctl("show-environment", quiet=True) != 0:
            raise MissingFault(
                "this user's systemd doesn't answer (systemctl --user); sign in to a session of your own, "
                "without su or sudo, or use --system"
            )

    def start(self, unit: str) -> bool:
        """Start a unit, now and whenever the machine starts; False: it didn't come up."""
        self._expect("daemon-reload")
        self._expect("enable", "--quiet", unit)
        return self._systemctl("restart", unit) == 0

    def stop(self, unit: str) -> None:
        """Have it stop a unit, and never start it again."""
        self._systemctl("disable", "--quiet", "--now", unit)

    def forget(self, unit: str) -> None:
        """Have it notice that a unit's file has gone."""
        self._expect("daemon-reload")
        self._systemctl("reset-failed", unit, quiet=True)

    def show(self, unit: str) -> bool:
        """Print how a unit does; tell whether it runs."""
        self._systemctl("status", "--no-pager", "--lines=0", unit)
        return self._systemctl("is-active", "--quiet", unit) == 0

    def print_log(self, unit: str, *, lines: int, follow: bool, journal: str = "") -> int:
        """Print what a unit said last; return journalctl's exit status."""
        words = ["journalctl", "--no-pager", f"--lines={lines}"]
        words += [f"--namespace={journal}"] if journal else []
        words += [f"--unit={unit}" if self.of_system else f"--user-unit={unit}"]
        words += ["--follow"] if follow else []
        return _run(words)

    def keep_without_session(self) -> bool:
        """Have the user's services run while nobody is signed in; False where that is refused."""
        words = ["loginctl", "enable-linger", str(os.getuid())]
        return self.of_system or (shutil.which(words[0]) is not None and _run(words, quiet=True) == 0)

    def _expect(self, *words: str) -> None:
        if self._systemctl(*words) != 0:
            raise MissingFault(f"systemd refuses `systemctl {' '.join(words)}`; its words are above")

    def _systemctl(self, *words: str, quiet: bool = False) -> int:
        return _run(["systemctl", *(() if self.of_system else ("--user",)), *words], quiet=quiet)


def _run(words: list[str], *, quiet: bool = False) -> int:
    out = subprocess.DEVNULL if quiet else None
    try:
        return subprocess.run(words, check=False, stdout=out, stderr=out).returncode  # noqa: S603 # our own words
    except FileNotFoundError as error:
        raise MissingFault(f"{words[0]} isn't installed; it comes with systemd") from error
