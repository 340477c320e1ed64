"""The faults of a journal that somebody changed, line by line. Pure.

A forger who rewrites a whole journal with every hash, or cuts off its end, leaves no fault in the chain. So
the journal is also compared with the evidence.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from engine.session.matches.evidence_log import EvidenceReach, JournalEnd
from engine.session.matches.journal import FIRST_HASH, SEAL, chained, other_format, parse_line


@dataclass(frozen=True, slots=True)
class ChainFault:
    """One line of a journal that isn't as it was written, and the change that was made."""

    line: int
    """The line's number in the file, from 1."""
    text: str
    """The fault and its remedy, for people."""


@dataclass(frozen=True, slots=True)
class ChainReport:
    """The state of a journal's chain after a check."""

    lines: int
    """How many lines it has."""
    faults: tuple[ChainFault, ...]
    """The lines that aren't as they were written."""
    torn: int = 0
    """The bytes of a last entry that was never acknowledged."""


def check_chain(content: bytes) -> ChainReport:
    """Return every place where a journal's bytes don't follow from the bytes before.

    Each line is compared with the hash that the line before it states. So one change is one fault, and not a
    fault in every later line.
    """
    other = other_format(content)
    if other:
        return ChainReport(0, (ChainFault(1, f"this is no journal but {other}"),))
    lines = content.split(b"\n")
    tail = lines.pop()
    found = [parse_line(line) for line in lines]
    torn = len(tail)
    # A last line that isn't whole was never acknowledged, whenever the power failed.
    if found and found[-1] is None:
        torn += len(lines[-1]) + 1
        found.pop()
    at: dict[object, int] = {}
    for number, one in enumerate(found, start=1):
        if one is not None:
            at.setdefault(one["n"], number)
    faults = [
        ChainFault(number, text)
        for number, one in enumerate(found, start=1)
        if (text := _fault(number, one, found, at))
    ]
    if not found:
        faults.append(ChainFault(1, "the journal has no whole entry; expected an entry 'opened'"))
    return ChainReport(len(found), tuple(faults), torn)


def check_against(content: bytes, kept: Iterable[JournalEnd]) -> ChainFault | None:
    """Return the first place where a sound journal differs from its evidence.

    This finds entries that were cut off at the end, and a journal that was rewritten as a whole.
    """
    found = [parse_line(line) for line in content.split(b"\n")]
    hashes = [one["hash"] for one in found if one is not None]
    for one in kept:
        if one.entries > len(hashes):
            return ChainFault(
                len(hashes) + 1,
                f"entries from {len(hashes) + 1} on were cut off: the evidence saw {one.entries} written",
            )
        if one.entries and hashes[one.entries - 1] != one.last_hash:
            return ChainFault(
                one.entries,
                f"entry {one.entries}, or one before it, isn't the one that was written: the evidence saw "
                f"the hash {one.last_hash[:12]}..., here is {hashes[one.entries - 1][:12]}...",
            )
    return None


def seals_of(content: bytes) -> tuple[tuple[EvidenceReach, float], ...]:
    """Return the length and time of the evidence at each entry of a sound journal that seals it."""
    found = []
    for text in content.split(b"\n"):
        line = parse_line(text)
        if line is None or SEAL not in line["body"]:
            continue
        with suppress(TypeError, ValueError):  # another program's
            found.append((EvidenceReach.load(line["body"][SEAL]), float(line["at"])))
    return tuple(found)


def _fault(
    number: int,
    one: dict[str, Any] | None,
    found: Sequence[dict[str, Any] | None],
    at: Mapping[object, int],
) -> str:
    """Return the fault of one line; empty: it has none, or it's reported at another line.

    A line is right if the entry that it follows stands anywhere before it. Of two exchanged lines, the one
    that comes too early is reported.
    """
    if one is None:
        return "this is no entry: it was changed; expected a JSON object with a hash"
    entry = one["n"]
    if not isinstance(entry, int) or entry < 1:
        return f"this is no entry: expected n from 1, found {entry!r}"
    if at[entry] != number:
        return f"entry {entry} stands here again; it is on line {at[entry]} too"
    where = at.get(entry - 1)
    before = found[where - 1] if where is not None else None
    if entry > 1 and before is None:
        if number > 1 and found[number - 2] is None:
            return ""  # the line before is reported
        last = max((known for known in at if isinstance(known, int) and known < entry), default=0)
        which = f"entry {entry - 1} was" if last == entry - 2 else f"entries {last + 1} to {entry - 1} were"
        return f"{which} removed before entry {entry}"
    if where is not None and where > number:
        return f"entry {entry} was moved: it follows entry {entry - 1}, which is on line {where}"
    if one["hash"] != chained(before["hash"] if before is not None else FIRST_HASH, one):
        return (
            f"entry {entry} ({one['kind']}) was changed, or the one before it together with its hash: "
            f"{str(one['hash'])[:12]}... isn't what it and the hash before it give"
        )
    return ""
