"""The vocabulary of cards' effects; `turn/working.py` carries them out."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from engine.core.phrase import Phrase
from engine.core.sentences import joined
from engine.games.hero_realms.texts import TEXTS
from engine.kit.content.vocabulary import Effect, Effects, Says, Vocabulary


class Pool(StrEnum):
    """The pools that an effect can give to."""

    GOLD = "gold"
    COMBAT = "combat"
    HEALTH = "health"


class Counted(StrEnum):
    """The player's cards in play that an effect counts when it happens; `other`: without the card itself."""

    CHAMPIONS = "champions"
    OTHER_CHAMPIONS = "other_champions"
    OTHER_GUARDS = "other_guards"
    OTHER_OF_FACTION = "other_of_faction"


class Cards(StrEnum):
    """The cards that an effect is about."""

    ANY = "any"
    ACTIONS = "actions"
    CHAMPIONS = "champions"


class Goes(StrEnum):
    """The place where a card goes that is acquired with a redirection."""

    DECK = "deck"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class Gold:
    """Put gold into the pool."""

    amount: Annotated[int, Says("gold", 1, 9)]


@dataclass(frozen=True, slots=True)
class Combat:
    """Put combat into the pool."""

    amount: Annotated[int, Says("combat", 1, 9)]


@dataclass(frozen=True, slots=True)
class Health:
    """Heal at once."""

    amount: Annotated[int, Says("health", 1, 9)]


@dataclass(frozen=True, slots=True)
class ForEach:
    """Give something for each of the player's cards of a kind in play."""

    what: Annotated[Pool, Says("what is given")]
    amount: Annotated[int, Says("how much for each", 1, 9)]
    counted: Annotated[Counted, Says("which cards are counted")]


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw cards."""

    cards: Annotated[int, Says("cards", 1, 5)]


@dataclass(frozen=True, slots=True)
class ChooseOne:
    """Choose one of the ways."""

    ways: Annotated[tuple[Effects, ...], Says("each way is effects of its own")]


@dataclass(frozen=True, slots=True)
class Stun:
    """Stun a champion of an opponent without combat; guards stand before the others (DG-6.5)."""

    may: Annotated[bool, Says("it may be left")] = False


@dataclass(frozen=True, slots=True)
class Prepare:
    """Turn an expended champion of the player upright."""


@dataclass(frozen=True, slots=True)
class Redirect:
    """The next card acquired in this turn goes somewhere else than to the discard pile."""

    cards: Annotated[Cards, Says("which cards it waits for")]
    to: Annotated[Goes, Says("where the card goes: on top of the deck, or to the hand")]


@dataclass(frozen=True, slots=True)
class Sacrifice:
    """Cards from hand or discard pile may be sacrificed."""

    most: Annotated[int, Says("cards at most", 1, 2)]
    gives: Annotated[int, Says("combat, if a card was sacrificed", 0, 9)] = 0


@dataclass(frozen=True, slots=True)
class Recall:
    """Put a card of the player's discard pile on top of the player's deck."""

    cards: Annotated[Cards, Says("which cards")]
    may: Annotated[bool, Says("it may be left")] = False


@dataclass(frozen=True, slots=True)
class Rummage:
    """Draw cards, then discard as many as were drawn."""

    most: Annotated[int, Says("cards at most", 1, 2)]
    may: Annotated[bool, Says("it may be left, or fewer drawn")] = False


@dataclass(frozen=True, slots=True)
class OpponentDiscards:
    """An opponent of your choice discards cards of its own choice from hand, past any guard (DG-6.3)."""

    cards: Annotated[int, Says("cards", 1, 3)]


class HeroVocabulary(Vocabulary):
    """The vocabulary. Each word has a sentence of its own for every way that cards use it."""

    def text(self, effect: Effect) -> Phrase:
        """Return an effect as a sentence: `effects.WORD` or `effects.WORD_WAY` in the texts."""
        match effect:
            case ChooseOne(ways):
                numbered = (
                    TEXTS.say("effects.way", number=number, does=self.texts(way))
                    for number, way in enumerate(ways, start=1)
                )
                return TEXTS.say("effects.choose_one", ways=joined(list(numbered), "sentences"))
            case Stun(may=True):
                return TEXTS.say("effects.stun_may")
            case Sacrifice(most=1, gives=0):
                return TEXTS.say("effects.sacrifice_one")
            case Sacrifice(most=1, gives=gives):
                return TEXTS.say("effects.sacrifice_gives", gives=gives)
            case Recall(cards, may):
                return TEXTS.say(f"effects.recall_{cards}{'_may' if may else ''}")
            case Rummage(most=1, may=may):
                return TEXTS.say(f"effects.rummage_one{'_may' if may else ''}")
            case Redirect(cards, to):
                return TEXTS.say(f"effects.redirect_{cards}_{to}")
        return super().text(effect)


WORDS = HeroVocabulary(
    (
        Gold,
        Combat,
        Health,
        ForEach,
        Draw,
        ChooseOne,
        Stun,
        Prepare,
        Redirect,
        Sacrifice,
        Recall,
        Rummage,
        OpponentDiscards,
    ),
    TEXTS,
)
