"""A record's time stamp by somebody outside (RFC 3161): it shows that the record was so by then.

`openssl ts` makes the request and checks the answer. Nothing is sent from here: people hand the request to an
authority of their choice, and lay its answer beside the journal.
"""

import re
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cryptography.x509 import load_pem_x509_certificates

from engine.core.faults import InputFault, MissingFault
from engine.core.programs import find_program, last_line
from engine.records.archive import RecordReport
from engine.session.matches.signing import signed_text

REQUEST, ANSWER = "anchor.tsq", "anchor.tsr"
"""The request and the answer, beside the journal."""

_PROGRAM = "openssl"
_PATIENCE_S = 30.0
_STAMPED = "Time stamp:"
"""The line of `openssl ts -reply -text` with the time."""
_ERROR = re.compile(r":error:[0-9A-F]+:[^:]*:[^:]*:(?P<reason>[^:]+):")


@dataclass(frozen=True, slots=True)
class TimeStamp:
    """A time stamp beside a record."""

    at: str
    """The time, in the words of openssl; empty where the answer has none, or without openssl."""
    checked: bool
    """Whether the stamp was checked against an authority's certificate."""
    fault: str = ""
    """Why the stamp isn't one of this record; empty: nothing speaks against it."""


def write_request(path: Path, report: RecordReport) -> Path:
    """Write the request for a stamp beside a journal whose record holds and is signed; return its path.

    Raises:
        InputFault: the record doesn't hold, or isn't signed.
        MissingFault: openssl isn't there, or the disk refuses.
    """
    if not report.holds or report.signature is None:
        why = "isn't signed; the table signs it when the match is over" if report.holds else "doesn't hold"
        raise InputFault(f"{path.parent.name} {why}: there is nothing to put a time stamp on")
    target = path.with_name(REQUEST)
    with tempfile.TemporaryDirectory() as made:
        text = _text_in(Path(made), path, report)
        words = ("-query", "-data", str(text), "-sha256", "-cert", "-out", str(target))
        ran = _openssl(words)
    if ran.returncode:
        raise MissingFault(f"{target}: can't be made: {last_line(ran.stderr)}")
    return target


def found_anchor(path: Path, report: RecordReport, authority: Path | None) -> TimeStamp | None:
    """Return the stamp beside a journal, checked where an `authority`'s certificate is given; None: no stamp.

    Raises:
        InputFault: the authority's certificate is none.
        MissingFault: openssl isn't there, and a stamp is to be checked.
    """
    if authority is not None:
        _expect_certificate(authority)
    answer = path.with_name(ANSWER)
    if not answer.is_file():
        return None
    if authority is None and find_program(_PROGRAM) is None:
        return TimeStamp("", checked=False)
    printed = _openssl(("-reply", "-in", str(answer), "-text"))
    lines = (line.strip() for line in printed.stdout.splitlines())
    at = next((line.removeprefix(_STAMPED).strip() for line in lines if line.startswith(_STAMPED)), "")
    if not at:
        return TimeStamp("", checked=False, fault=f"{ANSWER}: it's no time stamp: {_reason(printed.stderr)}")
    if report.signature is None:
        return TimeStamp(at, checked=False, fault=f"{ANSWER}: it stamps a signed record, and this one isn't")
    if authority is None:
        return TimeStamp(at, checked=False)
    with tempfile.TemporaryDirectory() as made:
        text = _text_in(Path(made), path, report)
        words = ("-verify", "-data", str(text), "-in", str(answer), "-CAfile", str(authority))
        ran = _openssl(words)
    if ran.returncode == 0 and "Verification: OK" in ran.stdout + ran.stderr:
        return TimeStamp(at, checked=True)
    fault = f"{ANSWER}: it isn't a stamp of this record by that authority: {_reason(ran.stderr)}"
    return TimeStamp(at, checked=True, fault=fault)


def _expect_certificate(path: Path) -> None:
    try:
        load_pem_x509_certificates(path.read_bytes())
    except OSError as error:
        raise InputFault(f"{path}: can't be read: {error.strerror}") from error
    except ValueError as error:
        raise InputFault(f"{path}: expected an authority's certificate, in PEM; this is none") from error


def _reason(output: str) -> str:
    """Return why openssl failed: the reason in its last line, which has numbers and files of openssl too."""
    found = _ERROR.search(last_line(output))
    return found["reason"] if found else last_line(output)


def _text_in(folder: Path, path: Path, report: RecordReport) -> Path:
    """Write the four lines that the table signed, as the journal has them today."""
    signature = report.signature
    if signature is None:
        raise InputFault(f"{path.parent.name} isn't signed")
    text = folder / "record.txt"
    text.write_bytes(signed_text(report.match, signature.last_hash, signature.seal))
    return text


def _openssl(words: Sequence[str]) -> subprocess.CompletedProcess[str]:
    program = find_program(_PROGRAM)
    if program is None:
        raise MissingFault("openssl isn't there, which makes and checks time stamps; install it")
    try:
        return subprocess.run(  # noqa: S603 # openssl, found on the path, with files of ours
            [program, "ts", *words], capture_output=True, text=True, timeout=_PATIENCE_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise MissingFault(f"openssl can't be run: {error}") from error
