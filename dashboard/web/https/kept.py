"""The certificates of a data folder: read, made where they are due, written for their owner alone."""

import logging
import os
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from dashboard.web.https.authority import Certificate, make_authority, make_certificate, read_certificate
from dashboard.web.https.due import Due, ServerNames, authority_due, certificate_due
from dashboard.web.https.machine_names import machine_name
from engine.bus.accounts import write_private
from engine.core.faults import InputFault

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment] # absent there

FOLDER = "https"
"""The folder of the certificates, in the data folder."""

_AUTHORITY, _PAGES = "authority", "pages"

_SAID = {
    Due.FIRST: "made a certificate authority for this table's pages: %s",
    Due.ENDS: "the old certificate authority ends soon; made a new one, which phones must be given again: %s",
}

log = logging.getLogger(__name__)


def utc_now() -> datetime:
    """Return the wall clock's time."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class KeptCertificates:
    """The certificates of the tables of one data folder."""

    data: Path
    """The data folder."""
    names: Callable[[], ServerNames]
    """Returns the names that this machine has now."""
    now: Callable[[], datetime] = utc_now
    """Returns the time."""

    @property
    def folder(self) -> Path:
        """The folder of the certificates."""
        return self.data / FOLDER

    def authority(self) -> Certificate | None:
        """Return the authority as it is kept; None: there is none yet.

        Raises:
            InputFault: it's damaged, or can't be read.
        """
        return self._read(_AUTHORITY)

    def certificate(self) -> Certificate | None:
        """Return the pages' certificate as it is kept; None: there is none yet.

        Raises:
            InputFault: it's damaged, or can't be read.
        """
        return self._read(_PAGES)

    @property
    def file(self) -> Path:
        """The file of the pages' key and certificate."""
        return self._file(_PAGES)

    def refresh(self) -> bool:
        """Make what is due, and return whether anything was. Two tables of one folder make it once.

        Raises:
            InputFault: what is kept is damaged, or the folder can't be written.
        """
        now, names = self.now(), self.names()
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with _alone_in(self.folder):
                return self._refreshed(now, names)
        except OSError as error:
            raise InputFault(
                f"{self.folder}: the table's certificates can't be kept there: {error.strerror or error}"
            ) from error

    def _refreshed(self, now: datetime, names: ServerNames) -> bool:
        authority = self.authority()
        why = authority_due(authority.facts if authority else None, now)
        if authority is None or why is not None:
            authority = make_authority(machine_name(), names, now)
            self._write(_AUTHORITY, authority)
            log.info(_SAID[why or Due.FIRST], authority.name)
        certificate = self.certificate()
        ours = authority.vouches_for(names)
        due = certificate_due(
            certificate.facts if certificate else None,
            authority=authority.key_identifier,
            names=ours,
            now=now,
        )
        if due is None:
            return False
        self._write(_PAGES, make_certificate(authority, ours, now))
        if left := names.without(ours):
            strangers = ", ".join(sorted((*left.hosts, *map(str, left.addresses))))
            log.warning(
                "the table's certificate authority may not vouch for %s: browsers warn there; open the pages "
                "by another address, or give a certificate with --certificate and --key",
                strangers,
            )
        return True

    def _read(self, name: str) -> Certificate | None:
        path = self._file(name)
        try:
            return read_certificate(path.read_bytes())
        except FileNotFoundError:
            return None
        except OSError as error:
            raise InputFault(f"{path}: can't be read: {error.strerror or error}") from error
        except InputFault as error:
            raise InputFault(f"{path}: {error}; move it away, and the table makes a new one") from error

    def _write(self, name: str, made: Certificate) -> None:
        # One file for both: whatever ends the program, a key never stands beside another key's certificate.
        write_private(self._file(name), made.with_key.decode())

    def _file(self, name: str) -> Path:
        return self.folder / f"{name}.pem"


@contextmanager
def _alone_in(folder: Path) -> Generator[None]:
    if fcntl is None:
        yield
        return
    with os.fdopen(os.open(folder / ".lock", os.O_RDWR | os.O_CREAT, 0o600), "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            with suppress(OSError):
                fcntl.flock(file, fcntl.LOCK_UN)
