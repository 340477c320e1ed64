"""The parts of verdicts, answers and entries that must come out equal when a match is judged again. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from engine.bus.messages.commands import Answer
from engine.core.phrase import load_phrase
from engine.core.verdict import Verdict
from engine.session.matches.entries import EntryKind, JournalEntry, canonical, dump_leftovers, load_leftovers
from engine.session.matches.journal import SEAL
from engine.session.matches.results import RESULTS
from engine.session.seen.sighting import START


def compared(sent: Sequence[Verdict | Answer]) -> list[Verdict | Answer]:
    """Return the messages that must come out equal; older evidence doesn't name an answer's receiver."""
    return [replace(one, seat=None) if isinstance(one, Answer) else one for one in sent]


def without_looks(sent: Sequence[Verdict | Answer]) -> list[Verdict | Answer]:
    """Return verdicts without the looks that they rest on."""
    return [
        replace(one, taken_at=START, frame=0, proofs=()) if isinstance(one, Verdict) else one for one in sent
    ]


def compared_entry(entry: JournalEntry, *, turns: bool) -> bytes:
    """Return the parts of an entry that must come out equal; times are measured, not judged.

    Of a sentence only its English counts, because older journals have no more. `turns`: whether the turn of
    accepted pieces counts.
    """
    if entry.kind is EntryKind.CLOCKED:
        return b""
    body = dict(entry.body)
    # They follow from the state, whose fingerprint is compared; journals of the first format have none.
    body.pop(RESULTS, None)
    body.pop("over", None)
    body.pop(SEAL, None)
    # It stands in the sentence, too; older journals have it there alone.
    body.pop("reason", None)
    if "text" in body:
        body["text"] = str(load_phrase(body["text"]))
    if "leftovers" in body and not turns:
        lies = load_leftovers(body["leftovers"])
        body["leftovers"] = dump_leftovers(
            {piece: spot and replace(spot, sideways=None) for piece, spot in lies.items()}
        )
    return canonical(body)


def says_turns(entry: JournalEntry) -> bool:
    """Tell whether an entry has the turn of accepted pieces in today's form; older ones have degrees."""
    return not any(spot and "turned_deg" in spot for spot in entry.body.get("leftovers", {}).values())
