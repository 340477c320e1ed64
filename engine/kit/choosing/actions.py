"""Actions of a seat or of chance as frozen values, whose fields decide how files write them.

An action's first field is its word; the others are its parameters. A field with a default may be left out. A
word that Python reserves has an underscore behind it (`pass_`).

    @dataclass(frozen=True, slots=True)
    class Use(GameAction):
        use: CardId                       # {use: sha.S7, on: [s2], by: s1}
        on: tuple[Seat, ...] = ()

`Actions((Use, Choose, Pass), names)` then parses and formats all of them, refuses unknown words with file and
line, and knows the possible values of each field: a card, a seat, a zone, a number, a word of a `StrEnum`,
true.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import lru_cache
from typing import TypeVar, get_args, get_origin

from engine.core.document import Entry
from engine.core.game import BY
from engine.core.ids import Cell, PieceId, Seat
from engine.kit.choosing.forms import Forms, true
from engine.kit.zones.box import Box, CardId, name_of
from engine.kit.zones.tabletop import ZoneName

Option = str | int
"""One thing to choose: a card, a seat, a place, or a printed option's number, 1 the first."""

Choice = str | int | tuple[str | int, ...]
"""A choice: one option, several at once, or `none`."""

NONE = "none"
"""Declines a choice, or ends a choice of several."""


@dataclass(frozen=True, slots=True)
class GameAction:
    """One action of a game on the kit."""

    by: Seat | None = field(default=None, kw_only=True)
    """The seat that takes it; None: chance, or the only seat that is to decide."""


@dataclass(frozen=True, slots=True)
class Choose(GameAction):
    """Decide what an effect leaves open: `{choose: gold#3}`, `{choose: 1}`, `{choose: none}`."""

    choose: Choice
    """The choice: a card, a number, or `none`."""


@dataclass(frozen=True, slots=True)
class Pass(GameAction):
    """Don't answer: `{pass: true}`."""

    pass_: bool = True
    """Always true; its key in files is `pass`."""
    standing: bool = False
    """The pass also holds for all later questions of its kind until this turn is over."""


@dataclass(frozen=True, slots=True)
class Draw(GameAction):
    """Chance, or a person who sees the card, names the card that is drawn or turned up: `{draw: gold}`."""

    draw: CardId
    """The card."""


@dataclass(frozen=True, slots=True)
class Shuffle(GameAction):
    """Chance shuffles a zone: `{shuffle: deck}`."""

    shuffle: ZoneName
    """The zone."""
    order: tuple[CardId, ...] = ()
    """The cards, the top one first, where the order is fixed; else empty."""


@dataclass(frozen=True, slots=True)
class Names:
    """The names that actions may use."""

    box: Box
    """The cards of the box."""
    seats: tuple[Seat, ...]
    """The seats."""
    zones: tuple[str, ...] = ()
    """The zones."""
    cells: tuple[str, ...] = ()
    """The cells beside the zones."""


class Actions:
    """All actions of a game of the kit: parse and format from one table."""

    def __init__(self, kinds: Iterable[type[GameAction]], names: Names) -> None:
        self._names = names
        self._forms = Forms[GameAction, Names](kinds, self._read)
        self._parts = self._forms.parts

    @property
    def words(self) -> tuple[str, ...]:
        """The actions' words."""
        return self._forms.words

    def parse(self, entry: Entry) -> GameAction:
        """Return the action that a file writes.

        Raises:
            InputFault: unknown words, cards, seats or places, with the line.
        """
        return self._forms.parse(entry, self._names)

    def format(self, action: GameAction) -> dict[str, object]:
        """Return an action as files write it; inverse of `parse`."""
        return self._forms.format(action)

    def word(self, action: GameAction) -> str:
        """Return an action's word."""
        return self._parts[type(action)][0].key

    def values(self, action: GameAction) -> Mapping[str, object]:
        """Return an action's values by the keys of files."""
        return {part.key: getattr(action, part.field) for part in self._parts[type(action)]}

    def cards(self, action: GameAction) -> tuple[str, ...]:
        """Return the cards that an action names, also bare names that stand for any copy."""
        box = self._names.box
        return tuple(
            one
            for part in self._parts[type(action)]
            for one in _each(getattr(action, part.field))
            if isinstance(one, str) and (one in box.numbers or one in box.names)
        )

    def _read(self, kind: object, entry: Entry, names: Names) -> object:
        if kind in (Choice, Option):
            return self._choice(entry, several=kind is Choice)
        if get_origin(kind) is tuple:
            return tuple(self._read(get_args(kind)[0], one, names) for one in entry.sequence())
        if kind is bool:
            return true(entry, names)
        if kind is int:
            return entry.whole()
        text = entry.text()
        if kind in (CardId, PieceId):
            if not self._is_card(text):
                raise entry.fault(f"unknown card '{text}'")
            return CardId(PieceId(text))
        if kind is Seat:
            return Seat(entry.text(tuple(map(str, names.seats))))
        if kind in (ZoneName, Cell):
            return ZoneName(entry.text((*names.zones, *names.cells)))
        if isinstance(kind, type) and issubclass(kind, StrEnum):
            return kind(entry.text(tuple(kind)))
        return text

    def _choice(self, entry: Entry, *, several: bool) -> Choice:
        match entry.value:
            case tuple() if several:
                found = (self._choice(each, several=False) for each in entry.sequence())
                return tuple(one for each in found for one in (each if isinstance(each, tuple) else (each,)))
            case int() if not isinstance(entry.value, bool):
                return entry.whole(1)
        text = entry.text()
        known = (NONE, *self._names.seats, *self._names.zones, *self._names.cells)
        if text not in known and not self._is_card(text) and not text.replace("-", "").isalpha():
            raise entry.fault(f"expected a card, a seat, a place, a number or '{NONE}'; found '{text}'")
        return text

    def _is_card(self, text: str) -> bool:
        return text in self._names.box.numbers or text in self._names.box.names


def words_of(kinds: Iterable[type[GameAction]]) -> tuple[str, ...]:
    """Return the words of what players may do: of these actions, to choose, and to pass.

    >>> words_of((Draw,))
    ('draw', 'choose', 'pass')
    """
    return Forms[GameAction, Names]((*kinds, Choose, Pass)).words


D = TypeVar("D", bound=GameAction)


@lru_cache(maxsize=1 << 15)
def action_of(kind: type[D], by: Seat | None, *values: object) -> D:
    """Return an action with its seat; the same object each time, since each turn lists much the same.

    >>> action_of(Choose, Seat("p1"), "gold")
    Choose(by='p1', choose='gold')
    """
    return kind(*values, by=by)


def is_meant(written: GameAction, action: GameAction, box: Box) -> bool:
    """Tell whether a written action can mean an action: a bare name is any copy, a missing seat any seat.

    >>> box = Box.of({"gold": 2})
    >>> is_meant(Draw(CardId(PieceId("gold"))), Draw(CardId(PieceId("gold#2"))), box)
    True
    """
    if type(written) is not type(action) or (written.by is not None and written.by != action.by):
        return False
    return all(
        _stands_for(getattr(written, one.name), getattr(action, one.name), box)
        for one in fields(written)
        if one.name != BY
    )


def _stands_for(written: object, meant: object, box: Box) -> bool:
    if isinstance(written, tuple) and isinstance(meant, tuple):
        pairs = zip(written, meant, strict=False)
        return len(written) == len(meant) and all(_stands_for(one, other, box) for one, other in pairs)
    if written == meant:
        return True
    if not isinstance(written, str) or not isinstance(meant, str) or written in box.numbers:
        return False
    return written == name_of(meant)


def _each(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else (value,)
