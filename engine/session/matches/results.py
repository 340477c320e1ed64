"""The results that a journal's entries keep beside their actions: sentences, states, how the match ended.

With them a match can be read as it was recorded, without any rules. Pure.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from engine.core.decisions import Outcome
from engine.core.faults import InputFault
from engine.core.ids import RuleId, Seat
from engine.core.phrase import Phrase
from engine.core.verdict import PlayedAction
from engine.session.matches.changes import changed, changes_between
from engine.session.matches.entries import EntryKind, JournalEntry, fingerprint
from engine.session.texts import TEXTS

STARTED = "started"
"""The key that is false while the table wasn't yet seen as the match has it."""

RESULTS = "results"
"""The key of an entry's results; journals of the first format have none."""


def dump_results(
    written: Sequence[dict[str, Any]],
    played: Sequence[PlayedAction],
    documents: Sequence[Any],
    over: Outcome | None,
) -> dict[str, Any]:
    """Return the results of an entry's actions as a journal keeps them.

    `documents`: the dumped states, the one before the actions and one after each. `over`: how the match ended
    by them; None: it goes on.
    """
    results: list[dict[str, Any]] = [
        {
            "text": str(one.text),
            "changes": changes_between(*pair),
            **({"shown": one.action} if one.action != action else {}),
        }
        for action, one, pair in zip(written, played, pairwise(documents), strict=True)
    ]
    return {RESULTS: results, **({"over": _dump_outcome(over)} if over is not None else {})}


def with_upgrades(entries: Sequence[JournalEntry]) -> tuple[JournalEntry, ...]:
    """Return a journal's entries, with the facts that later `upgraded` entries add to them."""
    found = list(entries)
    for upgraded in entries:
        if upgraded.kind is EntryKind.UPGRADED:
            for number, results in upgraded.body[RESULTS].items():
                found[int(number) - 1] = _with(found[int(number) - 1], results)
            also: dict[str, Any] = {
                key: upgraded.body[key] for key in ("format", "played_with") if key in upgraded.body
            }
            found[0] = _with(found[0], also)
    return tuple(found)


def _with(entry: JournalEntry, more: Mapping[str, Any]) -> JournalEntry:
    body = {**more, **entry.body}
    if "format" in more:
        body["format"] = more["format"]
    return replace(entry, body=body)


def kept_started(body: Mapping[str, Any]) -> bool:
    """Return whether the table was seen laid out when an entry ended.

    No earlier entry counts: a match that was taken up again has to be laid out once more. A journal from
    before the key was kept says so of every play.
    """
    return bool(body.get(STARTED, True))


def kept_outcome(body: Mapping[str, Any]) -> Outcome | None:
    """Return how a match ended by an entry's own word; None: it went on.

    Raises:
        KeyError, TypeError: the entry isn't one.
    """
    if "over" not in body:
        return None
    kept = body["over"]
    winners = tuple(Seat(str(seat)) for seat in kept["winners"])
    return Outcome(winners, RuleId(str(kept["rule"])), str(kept["reason"]))


def _dump_outcome(outcome: Outcome) -> dict[str, Any]:
    return {
        "winners": [str(seat) for seat in outcome.winners],
        "rule": str(outcome.rule),
        "reason": outcome.reason,
    }


def recorded_actions(entry: JournalEntry) -> tuple[PlayedAction, ...]:
    """Return an entry's actions as it keeps them, without any rules: as everybody may see them."""
    body = entry.body
    return tuple(
        PlayedAction(
            result.get("shown", written), None if by is None else Seat(str(by)), Phrase(str(result["text"]))
        )
        for written, by, result in zip(body["actions"], body["by"], body[RESULTS], strict=True)
    )


class KeptStates:
    """The states that a journal's entries keep, read only as far as they are asked for."""

    def __init__(self, entries: Sequence[JournalEntry]) -> None:
        self.entries = entries
        self._reached = 0
        self._document: Any = None

    def documents(self, number: int) -> tuple[Any, ...]:
        """Return the dumped states at an entry: the one before it, and one after each of its actions.

        Raises:
            InputFault: an entry keeps no results, as in journals of the first format.
            KeyError, TypeError, ValueError, IndexError: the results aren't of this journal.
        """
        found: tuple[Any, ...] = (self._document,)
        for at in range(self._reached + 1, number + 1):
            found = self._after(at)
            self._reached, self._document = at, found[-1]
        return found

    def _after(self, number: int) -> tuple[Any, ...]:
        entry, found = self.entries[number - 1], [self._document]
        if entry.kind is EntryKind.PLAYED:
            if RESULTS not in entry.body:
                raise InputFault(TEXTS.say("journal.no_results"))
            for result in entry.body[RESULTS]:
                found.append(changed(found[-1], result["changes"]))
        elif "state" in entry.body:
            found.append(entry.body["state"])
        if "state_hash" in entry.body and fingerprint(found[-1]) != entry.body["state_hash"]:
            expected = str(entry.body["state_hash"])
            raise InputFault(
                TEXTS.say("journal.fingerprint", expected=expected, found=fingerprint(found[-1]))
            )
        return tuple(found)
