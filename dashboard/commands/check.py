"""`boardwarden check`: checks a record that somebody hands over, without the table that made it."""

import argparse
from pathlib import Path

from dashboard.commands import DIDNT_HOLD, DONE
from dashboard.commands.record_reports import report_json, report_text
from engine.core.faults import InputFault
from engine.records.anchor import ANSWER, found_anchor
from engine.records.archive import RecordReport, verified
from engine.session.matches.journal import NAME
from engine.session.matches.signing import key_code


def run(parsed: argparse.Namespace) -> int:
    """Check each record, and print what holds and what doesn't.

    Raises:
        InputFault: there is no journal at a path, or the authority's file holds no certificate.
        MissingFault: a time stamp is to be checked, and openssl isn't there.
    """
    status = DONE
    authority = Path(parsed.authority) if parsed.authority else None
    for given in parsed.records:
        path = Path(given) / NAME if Path(given).is_dir() else Path(given)
        if not path.is_file():
            raise InputFault(f"{given}: expected a match's folder, or the {NAME} in one; there is none")
        report = verified(path)
        anchor = found_anchor(path, report, authority)
        if not report.holds or (anchor is not None and anchor.fault):
            status = DIDNT_HOLD
        print((report_json if parsed.json else report_text)(path, report, anchor), flush=True)
        faults = _unlike(report, parsed.code, parsed.key)
        if authority is not None and anchor is None:
            faults = (*faults, f"expected a time stamp beside it ({ANSWER}); there is none")
        for fault in faults:
            print(f"{path}: {fault}", flush=True)
            status = DIDNT_HOLD
    return status


def _unlike(report: RecordReport, code: str, key: str) -> tuple[str, ...]:
    """Return how a record differs from the code and the key that were given; an empty one isn't compared."""
    found = []
    if code and _bare(code) != _bare(report.code):
        found.append(f"expected the record with the code {code}; this one has {report.code or 'none'}")
    signed_by = "" if report.signature is None or report.signature_fault else key_code(report.signature.key)
    if key and _bare(key) != _bare(signed_by):
        found.append(f"expected one signed with the key {key}; found {signed_by or 'no signature'}")
    return tuple(found)


def _bare(code: str) -> str:
    return code.replace("-", "").replace(" ", "").upper()
