"""Wuxie Keji, the nullification: of tricks, for each target, and of a nullification (QC-2.6)."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.core.decisions import Violation
from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.position.actions import Respond
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, alive, rule
from engine.games.quoc_chien.resolving.card_rules import CardRules, ruled
from engine.games.quoc_chien.resolving.playing import answered_with, answers, no_answer, paid
from engine.kit.changed import altered
from engine.kit.choosing.actions import GameAction
from engine.kit.resolving.answer_windows import Asked, Window
from engine.kit.resolving.frames import FrameStep, done, then


@ruled
class Nullification(CardRules):
    """Nullifies a trick for one target, also another nullification; it's no use of its own."""

    name = "wuxie-keji"
    only_answers = True


@dataclass(frozen=True, slots=True)
class Countering(Window[QuocRules, State]):
    """A trick may be nullified for a target, and so may the nullification.

    The result is the seat that nullified it and the card's name, or None.
    """

    name: str
    """The trick's name."""
    user: Seat
    """The seat that used it."""
    target: Seat
    """The seat that it's used on."""
    by: tuple[str, ...] = ()
    """The seat that nullified it and the name of its card; empty: no seat has."""

    @property
    def kind(self) -> str:
        """The word of this window in files."""
        return "counter"

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Ask the next seat; after an answer check whether it was nullified itself."""
        if not self.by:
            return Window.run(self, game, state, came)
        if isinstance(came, tuple):
            again = altered(self, by=(), asked=Asked(alive(state)))
            return Window.run(again, game, state, None)
        return done(state, self.by)

    def responses(self, game: QuocRules, state: State, seat: Seat) -> Iterable[GameAction]:
        """Yield the cards that nullify."""
        return answers(game, state, seat, "wuxie-keji")

    def refusals(self, game: QuocRules, state: State, action: GameAction) -> tuple[Violation, ...]:
        """Return why an answer nullifies nothing."""
        seat = self.asked.now[0] if action.by is None else action.by
        return no_answer(state, seat, action, "wuxie-keji", rule(2, 6))

    def responded(self, game: QuocRules, state: State, action: GameAction) -> FrameStep:
        """Let the answer be nullified itself."""
        assert isinstance(action, Respond)  # noqa: S101  # narrows the type: it's one of the responses
        assert action.by is not None  # noqa: S101  # narrows the type: as above
        state, above = paid(game, state, action.by, action)
        name = action.as_ or card_of(action.respond).name
        nested = Countering(Asked(alive(state)), name, action.by, action.by)
        answer = answered_with(action.by, "wuxie-keji", action)
        return then(state, altered(self, by=(str(action.by), name)), *above, answer, nested)
