"""What players do, as scenario files write it."""

from dataclasses import dataclass

from engine.core.ids import Seat
from engine.kit.choosing.actions import GameAction, Option
from engine.kit.zones.box import CardId


@dataclass(frozen=True, slots=True)
class Use(GameAction):
    """Use a card, perhaps several or one as another: `{use: sha.S7, on: [s2]}`."""

    use: CardId
    on: tuple[Seat, ...] = ()
    as_: str = ""
    with_: tuple[CardId, ...] = ()


@dataclass(frozen=True, slots=True)
class Respond(GameAction):
    """Answer with a card, perhaps as another."""

    respond: CardId
    as_: str = ""
    with_: tuple[CardId, ...] = ()


@dataclass(frozen=True, slots=True)
class UseSkill(GameAction):
    """Use a skill, or an equipment's optional effect."""

    skill: str
    on: tuple[Seat, ...] = ()
    cards: tuple[CardId, ...] = ()


@dataclass(frozen=True, slots=True)
class Reveal(GameAction):
    """Show one's generals: `head`, `deputy` or `both` (QC-3.2)."""

    reveal: str


@dataclass(frozen=True, slots=True)
class Recast(GameAction):
    """Put a card away and draw another."""

    recast: CardId


@dataclass(frozen=True, slots=True)
class Give(GameAction):
    """Give a card with the mark of alliance away (QC-10.1)."""

    give: CardId
    to: Seat


@dataclass(frozen=True, slots=True)
class Discard(GameAction):
    """Discard cards down to the hand limit: `{discard: [sha.S7, shan.H2]}`."""

    discard: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class EndPlay(GameAction):
    """End the play phase."""

    end_play: bool = True


@dataclass(frozen=True, slots=True)
class Begin(GameAction):
    """Chance: who has the first turn (QC-2.1)."""

    begin: Option


DEEDS: tuple[type[GameAction], ...] = (Use, Respond, UseSkill, Reveal, Recast, Give, Discard, EndPlay, Begin)
