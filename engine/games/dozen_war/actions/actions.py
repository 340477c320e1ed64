"""The actions and answers of Dozen War, as scenario files write them."""

from dataclasses import dataclass
from typing import Any

from engine.core.document import Entry
from engine.core.ids import Cell, PieceId
from engine.games.dozen_war.actions.uses import Play, Skill, format_use, parse_use
from engine.games.dozen_war.arms import GENERALS
from engine.games.dozen_war.position.field import BoardMap, cell_number
from engine.games.dozen_war.position.holdings import MAP
from engine.games.dozen_war.position.roster import IS_CASTLE, IS_GENERAL, Roster


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
    """A unit in a castle of its player goes to the warp point (DW-14.3)."""

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
    """A player puts a general into a castle before the match (DW-16.4), or deploys in a duel (DW-20)."""

    piece: PieceId
    at: Cell


@dataclass(frozen=True, slots=True)
class Dig:
    """A general takes a token from under a mountain beside it (DW-13.1)."""

    piece: PieceId
    at: Cell


@dataclass(frozen=True, slots=True)
class Discard:
    """A player puts a card aside (DW-10.3)."""

    card: str


@dataclass(frozen=True, slots=True)
class Spill:
    """A player chooses whom the splash of a card or skill hits (DW-6.2)."""

    piece: PieceId


@dataclass(frozen=True, slots=True)
class Take:
    """A player takes a card from a hand it may look into."""

    card: str


@dataclass(frozen=True, slots=True)
class Assign:
    """A player gives a won map piece to their general or, with none alive, puts it on a hex (DW-13.4)."""

    to: PieceId | Cell


@dataclass(frozen=True, slots=True)
class Draft:
    """A player picks a general, or chance deals it (DW-16.2)."""

    general: str


@dataclass(frozen=True, slots=True)
class Draw:
    """Chance: the card that is drawn."""

    card: str


@dataclass(frozen=True, slots=True)
class Unearth:
    """Chance: the token that is dug up."""

    token: str


@dataclass(frozen=True, slots=True)
class OpenEvent:
    """Chance: the event card that is opened (DW-15.1)."""

    event: str


@dataclass(frozen=True, slots=True)
class Die:
    """Chance: the face a die shows."""

    face: int


Action = (
    Move | Attack | Warp | Revive | EndTurn | Block | Accept | Place
    | Play | Skill | Spill | Take | Dig | Discard | Assign | Draft | Draw | Unearth | OpenEvent | Die
)  # fmt: skip

_SHAPES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "move": (("move", "to"), ()),
    "attack": (("attack", "target"), ("splash",)),
    "warp": (("warp",), ()),
    "revive": (("revive", "at"), ()),
    "end_turn": (("end_turn",), ()),
    "block": (("block",), ()),
    "accept": (("accept",), ()),
    "place": (("place", "at"), ()),
    "dig": (("dig", "at"), ()),
    "discard": (("discard",), ()),
    "spill": (("spill",), ()),
    "take": (("take",), ()),
    "assign": (("assign", "to"), ()),
    "draft": (("draft",), ()),
    "draw": (("draw",), ()),
    "token": (("token",), ()),
    "event": (("event",), ()),
    "die": (("die",), ()),
}

WORDS = (*_SHAPES, "play", "skill")
"""By which an action is known: each has one of these."""

DIE_FACES = 6


def parse_action(entry: Entry, roster: Roster, field: BoardMap) -> Action:  # noqa: C901  # one arm a word
    """Return the action that an entry writes.

    Raises:
        InputFault: an unknown or unsupported action, unknown keys, pieces or hexes.
    """
    found = entry.mapping()
    if "play" in found or "skill" in found:
        return parse_use(entry, roster, field)
    words = [word for word in _SHAPES if word in found]
    if len(words) != 1:
        raise entry.fault(f"expected one of the actions {', '.join(WORDS)}; found {', '.join(found)}")
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
            return Revive(unit("revive"), cell("at"))
        case "block":
            return Block(unit("block"))
        case "spill":
            return Spill(_piece(found["spill"], roster, castles=True))
        case "place":
            if field.is_duel:  # soldiers are deployed too (DW-20)
                return Place(unit("place"), cell("at"))
            return Place(_general(found["place"], roster), cell("at"))
        case "dig":
            return Dig(unit("dig"), cell("at"))
        case "discard" | "take" | "draft" | "draw" | "token" | "event" | "die" | "assign":
            return _parse_slug(words[0], found, roster, field)
        case "end_turn":
            _must_be_true(found["end_turn"])
            return EndTurn()
        case _:
            _must_be_true(found["accept"])
            return Accept()


def _parse_slug(word: str, found: dict[str, Entry], roster: Roster, field: BoardMap) -> Action:
    entry = found[word]
    match word:
        case "discard":
            return Discard(entry.text())
        case "take":
            return Take(entry.text())
        case "draft":
            return Draft(entry.text(tuple(GENERALS)))
        case "draw":
            return Draw(entry.text())
        case "token":
            return Unearth(entry.text())
        case "event":
            return OpenEvent(entry.text())
        case "die":
            return Die(entry.whole(1, DIE_FACES))
        case _:
            entry.text((MAP,))
            if Cell(found["to"].text()) in field.index:
                return Assign(Cell(found["to"].text()))
            return Assign(_piece(found["to"], roster, castles=False))


def format_action(action: Action) -> dict[str, Any]:  # noqa: C901, PLR0912  # one arm a word
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
        case Play() | Skill():
            return format_use(action)
        case Dig(piece, at):
            return {"dig": str(piece), "at": str(at)}
        case Discard(card):
            return {"discard": card}
        case Spill(piece):
            return {"spill": str(piece)}
        case Take(card):
            return {"take": card}
        case Assign(receiver):
            return {"assign": MAP, "to": str(receiver)}
        case Draft(general):
            return {"draft": general}
        case Draw(card):
            return {"draw": card}
        case Unearth(token):
            return {"token": token}
        case OpenEvent(event):
            return {"event": event}
        case Die(face):
            return {"die": face}
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
