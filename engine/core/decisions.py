"""What a game says of a choice: who decides, what an action leaves, what it breaks, how a match ended."""

from dataclasses import dataclass
from enum import StrEnum

from engine.core.ids import PieceId, RuleId, Seat
from engine.core.phrase import Fact


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule with its facts: `Violation("DW-5", "too_far", (("moved", 2), ("allowed", 1)))`.

    `reason` keys the sentence in the game's catalogue; `facts` fill it.
    """

    rule: RuleId
    reason: str
    facts: tuple[tuple[str, Fact], ...] = ()


def broken(rule: str, reason: str, **facts: Fact) -> Violation:
    """Return a broken rule; `reason` keys the catalogue and the facts fill its sentences."""
    return Violation(RuleId(rule), reason, tuple(facts.items()))


class Chooser(StrEnum):
    """Who must choose now."""

    SEAT = "seat"
    CHANCE = "chance"
    NOBODY = "nobody"


TURN = "turn"
"""The kind of decision that is a player's usual turn."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What is to be decided now: by whom (several seats may owe one), and what kind (`turn`, `answer`).

    Where chance decides, `seats` says whose die it is, if anybody's. Where several seats owe a decision, each
    of them may act first, and an action says whose it is (`engine.core.game.Seated`). `continues`: it belongs
    to the action before it (the answer to a hit, what takes a bought card's place): both are one play.
    `many`: what is decided is usually done several times in one go (all units put up). `shows`: what chance
    decides will lie open on the table (a card that's turned up), so that whoever looks at it can tell.
    """

    chooser: Chooser
    seats: tuple[Seat, ...] = ()
    kind: str = "turn"
    continues: bool = False
    many: bool = False
    shows: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended. `winners` empty: shared by nobody. `reason` keys the game's catalogue."""

    winners: tuple[Seat, ...]
    rule: RuleId
    reason: str


@dataclass(frozen=True, slots=True)
class Trace:
    """What an action leaves on the table for the referee's search.

    `pieces`: whose spot the action may change, now or once answered (attacker, target, splash).
    `explicit`: can't be read off the board at all; needs a button, a card or a tap (end of turn). `order`: of
    those that players may lift to show what they mean, in which order (the target, then whom it splashes on).
    `silent`: it leaves nothing of its own, only what follows from it (passing, choosing a player): that shows
    it where it was owed already, and never behind a play that is still being guessed.
    """

    pieces: frozenset[PieceId]
    explicit: bool = False
    order: tuple[PieceId, ...] = ()
    silent: bool = False
