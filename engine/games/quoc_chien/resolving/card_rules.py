"""The rules of a card, from its page: its targets, the rules against its use, and its effects.

A page overrides only the methods that are special about its card. Equipment needs no such rules: the methods
here are right for it.
"""

from collections.abc import Iterable
from functools import cache
from typing import ClassVar, Protocol

from engine.core.decisions import Violation, broken
from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import names
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, alive, rule
from engine.kit.resolving.frames import StackFrame


class UsedCard(Protocol):
    """The facts about a card in use that its effect needs."""

    @property
    def user(self) -> Seat:
        """The seat that uses it."""

    @property
    def name(self) -> str:
        """The name that it's used by."""

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards that are laid for it."""

    @property
    def targets(self) -> tuple[Seat, ...]:
        """All its targets."""

    @property
    def second(self) -> Seat | None:
        """The player that its target is to strike; None: no player."""

    @property
    def hard(self) -> tuple[Seat, ...]:
        """The targets that can't dodge it."""

    @property
    def more(self) -> int:
        """The additional damage of its hit."""

    @property
    def colour(self) -> str:
        """The colour of its cards, if they have only one."""


class CardRules:
    """The rules of all cards of a name; see the module."""

    name: ClassVar[str]
    """The name's slug."""
    answers_to: ClassVar[str] = ""
    """Another name that its cards answer to; empty: only its own."""
    only_answers: ClassVar[bool] = False
    """Its cards can't be used in the play phase."""
    recasts: ClassVar[bool] = False
    """Whether it may be put away for another card."""
    wide: ClassVar[bool] = False
    """Its targets are a whole side or kingdom; naming one of them is enough."""
    includes_user: ClassVar[bool] = False
    """Its user is also a target, before the named ones."""
    sets_on_another: ClassVar[bool] = False
    """The second named player isn't a target; the first one is to strike that player."""

    def choices(self, state: State, seat: Seat) -> Iterable[tuple[Seat, ...]]:
        """Yield the possible targets of a use, also those that rules forbid now.

        An empty choice means that the use names no target.
        """
        yield ()

    def usual(self, state: State, user: Seat) -> tuple[Seat, ...]:
        """Return the targets of a use that names none."""
        return (user,)

    def forbidden(self, state: State, seat: Seat) -> Iterable[Violation]:
        """Yield the rules that every use of it breaks now."""
        return ()

    def forbidden_on(
        self, state: State, seat: Seat, on: tuple[Seat, ...], cards: frozenset[str]
    ) -> Iterable[Violation]:
        """Yield the rules that a use breaks on its targets; `cards` are used for it."""
        return ()

    def begins(self, state: State, user: Seat) -> tuple[State, tuple[StackFrame, ...]]:
        """Return the card's effect when it's used, before it reaches a target."""
        return state, ()

    def effect(self, game: QuocRules, state: State, using: UsedCard, target: Seat) -> tuple[StackFrame, ...]:
        """Return the card's effect on one of its targets."""
        return ()

    def ends(self, game: QuocRules, state: State, user: Seat) -> tuple[State, tuple[StackFrame, ...]]:
        """Return the card's effect after it has reached all targets."""
        return state, ()

    def also_nullified(self, state: State, target: Seat, later: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """Return the trick's later targets that a nullification with it may be extended to."""
        return ()

    def matters(self, state: State, target: Seat, second: Seat | None) -> bool:
        """Tell whether it visibly affects a target. If it doesn't, nobody is asked to nullify it.

        `second`: the player that the target is to attack.
        """
        return True


class CardOnAnother(CardRules):
    """The rules of cards that are used on one other player."""

    def choices(self, state: State, seat: Seat) -> Iterable[tuple[Seat, ...]]:
        """Yield each other player."""
        return ((one,) for one in alive(state, seat, others=True))


class CardOnHoldings(CardOnAnother):
    """The rules of cards that are used on another player's cards.

    Their use is refused if that player has no card.
    """

    def forbidden_on(
        self, state: State, seat: Seat, on: tuple[Seat, ...], cards: frozenset[str]
    ) -> Iterable[Violation]:
        """Yield a violation if the target has no card (QC-2.6)."""
        if not self.matters(state, on[0], None):
            yield broken(rule(2, 6), "nothing_there", seat=str(on[0]))


CARD_RULES: dict[str, CardRules] = {}
"""The rules of each name that has a page of its own."""

_PLAIN = CardRules()


def ruled(kind: type[CardRules]) -> type[CardRules]:
    """Register a card's rules (a decorator).

    Raises:
        ValueError: two pages have the same name.
    """
    if kind.name in CARD_RULES:
        raise ValueError(f"two cards are called {kind.name}")
    CARD_RULES[kind.name] = kind()
    return kind


def rules_of(name: str) -> CardRules:
    """Return the rules of all cards of a name."""
    return CARD_RULES.get(name, _PLAIN)


@cache
def playable() -> tuple[str, ...]:
    """Return the names of cards that can be used in the play phase, in the boxes' order.

    Equipment isn't among them.
    """
    return tuple(name for name in names() if name in CARD_RULES and not CARD_RULES[name].only_answers)
