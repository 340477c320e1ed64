"""The pages' encryption: by the table's own certificates, or by certificate files that its owner gives."""

import asyncio
import logging
import ssl
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from cryptography import x509

from dashboard.web.https.authority import Certificate
from dashboard.web.https.kept import KeptCertificates
from engine.core.faults import InputFault

LOOKED_AT_EVERY_S = 60.0
"""The time between two looks at the certificates and this machine's addresses."""

log = logging.getLogger(__name__)


class Encryption(Protocol):
    """The certificates of a server."""

    @property
    def context(self) -> ssl.SSLContext:
        """The newest TLS settings, for connections that begin now."""

    @property
    def authority(self) -> Certificate | None:
        """The authority that people have to install first; None if devices trust the certificate already."""

    def refresh(self) -> None:
        """Make the certificates that are due, or load renewed ones. Blocks.

        Raises:
            InputFault: a certificate can't be read or made; the present one stays in use.
        """


class OwnEncryption:
    """Encryption by the table's own authority, which renews the pages' certificate."""

    def __init__(self, kept: KeptCertificates) -> None:
        """Make the certificates that are due, and load them.

        Raises:
            InputFault: a kept certificate is damaged, or the folder can't be written.
        """
        self._kept = kept
        kept.refresh()
        self._load()

    def _load(self) -> None:
        authority, certificate = self._kept.authority(), self._kept.certificate()
        if authority is None or certificate is None:
            raise InputFault(f"{self._kept.folder}: the certificates were taken away; start the table again")
        self.authority: Certificate | None = authority
        self._shown = certificate.der
        self.context = context_of(self._kept.file)

    def refresh(self) -> None:
        """Make the certificates that are due, or load those that another table of the folder has made."""
        self._kept.refresh()
        certificate = self._kept.certificate()
        if certificate is not None and certificate.der != self._shown:
            self._load()
            log.info("the pages have a new certificate")


class GivenEncryption:
    """Encryption by two files, a certificate and its key, as certbot keeps them."""

    authority: Certificate | None = None
    """Always None: devices trust the certificate's authority already."""

    def __init__(self, certificate: Path, key: Path) -> None:
        """Read the two files.

        Raises:
            InputFault: a file can't be read, the key isn't the certificate's, or the certificate has ended.
        """
        self._certificate, self._key = certificate, key
        self._read = self._edition()
        expect_holds(certificate, datetime.now(UTC))
        self.context = context_of(certificate, key)

    def refresh(self) -> None:
        """Read the two files again if they were changed."""
        edition = self._edition()
        if edition != self._read:
            self.context = context_of(self._certificate, self._key)
            self._read = edition
            log.info("the pages have the new certificate of %s", self._certificate)

    def _edition(self) -> tuple[tuple[int, int], ...]:
        try:
            found = [path.stat() for path in (self._certificate, self._key)]
        except OSError as error:
            raise InputFault(
                f"--certificate: {error.filename}: can't be read: {error.strerror or error}"
            ) from error
        return tuple((one.st_mtime_ns, one.st_size) for one in found)


def context_of(certificate: Path, key: Path | None = None) -> ssl.SSLContext:
    """Return the TLS settings of a server; without `key` the key is in the certificate's file.

    Raises:
        InputFault: a file can't be read, or the key isn't the certificate's.
    """
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.minimum_version = ssl.TLSVersion.TLSv1_2
    made.set_alpn_protocols(["http/1.1"])
    at = f"--certificate {certificate}" if key is None else f"--certificate {certificate} --key {key}"
    try:
        # Never ask for a passphrase: a service has no terminal where somebody could type it.
        made.load_cert_chain(certificate, key, password=lambda: "")
    except ssl.SSLError as error:
        why = {"KEY_VALUES_MISMATCH": "the key isn't this certificate's"}.get(error.reason or "")
        raise InputFault(
            f"{at}: expected a certificate and its key in PEM, without a passphrase"
            + (f": {why}" if why else "")
        ) from error
    except OSError as error:
        raise InputFault(f"{at}: can't be read: {error.strerror or error}") from error
    return made


def expect_holds(certificate: Path, now: datetime) -> None:
    """Check that a certificate hasn't ended.

    Raises:
        InputFault: the certificate has ended, or the file has none.
    """
    try:
        found = x509.load_pem_x509_certificates(certificate.read_bytes())[0]
    except OSError as error:
        raise InputFault(f"--certificate {certificate}: can't be read: {error.strerror or error}") from error
    except ValueError as error:
        raise InputFault(f"--certificate {certificate}: expected a certificate in PEM: {error}") from error
    if found.not_valid_after_utc < now:
        raise InputFault(
            f"--certificate {certificate}: it ended on {found.not_valid_after_utc:%Y-%m-%d}; renew it"
        )


async def keep_fresh(encryption: Encryption, every_s: float = LOOKED_AT_EVERY_S) -> None:
    """Renew the certificates every `every_s`, without end. A fault is logged once, and the old ones stay."""
    said = ""
    while True:
        await asyncio.sleep(every_s)
        try:
            await asyncio.to_thread(encryption.refresh)
            said = ""
        except InputFault as error:
            if str(error) != said:
                said = str(error)
                log.warning("the pages' certificate isn't renewed: %s", said)
