"""The interface of the game to its rules and skills."""

from typing import Protocol

from engine.core.ids import RuleId, Seat
from engine.games.quoc_chien.options import Options
from engine.games.quoc_chien.position.state import State
from engine.kit.choosing.actions import Actions
from engine.kit.resolving.answer_windows import Asks
from engine.kit.resolving.frames import StackFrame
from engine.kit.zones.tabletop import Tabletop


class QuocRules(Protocol):
    """The game as frames and skills need it: its options, and rules from above their folders."""

    @property
    def tabletop(self) -> Tabletop:
        """The zones."""

    @property
    def table_of_actions(self) -> Actions:
        """All actions of the game, for reading and writing them."""

    @property
    def options(self) -> Options:
        """The readings in force."""

    @property
    def asks(self) -> Asks:
        """The seats that are asked for answers: those who can give one, or all who might."""

    @property
    def asks_all(self) -> bool:
        """Whether all who might have an answer are asked."""

    @property
    def asks_the_obvious(self) -> Seat | None:
        """The seat that is asked even where it has only one way; None: no seat."""

    @property
    def not_now(self) -> RuleId:
        """The rule against acting at the wrong time."""

    @property
    def usual_seats(self) -> tuple[Seat, ...]:
        """The seats of the board."""

    def judged(self, state: State) -> State:
        """Return the state; it is over if a player or kingdom has won."""

    def turn_of(self, seat: Seat) -> StackFrame:
        """Return a seat's turn."""

    def turn_ended(self, state: State) -> State:
        """Return the state without the effects of this turn."""

    def first_reveal_draws(self, state: State) -> bool:
        """Tell whether the first to reveal a general draws two cards (QC-4.3)."""

    def trigrams(self, state: State, seat: Seat) -> str:
        """Return the name of the effect that lets a seat judge in place of a Dodge; empty: none."""

    def judging_to_dodge(self, seat: Seat) -> StackFrame:
        """Return the judgment in place of a Dodge; it results in `shan`, or False."""

    def nullifying(self, state: State, name: str, user: Seat, target: Seat) -> StackFrame:
        """Return the window where a trick may be nullified for a target.

        It results in the seat that did and the name of its card, or None.
        """

    def healing(self, seat: Seat) -> StackFrame:
        """Return the frame that gives a seat one health."""

    def returning(self, state: State, victim: Seat, killer: Seat | None) -> tuple[StackFrame, ...]:
        """Return the frame that may bring a killed player back, if the killer's sword says so."""

    def sharing(self, seat: Seat) -> StackFrame:
        """Return the frame where a seat with more than five cards gives half of them away."""

    def duel_slashes(self, state: State, other: Seat) -> int:
        """Return how many Slashes a seat must play in each round of a duel with another."""

    def shown_for(
        self, state: State, seat: Seat, cards: tuple[str, ...], as_: str, *, playing: bool
    ) -> tuple[State, tuple[StackFrame, ...]]:
        """Return the state once a skill lets cards count as another, and the frames that show its general."""

    def skill_used(self, state: State, seat: Seat, name: str) -> tuple[State, tuple[StackFrame, ...]]:
        """Return the state once a skill is used, and the frames that show its general."""
