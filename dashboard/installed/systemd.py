"""The connection to this machine's systemd, by the programs systemctl, journalctl and loginctl."""

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from engine.core.faults import InputFault, MissingFault


@dataclass(frozen=True, slots=True)
class Systemd:
    """The systemd that manages the system's services, or this user's."""

    of_system: bool
    """Whether it's the system's systemd; else it's this user's."""

    @property
    def units(self) -> Path:
        """The folder of the units."""
        if self.of_system:
            return Path("/etc/systemd/system")
        home = os.environ.get("XDG_CONFIG_HOME")
        return (Path(home) if home else Path.home() / ".config") / "systemd" / "user"

    @property
    def command(self) -> str:
        """The program that changes its units, as a person types it."""
        return "sudo systemctl" if self.of_system else "systemctl --user"

    def expect_there(self, otherwise: str) -> None:
        """Check that this systemd runs, and that we may change its units.

        `otherwise`: what to do on a machine without systemd, the end of a sentence.

        Raises:
            MissingFault: this machine isn't run by systemd, or this user's systemd doesn't run.
            InputFault: only root may change the system's units.
        """
        if shutil.which("systemctl") is None or not Path("/run/systemd/system").is_dir():
            raise MissingFault(f"this machine isn't run by systemd; {otherwise}")
        if self.of_system and os.geteuid() != 0:
            raise InputFault("--system: only root may do that; run it with sudo, or leave --system out")
        if not self.of_system and self._systemctl("show-environment", quiet=True) != 0:
            raise MissingFault(
                "this user's systemd doesn't answer (systemctl --user); sign in to a session of your own, "
                "without su or sudo, or use --system"
            )

    def start(self, unit: str) -> bool:
        """Start a unit, now and at every start of the machine; return whether it came up."""
        self._expect("daemon-reload")
        self._expect("enable", "--quiet", unit)
        return self._systemctl("restart", unit) == 0

    def stop(self, unit: str) -> None:
        """Stop a unit, and don't start it with the machine any more."""
        self._systemctl("disable", "--quiet", "--now", unit)

    def forget(self, unit: str) -> None:
        """Make systemd notice that a unit's file was removed."""
        self._expect("daemon-reload")
        self._systemctl("reset-failed", unit, quiet=True)

    def show(self, unit: str) -> bool:
        """Print a unit's state; return whether the unit runs."""
        self._systemctl("status", "--no-pager", "--lines=0", unit)
        return self._systemctl("is-active", "--quiet", unit) == 0

    def print_log(self, unit: str, *, lines: int, follow: bool, journal: str = "") -> int:
        """Print a unit's last messages; return journalctl's exit status.

        Args:
            unit: The unit's name.
            lines: The number of lines.
            follow: Whether new lines are printed as they come, until Ctrl-C.
            journal: The journal's name space; empty: the usual journal.
        """
        words = ["journalctl", "--no-pager", f"--lines={lines}"]
        words += [f"--namespace={journal}"] if journal else []
        words += [f"--unit={unit}" if self.of_system else f"--user-unit={unit}"]
        words += ["--follow"] if follow else []
        return _run(words)

    def keep_without_session(self) -> bool:
        """Let the user's services run while the user isn't signed in; return whether the system allows it."""
        words = ["loginctl", "enable-linger", str(os.getuid())]
        return self.of_system or (shutil.which(words[0]) is not None and _run(words, quiet=True) == 0)

    def _expect(self, *words: str) -> None:
        if self._systemctl(*words) != 0:
            raise MissingFault(f"systemd refuses `systemctl {' '.join(words)}`; its messages are above")

    def _systemctl(self, *words: str, quiet: bool = False) -> int:
        return _run(["systemctl", *(() if self.of_system else ("--user",)), *words], quiet=quiet)


def _run(words: list[str], *, quiet: bool = False) -> int:
    out = subprocess.DEVNULL if quiet else None
    try:
        return subprocess.run(words, check=False, stdout=out, stderr=out).returncode  # noqa: S603 # our own words
    except FileNotFoundError as error:
        raise MissingFault(f"{words[0]} isn't installed; it comes with systemd") from error
