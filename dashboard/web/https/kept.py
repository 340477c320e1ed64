"""The certificates of a data folder. They are renewed when they are due, and only their owner reads them."""

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
from engine.core.faults import InputFault
from engine.core.whole_file import put_whole

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment] # absent there

FOLDER = "https"
"""The name of the certificates' folder in the data folder."""

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
    """The certificates in one data folder. All tables of the folder share them."""

    data: Path
    """The data folder."""
    names: Callable[[], ServerNames]
    """Returns the names that this machine has now."""
    now: Callable[[], datetime] = utc_now
    """Returns the wall clock's time."""

    @property
    def folder(self) -> Path:
        """The folder of the certificates."""
        return self.data / FOLDER

    def authority(self) -> Certificate | None:
        """Return the authority; None if there is none yet.

        Raises:
            InputFault: its file is damaged, or can't be read.
        """
        return self._read(_AUTHORITY)

    def certificate(self) -> Certificate | None:
        """Return the pages' certificate; None if there is none yet.

        Raises:
            InputFault: its file is damaged, or can't be read.
        """
        return self._read(_PAGES)

    @property
    def file(self) -> Path:
        """The file of the pages' key and certificate."""
        return self._file(_PAGES)

    def refresh(self) -> bool:
        """Make the certificates that are due; return whether the pages' certificate is a new one.

        A lock keeps two tables of one folder from making them twice.

        Raises:
            InputFault: a kept certificate is damaged, or the folder can't be written.
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
        # Key and certificate are one file, so they fit each other even if the program is killed here.
        put_whole(self._file(name), made.with_key, lasts=True)

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
