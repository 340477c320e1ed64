"""A table's signature under a match's record: anybody can check it, and only the table can make one.

It's Ed25519 (RFC 8032), with a key that a table makes once. It covers four lines, among them the match's
name, the last hash of its journal, which depends on every entry before, and the seal of its evidence.
"""

import base64
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from engine.bus.sealing import KEY_BYTES, write_new
from engine.core.faults import InputFault
from engine.core.game import S
from engine.core.ids import Seconds
from engine.session.matches.entries import EntryKind, JournalEntry
from engine.session.matches.evidence_log import EvidenceReach
from engine.session.matches.journal import Journal
from engine.session.matches.match import Match

_HEAD = "boardwarden record"
_CODE_LETTERS, _GROUP = 16, 4


@dataclass(frozen=True, slots=True)
class RecordSignature:
    """A signature under a record, as its journal keeps it."""

    entries: int
    """How many entries of the journal it covers."""
    last_hash: str
    """The hash of the last of them."""
    key: str
    """The table's public key, in hexadecimal."""
    signature: str
    """The signature, in hexadecimal."""
    seal: EvidenceReach | None = None
    """The length of the evidence; None: none was recorded."""

    def code(self, match: str) -> str:
        """The code of the record: a person who wrote it down at the end knows the record by it."""
        return code_of(signed_text(match, self.last_hash, self.seal))

    def is_right(self, match: str) -> bool:
        """Tell whether the key that it names signed the record of this match."""
        try:
            public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(self.key))
            public.verify(bytes.fromhex(self.signature), signed_text(match, self.last_hash, self.seal))
        except (InvalidSignature, ValueError):
            return False
        return True


class TableSigner:
    """Signs the records of one table."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key
        self.public = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()

    def signed(self, match: str, entries: int, last_hash: str, seal: EvidenceReach | None) -> RecordSignature:
        """Return the table's signature under a record of this length."""
        signature = self._key.sign(signed_text(match, last_hash, seal)).hex()
        return RecordSignature(entries, last_hash, self.public, signature, seal)


def sign(
    signer: TableSigner, journal: Journal, match: Match[S], seal: EvidenceReach | None, at: Seconds
) -> Match[S]:
    """Sign a record in a new entry behind its journal; return the match with the record's code.

    Raises:
        JournalFault: the disk refuses.
    """
    name = match.opening.match
    found = signer.signed(name, *journal.reach, seal)
    body = {"revision": match.revision, **dump_signature(found)}
    journal.append((JournalEntry(EntryKind.SIGNED, body),), at)
    return replace(match, code=found.code(name))


def table_signer(folder: Path, table: str) -> TableSigner:
    """Return the signer of a table's records, with the key in its data folder, which is made if needed.

    Raises:
        InputFault: the key's file can't be read or written, or holds no key.
    """
    path = folder / f".{quote(table, safe='')}.signing-key"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            write_new(path, Ed25519PrivateKey.generate().private_bytes_raw().hex())
        key = bytes.fromhex(path.read_text(encoding="ascii").strip())
    except (OSError, ValueError) as error:
        raise InputFault(f"{path}: the key for signatures can't be read or written: {error}") from error
    if len(key) != KEY_BYTES:
        raise InputFault(f"{path}: expected {2 * KEY_BYTES} hexadecimal digits; found {2 * len(key)}")
    return TableSigner(Ed25519PrivateKey.from_private_bytes(key))


def signed_text(match: str, last_hash: str, seal: EvidenceReach | None) -> bytes:
    """Return the bytes that are signed: four lines."""
    evidence = "-" if seal is None else f"{seal.file} {seal.messages} {seal.digest}"
    return f"{_HEAD}\n{match}\n{last_hash}\n{evidence}\n".encode()


def code_of(content: bytes) -> str:
    """Return 80 bits of a SHA-256 in the form that people write down: `ABCD-EFGH-IJKL-MNOP`."""
    letters = base64.b32encode(hashlib.sha256(content).digest()).decode()[:_CODE_LETTERS]
    return "-".join(letters[at : at + _GROUP] for at in range(0, _CODE_LETTERS, _GROUP))


def key_code(key: str) -> str:
    """Return a public key's fingerprint in the form that people compare.

    Raises:
        ValueError: the key isn't hexadecimal.
    """
    return code_of(bytes.fromhex(key))


def dump_signature(found: RecordSignature) -> dict[str, Any]:
    """Return a signature as JSON values."""
    body: dict[str, Any] = {
        "entries": found.entries,
        "hash": found.last_hash,
        "key": found.key,
        "signature": found.signature,
    }
    if found.seal is not None:
        body["seal"] = found.seal.dump()
    return body


def load_signature(body: Mapping[str, Any]) -> RecordSignature:
    """Return a signature; inverse of `dump_signature`.

    Raises:
        KeyError, TypeError, ValueError: the body is no signature.
    """
    return RecordSignature(
        int(body["entries"]),
        str(body["hash"]),
        str(body["key"]),
        str(body["signature"]),
        EvidenceReach.load(body["seal"]) if "seal" in body else None,
    )
