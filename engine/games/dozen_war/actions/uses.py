"""Playing a card and using a skill as actions: the card or skill, and the things in its slots."""

from dataclasses import dataclass

from engine.core.document import Entry
from engine.core.ids import Cell, PieceId
from engine.games.dozen_war.arms import GENERALS
from engine.games.dozen_war.content.effect import ARM_WORDS
from engine.games.dozen_war.content.targets import SLOT_KINDS
from engine.games.dozen_war.position.field import BoardMap, cell_number
from engine.games.dozen_war.position.roster import IS_CASTLE, Roster

Chosen = tuple[tuple[str, tuple[str, ...]], ...]
"""Each slot with the things in it, as written. Slots are in the order of `SLOT_KINDS`; one slot may occur
several times."""

_LISTS = ("units", "targets", "faces", "mountains")
COPY = "copy"
"""The key of the slot `skill`, because `skill` itself is the word of the action."""
_SLOT_OF_KEY = {COPY if slot == "skill" else slot: slot for slot in SLOT_KINDS}


@dataclass(frozen=True, slots=True)
class Play:
    """A player plays an equipment card, in that player's turn or as an answer (DW-10.1)."""

    card: str
    """The card's slug."""
    chosen: Chosen = ()
    """The things in the card's slots."""


@dataclass(frozen=True, slots=True)
class Skill:
    """A general uses a skill, in its player's turn or as an answer (DW-9.1)."""

    piece: PieceId
    """The general that uses the skill."""
    number: int
    """The skill's number, 1 to 3."""
    chosen: Chosen = ()
    """The things in the skill's slots."""


def parse_use(entry: Entry, roster: Roster, field: BoardMap) -> Play | Skill:
    """Return the card or skill that an entry with the key `play` or `skill` uses.

    Raises:
        InputFault: unknown keys, pieces, hexes, seats, arms or faces.
    """
    found = entry.mapping()
    slots = tuple(_SLOT_OF_KEY)
    if "play" in found:
        entry.fields(required=("play",), optional=slots)
    else:
        entry.fields(required=("skill", "number"), optional=slots)
    chosen = []
    for key, slot in _SLOT_OF_KEY.items():
        if key in found:
            value = found[key]
            several = value.sequence() if isinstance(value.value, tuple) else (value,)
            if len(several) > 1 and slot not in _LISTS:
                raise value.fault(f"one only; a list goes with {', '.join(_LISTS)}")
            texts = [_text(one, SLOT_KINDS[slot], roster, field) for one in several]
            chosen.append((slot, tuple(sorted(texts, key=lambda text: _order(text, roster, field)))))
    if "play" in found:
        return Play(found["play"].text(), tuple(chosen))
    name = PieceId(found["skill"].text())
    if name not in roster.index or IS_CASTLE[roster.index[name]]:
        raise found["skill"].fault(f"no such general '{name}'; expected one like {roster.ids[24]}")
    return Skill(name, found["number"].whole(1, 3), tuple(chosen))


def format_use(action: Play | Skill) -> dict[str, object]:
    """Return the action as scenario files write it; inverse of `parse_use`."""
    written: dict[str, object] = (
        {"play": action.card}
        if isinstance(action, Play)
        else {"skill": str(action.piece), "number": action.number}
    )
    for slot, texts in action.chosen:
        values: list[object] = [int(text) for text in texts] if slot == "faces" else list(texts)
        written[COPY if slot == "skill" else slot] = values if slot in _LISTS else values[0]
    return written


def _text(entry: Entry, kind: str, roster: Roster, field: BoardMap) -> str:
    match kind:
        case "piece":
            name = PieceId(entry.text())
            if name not in roster.index:
                raise entry.fault(
                    f"no such piece '{name}'; expected one like {roster.ids[0]} or {roster.ids[24]}"
                )
            return str(name)
        case "cell":
            return str(field.cells[cell_number(entry, field.index)])
        case "seat":
            return entry.text(tuple(str(seat) for seat in roster.seats))
        case "arm":
            return entry.text(ARM_WORDS)
        case "face":
            return str(entry.whole(1, 6))
        case _:
            return entry.text(tuple(f"{general}.{number}" for general in GENERALS for number in (1, 2, 3)))


def _order(text: str, roster: Roster, field: BoardMap) -> tuple[int, str]:
    """Return a sort key by number, so that the same choice is written in one way only."""
    if PieceId(text) in roster.index:
        return roster.index[PieceId(text)], text
    return field.index.get(Cell(text), 0), text
