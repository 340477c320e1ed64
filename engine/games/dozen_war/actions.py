"""The actions and answers of Dozen War, as scenario files write them."""

from dataclasses import dataclass
from typing import Any

from engine.core.document import Entry
from engine.core.ids import Cell, PieceId
from engine.games.dozen_war.field import Field, cell_number
from engine.games.dozen_war.roster import IS_CASTLE, IS_GENERAL, Roster


@dataclass(frozen=True, slots=True)
class Move:
    """A unit moves (DW-18.2)."""

    piece: PieceId
    to: Cell


@dataclass(frozen=True, slots=True)
class Attack:
    """A unit attacks; `splash` is the second victim (DW-6.2), None where there is none."""

    piece: PieceId
    target: PieceId
    splash: PieceId | None = None


@dataclass(frozen=True, slots=True)
class Warp:
    """A unit in an own castle goes to the warp point (DW-14.3)."""

    piece: PieceId


@dataclass(frozen=True, slots=True)
class Revive:
    """A killed general comes back for coins (DW-8.3)."""

    piece: PieceId
    at: Cell


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The player ends the turn (DW-18.5)."""


@dataclass(frozen=True, slots=True)
class Block:
    """An infantryman takes the hit (DW-5.3)."""

    piece: PieceId


@dataclass(frozen=True, slots=True)
class Accept:
    """The attacked player gives no (further) answer."""


@dataclass(frozen=True, slots=True)
class Place:
    """A player puts a general into a castle before the match (DW-16.4)."""

    piece: PieceId
    at: Cell


Action = Move | Attack | Warp | Revive | EndTurn | Block | Accept | Place

_SHAPES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "move": (("move", "to"), ()),
    "attack": (("attack", "target"), ("splash",)),
    "warp": (("warp",), ()),
    "revive": (("revive", "at"), ()),
    "end_turn": (("end_turn",), ()),
    "block": (("block",), ()),
    "accept": (("accept",), ()),
    "place": (("place", "at"), ()),
}

_LATER = ("dig", "play", "skill", "discard", "assign", "draft")


def parse_action(entry: Entry, roster: Roster, field: Field) -> Action:
    """Return the action that an entry writes.

    Raises:
        InputFault: an unknown or unsupported action, unknown keys, pieces or hexes.
    """
    found = entry.mapping()
    for word in _LATER:
        if word in found:
            raise found[word].fault(
                f"not supported yet; the actions that can be played are {', '.join(_SHAPES)}"
            )
    words = [word for word in _SHAPES if word in found]
    if len(words) != 1:
        raise entry.fault(f"expected one of the actions {', '.join(_SHAPES)}; found {', '.join(found)}")
    required, optional = _SHAPES[words[0]]
    entry.fields(required=required, optional=optional)

    def unit(key: str) -> PieceId:
        return _piece(found[key], roster, castles=False)

    def cell(key: str) -> Cell:
        return field.cells[cell_number(found[key], field.index)]

    match words[0]:
        case "move":
            return Move(unit("move"), cell("to"))
        case "attack":
            splash = _piece(found["splash"], roster, castles=True) if "splash" in found else None
            return Attack(unit("attack"), _piece(found["target"], roster, castles=True), splash)
        case "warp":
            return Warp(unit("warp"))
        case "revive":
            return Revive(_general(found["revive"], roster), cell("at"))
        case "block":
            return Block(unit("block"))
        case "place":
            return Place(_general(found["place"], roster), cell("at"))
        case "end_turn":
            _must_be_true(found["end_turn"])
            return EndTurn()
        case _:
            _must_be_true(found["accept"])
            return Accept()


def format_action(action: Action) -> dict[str, Any]:
    """Return the action as scenario files write it; inverse of `parse_action`."""
    match action:
        case Move(piece, to):
            return {"move": str(piece), "to": str(to)}
        case Attack(piece, target, None):
            return {"attack": str(piece), "target": str(target)}
        case Attack(piece, target, splash):
            return {"attack": str(piece), "target": str(target), "splash": str(splash)}
        case Warp(piece):
            return {"warp": str(piece)}
        case Revive(piece, at):
            return {"revive": str(piece), "at": str(at)}
        case Block(piece):
            return {"block": str(piece)}
        case Place(piece, at):
            return {"place": str(piece), "at": str(at)}
        case EndTurn():
            return {"end_turn": True}
        case Accept():
            return {"accept": True}


def _piece(entry: Entry, roster: Roster, *, castles: bool) -> PieceId:
    name = PieceId(entry.text())
    if name not in roster.index:
        raise entry.fault(f"no such piece '{name}'; expected one like {roster.ids[0]} or {roster.ids[24]}")
    if IS_CASTLE[roster.index[name]] and not castles:
        raise entry.fault(f"'{name}' is a castle; expected a soldier or a general")
    return name


def _general(entry: Entry, roster: Roster) -> PieceId:
    name = _piece(entry, roster, castles=False)
    if not IS_GENERAL[roster.index[name]]:
        raise entry.fault(f"'{name}' is no general; expected one like {roster.ids[24]}")
    return name


def _must_be_true(entry: Entry) -> None:
    if not entry.flag():
        raise entry.fault("expected true")
