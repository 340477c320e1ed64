"""The entries of a match's journal: each records an event as JSON values."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from engine.core.game import A, Game, S
from engine.core.ids import Cell, PieceId
from engine.core.layout import Face, Spot
from engine.session.seen.sighting import Leftovers


class EntryKind(StrEnum):
    """The kinds of entries.

    `opened`: a match begins. `introduced`: a player gave a name. `played`: actions were committed. `noted`:
    pieces lie otherwise than the game expects, and are accepted so. `amended`: the state was set otherwise
    than by play; `why` says how. `hands`: the arbiter has all hands shown in the broadcast, or hidden again.
    `remarked`: an event at the table explains a judgement, and changed nothing. `paused`: the players broke
    off, or went on. `clocked`: the clock was set going, stopped, or read. `upgraded`: an older journal adds
    facts that its earlier entries left out (`with_upgrades`). `signed`: the match is over, and the table
    signs all entries before. `unknown`: a newer program wrote the entry; its body has the line's own `kind`
    and `body`, and nothing changes.
    """

    OPENED = "opened"
    INTRODUCED = "introduced"
    PLAYED = "played"
    NOTED = "noted"
    AMENDED = "amended"
    REMARKED = "remarked"
    PAUSED = "paused"
    CLOCKED = "clocked"
    HANDS = "hands"
    UPGRADED = "upgraded"
    SIGNED = "signed"
    UNKNOWN = "unknown"


BESIDE_PLAY = frozenset(
    (
        EntryKind.INTRODUCED,
        EntryKind.REMARKED,
        EntryKind.PAUSED,
        EntryKind.CLOCKED,
        EntryKind.HANDS,
        EntryKind.UPGRADED,
        EntryKind.SIGNED,
        EntryKind.UNKNOWN,
    )
)


class Amendment(StrEnum):
    """Why a state was set otherwise than by play.

    `taken_back`: to an earlier position. `swapped`: players took two like pieces for each other. `adopted`:
    the players said that the table is right. `resigned`: a player left. `adjudicated`: the arbiter ended the
    match. `corrected`: the arbiter corrected a fact.
    """

    TAKEN_BACK = "taken_back"
    SWAPPED = "swapped"
    ADOPTED = "adopted"
    RESIGNED = "resigned"
    ADJUDICATED = "adjudicated"
    CORRECTED = "corrected"


@dataclass(frozen=True, slots=True)
class PersonsWord:
    """The person's word that an amendment rests on, and the reason."""

    by: str = ""
    """The person's name, as they gave it, else their device; empty: it isn't known."""
    reason: str = ""
    """Their reason; empty for none."""


NO_WORD = PersonsWord()
"""An amendment that rests on no person's word alone."""


def dump_word(word: PersonsWord) -> dict[str, str]:
    """Return a word as the fields of an entry; what isn't known is left out."""
    return {key: value for key, value in (("by", word.by), ("reason", word.reason)) if value}


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One entry of a journal."""

    kind: EntryKind
    """The kind of entry."""
    body: dict[str, Any]
    """Its content as JSON values."""


def state_hash(game: Game[S, A], state: S) -> str:
    """Return a short fingerprint of a state."""
    return fingerprint(game.dump(state))


def fingerprint(document: Any) -> str:
    """Return a short fingerprint of a state that was dumped."""
    return hashlib.sha256(canonical(document)).hexdigest()[:16]


def canonical(document: Any) -> bytes:
    """Return JSON values as bytes, always the same for the same values."""
    return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


def dump_leftovers(leftovers: Leftovers) -> dict[str, Any]:
    """Return leftovers as JSON values."""
    return {
        str(piece): None
        if spot is None
        else {
            "cell": str(spot.cell),
            "face": None if spot.face is None else str(spot.face),
            "edge": spot.edge,
            "sideways": spot.sideways,
            **({"covered": True} if spot.covered else {}),
        }
        for piece, spot in sorted(leftovers.items())
    }


def load_leftovers(document: Mapping[str, Any]) -> Leftovers:
    """Return the leftovers that `dump_leftovers` wrote."""
    return {
        PieceId(piece): None
        if spot is None
        else Spot(
            Cell(str(spot["cell"])),
            None if spot["face"] is None else Face(spot["face"]),
            edge=spot["edge"],
            sideways=_sideways(spot),
            covered=bool(spot.get("covered")),
        )
        for piece, spot in document.items()
    }


def _sideways(spot: Mapping[str, Any]) -> bool | None:
    """Return whether a piece lay sideways; older journals have its turn in degrees instead."""
    if "sideways" in spot or spot["turned_deg"] is None:
        return spot.get("sideways")
    return bool(spot["turned_deg"] % 180 == 90)
