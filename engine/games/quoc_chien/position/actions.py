"""The actions of players, as scenario files write them."""

from dataclasses import dataclass

from engine.core.ids import Seat
from engine.kit.choosing.actions import GameAction, Option
from engine.kit.zones.box import CardId


@dataclass(frozen=True, slots=True)
class Use(GameAction):
    """Use a card, perhaps several or one as another: `{use: sha.S7, on: [s2]}`."""

    use: CardId
    """The card."""
    on: tuple[Seat, ...] = ()
    """The targets, in the order that the rules write them; empty: the card names none."""
    as_: str = ""
    """The name of the card that it counts as; empty: it's used as itself."""
    with_: tuple[CardId, ...] = ()
    """Further cards that count as that card together with it."""


@dataclass(frozen=True, slots=True)
class Respond(GameAction):
    """Answer with a card, perhaps as another."""

    respond: CardId
    """The card."""
    as_: str = ""
    """The name of the card that it counts as; empty: it answers as itself."""
    with_: tuple[CardId, ...] = ()
    """Further cards that count as that card together with it."""


@dataclass(frozen=True, slots=True)
class UseSkill(GameAction):
    """Use a skill, or an equipment's optional effect."""

    skill: str
    """The slug of the skill, or of the equipment's name."""
    on: tuple[Seat, ...] = ()
    """The named targets; the listed action has only the targets that select its way."""
    cards: tuple[CardId, ...] = ()
    """The named cards, which pay for it."""


@dataclass(frozen=True, slots=True)
class Reveal(GameAction):
    """Show one's generals: `head`, `deputy` or `both` (QC-3.2)."""

    reveal: str
    """The place of the general: `head`, `deputy`, or `both`."""


@dataclass(frozen=True, slots=True)
class Recast(GameAction):
    """Put a card away and draw another."""

    recast: CardId
    """The card, from hand or equipment."""


@dataclass(frozen=True, slots=True)
class Give(GameAction):
    """Give a card with the mark of alliance away (QC-10.1)."""

    give: CardId
    """The marked card, from hand."""
    to: Seat
    """The seat that gets it."""


@dataclass(frozen=True, slots=True)
class Discard(GameAction):
    """Discard cards down to the hand limit: `{discard: [sha.S7, shan.H2]}`."""

    discard: tuple[CardId, ...]
    """The cards; each is listed alone."""


@dataclass(frozen=True, slots=True)
class EndPlay(GameAction):
    """End the play phase."""

    end_play: bool = True
    """Always true: the word needs a value in files."""


@dataclass(frozen=True, slots=True)
class Begin(GameAction):
    """Chance: who has the first turn (QC-2.1)."""

    begin: Option
    """The seat that begins."""


ACTIONS: tuple[type[GameAction], ...] = (
    Use,
    Respond,
    UseSkill,
    Reveal,
    Recast,
    Give,
    Discard,
    EndPlay,
    Begin,
)
