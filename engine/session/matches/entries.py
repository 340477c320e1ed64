"""The entries of a match's journal: each says what happened as JSON values."""

import hashlib
import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from engine.core.game import A, Game, S
from engine.session.seen.sighting import Leftovers


class EntryKind(StrEnum):
    """The kinds of entries.

    `opened`: a match begins. `introduced`: a player said what to be called. `played`: actions were committed.
    `noted`: pieces lie otherwise than the game expects, and that is put up with. `amended`: the state was set
    otherwise than by play; `why` says how. `hands`: the arbiter has all hands shown in the broadcast, or not
    any more. `remarked`: something happened to the table that explains what was judged, and changed nothing.
    `paused`: the players broke off, or went on. `clocked`: the clock was set going, stopped, or read.
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


BESIDE_PLAY = frozenset(
    (EntryKind.INTRODUCED, EntryKind.REMARKED, EntryKind.PAUSED, EntryKind.CLOCKED, EntryKind.HANDS)
)


class Amendment(StrEnum):
    """Why a state was set otherwise than by play.

    `taken_back`: to an earlier position. `swapped`: two pieces that are alike were taken for each other.
    `adopted`: the players said that the table is right. `resigned`: a player went home. `adjudicated`: the
    arbiter ended the match. `corrected`: the arbiter corrected a fact.
    """

    TAKEN_BACK = "taken_back"
    SWAPPED = "swapped"
    ADOPTED = "adopted"
    RESIGNED = "resigned"
    ADJUDICATED = "adjudicated"
    CORRECTED = "corrected"


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One entry of a journal."""

    kind: EntryKind
    """The kind of entry."""
    body: dict[str, Any]
    """Its content as JSON values."""


def state_hash(game: Game[S, A], state: S) -> str:
    """Return a short fingerprint of a state."""
    return hashlib.sha256(canonical(game.dump(state))).hexdigest()[:16]


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
