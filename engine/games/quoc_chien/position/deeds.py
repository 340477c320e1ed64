"""What players do, as scenario files write it."""

from dataclasses import dataclass

from engine.core.ids import Seat
from engine.kit.choosing.deeds import Deed, Option
from engine.kit.zones.box import CardId


@dataclass(frozen=True, slots=True)
class Use(Deed):
    """Use a card, perhaps several or one as another: `{use: sha.S7, on: [s2]}`."""

    use: CardId
    on: tuple[Seat, ...] = ()
    as_: str = ""
    with_: tuple[CardId, ...] = ()


@dataclass(frozen=True, slots=True)
class Respond(Deed):
    """Answer with a card, perhaps as another."""

    respond: CardId
    as_: str = ""
    with_: tuple[CardId, ...] = ()


@dataclass(frozen=True, slots=True)
class UseSkill(Deed):
    """Use a skill, or an equipment's optional effect."""

    skill: str
    on: tuple[Seat, ...] = ()
    cards: tuple[CardId, ...] = ()


@dataclass(frozen=True, slots=True)
class Reveal(Deed):
    """Show one's generals: `head`, `deputy` or `both` (QC-3.2)."""

    reveal: str


@dataclass(frozen=True, slots=True)
class Recast(Deed):
    """Put a card away and draw another."""

    recast: CardId


@dataclass(frozen=True, slots=True)
class Give(Deed):
    """Give a card with the mark of alliance away (QC-10.1)."""

    give: CardId
    to: Seat


@dataclass(frozen=True, slots=True)
class Discard(Deed):
    """Discard cards down to the hand limit: `{discard: [sha.S7, shan.H2]}`."""

    discard: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class EndPlay(Deed):
    """End the play phase."""

    end_play: bool = True


@dataclass(frozen=True, slots=True)
class Begin(Deed):
    """Chance: who has the first turn (QC-2.1)."""

    begin: Option


DEEDS: tuple[type[Deed], ...] = (Use, Respond, UseSkill, Reveal, Recast, Give, Discard, EndPlay, Begin)
