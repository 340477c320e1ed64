"""Writes the report on a checked record, as text for people and as JSON."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from engine.core.counting import counted
from engine.records.anchor import TimeStamp
from engine.records.archive import RecordReport
from engine.session.matches.signing import key_code


def report_json(path: Path, report: RecordReport, anchor: TimeStamp | None = None) -> str:
    """Return a report as a line of `--json`."""
    facts: dict[str, Any] = {
        "match": path.parent.name,
        "holds": report.holds and (anchor is None or not anchor.fault),
        "entries": report.journal.lines,
        "faults": [asdict(fault) for fault in report.journal.faults],
        "torn_bytes": report.journal.torn,
        "messages": report.evidence.messages,
        "sealed": report.evidence.sealed,
        "evidence_faults": [asdict(fault) for fault in report.evidence.faults],
        "code": report.code,
        "key": "" if report.signature is None else key_code(report.signature.key),
        "signature_fault": report.signature_fault,
    }
    if anchor is not None:
        facts["anchor"] = asdict(anchor)
    return json.dumps(facts)


def report_text(path: Path, report: RecordReport, anchor: TimeStamp | None = None) -> str:
    """Return a report as lines for people: one about the record, and one for each fault."""
    journal, evidence = report.journal, report.evidence
    torn = f"; {counted(journal.torn, 'byte')} of an entry that was never completed" if journal.torn else ""
    faults = [f"{path}:{fault.line}: {fault.text}" for fault in journal.faults]
    faults += [f"{path.parent / fault.file}: {fault.text}" for fault in evidence.faults]
    faults += [f"{path}: {report.signature_fault}"] if report.signature_fault else []
    faults += [f"{path.parent / anchor.fault}"] if anchor is not None and anchor.fault else []
    if faults:
        return "\n".join((f"{path.parent.name}  doesn't hold{torn}", *faults))
    sealed = (
        f", {evidence.sealed} of {counted(evidence.messages, 'message')} sealed" if evidence.messages else ""
    )
    signed = (
        f"; signed, code {report.code}, by the table with the key {key_code(report.signature.key)}"
        if report.signature is not None
        else ""
    )
    entries = counted(journal.lines, "entry", "entries")
    return f"{path.parent.name}  holds: {entries}{sealed}{torn}{signed}{_anchored(anchor)}"


def _anchored(anchor: TimeStamp | None) -> str:
    if anchor is None:
        return ""
    if not anchor.at:
        return "; a time stamp that nobody can read here (openssl isn't there)"
    unchecked = "" if anchor.checked else " (unchecked: name the authority's certificate by --authority)"
    return f"; time stamp of {anchor.at}{unchecked}"
