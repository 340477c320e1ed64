"""What the rules and skills of Quốc Chiến may ask of the game that they are played in."""

from typing import Protocol

from engine.core.ids import RuleId, Seat
from engine.games.quoc_chien.options import Options
from engine.games.quoc_chien.position.state import State
from engine.kit.choosing.actions import Actions
from engine.kit.resolving.answer_windows import Asks
from engine.kit.resolving.frames import StackFrame
from engine.kit.zones.tabletop import Tabletop


class QuocRules(Protocol):
    """The interface of frames and skills to the game: its readings, and rules that stand above theirs."""

    @property
    def tabletop(self) -> Tabletop:
        """The zones."""

    @property
    def table_of_actions(self) -> Actions:
        """How actions are written."""

    @property
    def options(self) -> Options:
        """The readings in force."""

    @property
    def asks(self) -> Asks:
        """Who is asked for an answer: those who can give one, or all who might."""

    @property
    def asks_all(self) -> bool:
        """Whether all who might have an answer are asked."""

    @property
    def asks_the_obvious(self) -> Seat | None:
        """The seat that is asked although it has only one way; None: nobody."""

    @property
    def not_now(self) -> RuleId:
        """The rule by which something isn't done now."""

    @property
    def usual_seats(self) -> tuple[Seat, ...]:
        """The seats of the board."""

    def judged(self, state: State) -> State:
        """Return the state, ended if somebody has won."""

    def turn_of(self, seat: Seat) -> StackFrame:
        """Return a seat's turn."""

    def turn_ended(self, state: State) -> State:
        """Return the state without what lasts for a turn."""

    def first_reveal_draws(self, state: State) -> bool:
        """Tell whether the first to reveal a general draws two cards (QC-4.3)."""

    def trigrams(self, state: State, seat: Seat) -> str:
        """Return what a seat may judge by in place of a Dodge; empty: nothing."""

    def healing(self, seat: Seat) -> StackFrame:
        """Return that a seat recovers one health."""

    def losing(self, seat: Seat) -> StackFrame:
        """Return that a seat loses one health."""

    def returning(self, state: State, victim: Seat, killer: Seat | None) -> tuple[StackFrame, ...]:
        """Return that a player who was killed may come back, where the killer's sword says so."""

    def sharing(self, seat: Seat) -> StackFrame:
        """Return that a seat gives half of its hand away, if it has more than five cards."""

    def duel_slashes(self, state: State, other: Seat) -> int:
        """Return how many Slashes a seat must play each time against another in a duel."""

    def shown_for(
        self, state: State, seat: Seat, cards: tuple[str, ...], as_: str, *, playing: bool
    ) -> tuple[State, tuple[StackFrame, ...]]:
        """Return the state in which cards count as another by a skill, and what shows its general."""

    def skill_used(self, state: State, seat: Seat, name: str) -> tuple[State, tuple[StackFrame, ...]]:
        """Return the state in which a skill is used, and what shows its general."""
