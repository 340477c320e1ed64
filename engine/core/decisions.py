"""The values of a choice: who decides, what an action changes, which rules it breaks, how a match ended."""

from dataclasses import dataclass
from enum import StrEnum

from engine.core.ids import PieceId, RuleId, Seat
from engine.core.phrase import Fact


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule with its facts: `Violation("DW-5", "too_far", (("moved", 2), ("allowed", 1)))`."""

    rule: RuleId
    """The rule that is broken."""
    reason: str
    """The key of the sentence in the game's texts."""
    facts: tuple[tuple[str, Fact], ...] = ()
    """The facts that fill the sentence, by name."""


def broken(rule: str, reason: str, **facts: Fact) -> Violation:
    """Return a broken rule; `reason` is a key of the texts, and the facts fill its sentence."""
    return Violation(RuleId(rule), reason, tuple(facts.items()))


class Chooser(StrEnum):
    """The side that must choose now."""

    SEAT = "seat"
    CHANCE = "chance"
    NOBODY = "nobody"


TURN = "turn"
"""The kind of decision that is a player's usual turn."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The decision that is open now, and the seats that owe it."""

    chooser: Chooser
    """Whether players or chance decide."""
    seats: tuple[Seat, ...] = ()
    """The seats that owe the decision. Each of them may act first; an action says whose it is (`names_actors`
    of the game). Where chance decides: the seats that throw, if the die belongs to any."""
    kind: str = "turn"
    """The game's word for it (`turn`, `answer`)."""
    continues: bool = False
    """The decision belongs to the action before it (the answer to a hit, a new card in a bought one's place).
    Both are one play."""
    many: bool = False
    """Players usually do this several times in one go (they put up all units)."""
    shows: bool = False
    """The outcome of chance will lie open on the table (a card that is turned up), so that everybody can see
    it.
    """


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended."""

    winners: tuple[Seat, ...]
    """The seats that won; empty where nobody did."""
    rule: RuleId
    """The rule that ended the match."""
    reason: str
    """The key of the sentence in the game's texts."""


@dataclass(frozen=True, slots=True)
class Trace:
    """The marks that an action leaves on the table for the referee's search."""

    pieces: frozenset[PieceId]
    """The pieces whose spots the action may change, now or once it is answered (attacker, target, splash)."""
    explicit: bool = False
    """The board shows nothing of the action; it needs a button, a card or a tap (end of turn)."""
    order: tuple[PieceId, ...] = ()
    """The pieces that players may lift to show what they mean, in this order (the target, then the victim of
    its splash).
    """
    silent: bool = False
    """The action itself leaves no mark on the table; only its consequences do (passing, choosing a player).
    Such a consequence shows the action only where the seat already owed it, never after a play that is still
    being guessed."""
