"""The actions and answers of Dozen War, as scenario files write them."""

from dataclasses import dataclass, field
from typing import Annotated

from engine.core.document import Entry
from engine.core.ids import Cell, PieceId
from engine.games.dozen_war.actions import written
from engine.games.dozen_war.actions.uses import Play, Skill, format_use, parse_use
from engine.games.dozen_war.actions.written import WrittenNames
from engine.games.dozen_war.position.field import BoardMap
from engine.games.dozen_war.position.holdings import MAP
from engine.games.dozen_war.position.roster import Roster
from engine.kit.choosing.forms import Forms, OwnForm, Written, true


@dataclass(frozen=True, slots=True)
class Move:
    """A unit moves (DW-18.2)."""

    piece: Annotated[PieceId, Written("move", written.unit)]
    """The soldier or general that moves."""
    to: Annotated[Cell, Written("to", written.cell)]
    """The cell that it ends in."""


@dataclass(frozen=True, slots=True)
class Attack:
    """A unit attacks; `splash` is the second victim (DW-6.2), None where there is none."""

    piece: Annotated[PieceId, Written("attack", written.unit)]
    """The unit that attacks."""
    target: Annotated[PieceId, Written("target", written.piece)]
    """The unit or castle that it attacks."""
    splash: Annotated[PieceId | None, Written("splash", written.piece)] = None
    """The second victim (DW-6.2); None where there is none, or where only one is possible and nobody named
    it.
    """


@dataclass(frozen=True, slots=True)
class Warp:
    """A unit in a castle of its player goes to the warp point (DW-14.3)."""

    piece: Annotated[PieceId, Written("warp", written.unit)]
    """The unit that warps."""


@dataclass(frozen=True, slots=True)
class Revive:
    """A killed general comes back for coins (DW-8.3)."""

    piece: Annotated[PieceId, Written("revive", written.unit)]
    """The general that comes back."""
    at: Annotated[Cell, Written("at", written.cell)]
    """The cell of the castle that it comes back in."""


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The player ends the turn (DW-18.5)."""

    end_turn: Annotated[bool, Written("end_turn", true)] = True
    """Always true."""


@dataclass(frozen=True, slots=True)
class Block:
    """An infantryman takes the hit (DW-5.3)."""

    piece: Annotated[PieceId, Written("block", written.unit)]
    """The infantryman, or the infantry general, that takes the hit."""


@dataclass(frozen=True, slots=True)
class Accept:
    """The attacked player gives no (further) answer."""

    accept: Annotated[bool, Written("accept", true)] = True
    """Always true."""


@dataclass(frozen=True, slots=True)
class Place:
    """A player puts a general into a castle before the match (DW-16.4), or deploys in a duel (DW-20)."""

    piece: Annotated[PieceId, Written("place", written.placed_unit)]
    """The general to be placed; in a duel any unit to be deployed."""
    at: Annotated[Cell, Written("at", written.cell)]
    """The castle's cell; in a duel the cell of deployment."""


@dataclass(frozen=True, slots=True)
class Dig:
    """A general takes a token from under a mountain beside it (DW-13.1)."""

    piece: Annotated[PieceId, Written("dig", written.unit)]
    """The general that digs."""
    at: Annotated[Cell, Written("at", written.cell)]
    """The cell of the mountain, or of the warp point."""


@dataclass(frozen=True, slots=True)
class Discard:
    """A player puts a card aside (DW-10.3)."""

    card: Annotated[str, Written("discard", written.slug)]
    """The card's slug."""


@dataclass(frozen=True, slots=True)
class Spill:
    """A player chooses the unit that the splash of a card or skill hits (DW-6.2)."""

    piece: Annotated[PieceId, Written("spill", written.piece)]
    """The unit or castle that the splash hits."""


@dataclass(frozen=True, slots=True)
class Take:
    """A player takes a card from a hand that the player may look into."""

    card: Annotated[str, Written("take", written.slug)]
    """The card's slug."""


@dataclass(frozen=True, slots=True)
class Assign:
    """A player gives a won map piece to their general or, with none alive, puts it on a hex (DW-13.4)."""

    assign: Annotated[str, Written("assign", written.map_piece)] = field(default=MAP, kw_only=True)
    """Always the map piece."""
    to: Annotated[PieceId | Cell, Written("to", written.receiver)]
    """The general that gets the map piece, or the cell that it is put on."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A player picks a general, or chance deals it (DW-16.2)."""

    general: Annotated[str, Written("draft", written.general)]
    """The general's slug."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Chance: the card that is drawn."""

    card: Annotated[str, Written("draw", written.slug)]
    """The card's slug."""


@dataclass(frozen=True, slots=True)
class Unearth:
    """Chance: the token that is dug up."""

    token: Annotated[str, Written("token", written.slug)]
    """The token: `MAP`, or the slug of a treasure or a curse."""


@dataclass(frozen=True, slots=True)
class OpenEvent:
    """Chance: the event card that is opened (DW-15.1)."""

    event: Annotated[str, Written("event", written.slug)]
    """The event's slug."""


@dataclass(frozen=True, slots=True)
class Die:
    """Chance: the face a die shows."""

    face: Annotated[int, Written("die", written.die_face)]
    """The face, 1 to 6."""


Action = (
    Move | Attack | Warp | Revive | EndTurn | Block | Accept | Place
    | Play | Skill | Spill | Take | Dig | Discard | Assign | Draft | Draw | Unearth | OpenEvent | Die
)  # fmt: skip


def _parse_use(entry: Entry, names: WrittenNames) -> Action:
    return parse_use(entry, names.roster, names.field)


def _format_use(action: Action) -> dict[str, object]:
    assert isinstance(action, Play | Skill)  # noqa: S101  # narrows the type: these two have this form
    return format_use(action)


_FORMS = Forms[Action, WrittenNames](
    (
        Move, Attack, Warp, Revive, EndTurn, Block, Accept, Place, Dig,
        Discard, Spill, Take, Assign, Draft, Draw, Unearth, OpenEvent, Die,
    ),
    own=(
        OwnForm(Play, "play", _parse_use, _format_use),
        OwnForm(Skill, "skill", _parse_use, _format_use),
    ),
)  # fmt: skip
"""The form of each action; the slots of `Play` and `Skill` are written by their names (`uses.py`)."""

WORDS = _FORMS.words
"""The words that name an action; each action is written with exactly one of them."""


def parse_action(entry: Entry, roster: Roster, board_map: BoardMap) -> Action:
    """Return the action that an entry writes.

    Raises:
        InputFault: an unknown or unsupported action, unknown keys, pieces or hexes.
    """
    return _FORMS.parse(entry, WrittenNames(roster, board_map))


def format_action(action: Action) -> dict[str, object]:
    """Return the action as scenario files write it; inverse of `parse_action`."""
    return _FORMS.format(action)
