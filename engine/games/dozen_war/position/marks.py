"""The marks that cards and skills leave on units for a while: boosts and statuses (DW-10.5, DW-11)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, lru_cache

from engine.core.phrase import Phrase
from engine.games.dozen_war.arms import Arm
from engine.games.dozen_war.texts import TEXTS

THIS_TURN = 0
"""`UnitMark.left` of a mark that lasts to the end of the present turn, whosever turn it is."""
FOR_GOOD = 255
"""`UnitMark.left` of a mark that lasts until it's replaced or the unit dies."""
THIS_ROUND = 254
"""`UnitMark.left` of a mark that lasts to the end of the round."""
NEXT_ATTACK = 253
"""`UnitMark.left` of a mark that lasts to the unit's next attack in this turn."""


class Status(StrEnum):
    """A status that forbids a unit to do things.

    Stunned: nothing, not even a defence. Frozen: no move, attack, block or skill. Rooted: no move, no attack.
    Silenced: no skill. Banned: no defend skill.
    """

    STUNNED = "stunned"
    FROZEN = "frozen"
    ROOTED = "rooted"
    SILENCED = "silenced"
    BANNED = "banned"

    # The hash of an enum is a Python call each time, and marks are looked up by it in every position.
    __hash__ = str.__hash__


@cache
def status_label(status: Status) -> Phrase:
    """Return the name of a status for a unit that has it."""
    return TEXTS.say(f"statuses.{status}")


class BoostWord(StrEnum):
    """The values that a boost may change in a unit; `Changes` has a field of the same name for each."""

    MOVE = "move"
    PACE = "pace"
    AGAIN = "again"
    RANGE = "range"
    DAMAGE = "damage"
    ATTACKS = "attacks"
    TARGETS = "targets"
    SPILL = "spill"
    UNGUARDED = "unguarded"
    UNBLOCKABLE = "unblockable"
    SHIELD = "shield"

    __hash__ = str.__hash__


@dataclass(frozen=True, slots=True)
class UnitBoost:
    """A mark that adds to one of a unit's numbers."""

    word: BoostWord
    """The number that it adds to."""
    amount: int = 1
    """The added amount, below 0 for less: HP, hexes, attacks or moves, depending on the word."""


@dataclass(frozen=True, slots=True)
class LuckyFace:
    """A mark that makes a unit evade: each attacker first rolls a die, and only the named faces hit."""

    face: int
    """A face that lets an attack hit, 1 to 6."""


@dataclass(frozen=True, slots=True)
class BarredTarget:
    """A mark of a unit that attacks several enemies in a row: it may not attack this one again."""

    piece: int
    """The piece that it has attacked, by number."""


@dataclass(frozen=True, slots=True)
class FightsAs:
    """A mark that makes a unit fight as another arm."""

    arm: Arm
    """The arm, one of those that have soldiers."""


MarkMeaning = UnitBoost | Status | LuckyFace | BarredTarget | FightsAs
"""The effect of a mark."""


@dataclass(frozen=True, slots=True)
class UnitMark:
    """One boost or status of a unit."""

    piece: int
    """The unit, by number."""
    means: MarkMeaning
    """The mark's effect on the unit."""
    left: int = THIS_TURN
    """How many ends of the owner's turns it still lasts, or one of `THIS_TURN`, `NEXT_ATTACK`, `THIS_ROUND`
    and `FOR_GOOD`."""
    stars: int = 0
    """The stars of the card or skill that gave it (DW-19)."""


@dataclass(frozen=True, slots=True)
class Changes:
    """All marks of one unit, added up (DW-10.5)."""

    move: int = 0
    """The hexes added to its move of this turn."""
    pace: int = 0
    """The hexes added to each of its whole moves."""
    again: int = 0
    """The whole moves that it may make beyond its first."""
    range: int = 0
    """The hexes added to the range of its attacks."""
    damage: int = 0
    """The HP added to the damage of its attacks."""
    attacks: int = 0
    """The attacks that it may make beyond its first."""
    targets: int = 0
    """The attacks that it may make on enemies that it hasn't hit yet."""
    spill: int = 0
    """The additional hexes that its splash reaches (DW-6.3)."""
    unguarded: int = 0
    """Above 0, infantry can't block its hits."""
    unblockable: int = 0
    """Above 0, no defend skill answers its hits (DW-11.1)."""
    shield: int = 0
    """The HP of damage that it swallows."""
    stars: int = 0
    """The stars of its attack (DW-19)."""
    arm: Arm | None = None
    """The arm that it fights as; None: its own."""
    statuses: frozenset[Status] = frozenset()
    """The statuses that forbid it to do things (DW-11)."""
    aimed: frozenset[int] = frozenset()
    """The pieces that it has hit in a row of attacks and may not attack again, by number."""
    faces: frozenset[int] = frozenset()
    """The faces of a die that let an attack on it hit."""

    @property
    def sits(self) -> bool:
        """Whether the unit can't move or attack (DW-11.4)."""
        return bool(self.statuses & HOLDING)

    @property
    def numb(self) -> bool:
        """Whether the unit can't block or dig either (DW-11.4)."""
        return bool(self.statuses & NUMBING)

    @property
    def stunned(self) -> bool:
        """Whether the unit can't do anything."""
        return Status.STUNNED in self.statuses


HOLDING = frozenset((Status.STUNNED, Status.FROZEN, Status.ROOTED))
"""The statuses that keep a unit from moving, warping and attacking."""
NUMBING = frozenset((Status.STUNNED, Status.FROZEN))
"""The statuses that keep a unit from blocking and digging as well."""
NO_CHANGES = Changes()
_WITH_ATTACK = frozenset(
    (
        BoostWord.RANGE,
        BoostWord.DAMAGE,
        BoostWord.ATTACKS,
        BoostWord.TARGETS,
        BoostWord.SPILL,
        BoostWord.UNGUARDED,
        BoostWord.UNBLOCKABLE,
    )
)
"""The boosts whose stars count for the unit's attack (DW-19)."""


def changes_of(marks: Iterable[UnitMark]) -> dict[int, Changes]:
    """Return the changes of each unit that has marks."""
    of_unit: dict[int, list[tuple[MarkMeaning, int, bool]]] = {}
    for mark in marks:
        marked = (mark.means, mark.stars, mark.left == THIS_ROUND)
        of_unit.setdefault(mark.piece, []).append(marked)
    return {piece: _added_up(tuple(marked)) for piece, marked in of_unit.items()}


@lru_cache(maxsize=1 << 12)
def _added_up(marks: tuple[tuple[MarkMeaning, int, bool], ...]) -> Changes:
    """Return the changes by one unit's marks, sorted by meaning, stars and duration; remembered."""
    sums: dict[str, int] = {}
    statuses: set[Status] = set()
    aimed: set[int] = set()
    faces: set[int] = set()
    arm: Arm | None = None
    for means, stars, this_round in marks:
        match means:
            case UnitBoost(BoostWord.MOVE, amount) if this_round:
                sums[BoostWord.PACE] = sums.get(BoostWord.PACE, 0) + amount
            case UnitBoost(word, amount):
                sums[word] = sums.get(word, 0) + amount
                if word in _WITH_ATTACK:
                    sums["stars"] = max(sums.get("stars", 0), stars)
            case BarredTarget(piece):
                aimed.add(piece)
            case LuckyFace(face):
                faces.add(face)
            case FightsAs(other):
                arm = other
            case Status():
                statuses.add(means)
    return Changes(
        **sums, arm=arm, statuses=frozenset(statuses), aimed=frozenset(aimed), faces=frozenset(faces)
    )


def after_turn(marks: tuple[UnitMark, ...], owners: tuple[int, ...], seat: int) -> tuple[UnitMark, ...]:
    """Return the marks that last beyond the end of a seat's turn; `owners` is each piece's seat."""
    kept = []
    for mark in marks:
        if mark.left in (THIS_TURN, NEXT_ATTACK):
            continue
        if mark.left in (FOR_GOOD, THIS_ROUND):
            kept.append(mark)
            continue
        left = mark.left - (1 if owners[mark.piece] == seat else 0)
        if left:
            kept.append(UnitMark(mark.piece, mark.means, left, mark.stars))
    return tuple(kept)


def after_round(marks: tuple[UnitMark, ...]) -> tuple[UnitMark, ...]:
    """Return the marks that last beyond the end of the round."""
    return tuple(mark for mark in marks if mark.left != THIS_ROUND)


def after_attack(marks: tuple[UnitMark, ...], piece: int) -> tuple[UnitMark, ...]:
    """Return the marks that last beyond an attack of a unit."""
    return tuple(mark for mark in marks if mark.piece != piece or mark.left != NEXT_ATTACK)


def after_moving(
    marks: tuple[UnitMark, ...], piece: int, words: tuple[BoostWord, ...]
) -> tuple[UnitMark, ...]:
    """Return the marks without the boosts that helped a piece's move; those for a round stay."""
    return tuple(
        mark
        for mark in marks
        if mark.piece != piece or mark.left == THIS_ROUND or not _is_boost(mark.means, words)
    )


def without(marks: tuple[UnitMark, ...], piece: int) -> tuple[UnitMark, ...]:
    """Return the marks without those of a piece."""
    return tuple(mark for mark in marks if mark.piece != piece)


def without_bars(marks: tuple[UnitMark, ...], piece: int) -> tuple[UnitMark, ...]:
    """Return the marks without those that keep a piece from attacking a former target again."""
    return tuple(mark for mark in marks if mark.piece != piece or not isinstance(mark.means, BarredTarget))


def as_itself(marks: tuple[UnitMark, ...], piece: int) -> tuple[UnitMark, ...]:
    """Return the marks after a piece fights as its own arm again."""
    return tuple(mark for mark in marks if mark.piece != piece or not isinstance(mark.means, FightsAs))


def renamed(mark: UnitMark, piece: int, new: int) -> UnitMark:
    """Return a mark after a piece is replaced by another, as its unit or as its barred target."""
    means = mark.means
    if isinstance(means, BarredTarget) and means.piece == piece:
        means = BarredTarget(new)
    return replace(mark, piece=new if mark.piece == piece else mark.piece, means=means)


def one_less(marks: tuple[UnitMark, ...], piece: int, word: BoostWord) -> tuple[UnitMark, ...]:
    """Return the marks with a unit's first boost of a word reduced by one."""
    for place, mark in enumerate(marks):
        means = mark.means
        if mark.piece == piece and isinstance(means, UnitBoost) and means.word is word:
            less = UnitBoost(word, means.amount - 1)
            rest = (UnitMark(piece, less, mark.left, mark.stars),) if means.amount > 1 else ()
            return (*marks[:place], *rest, *marks[place + 1 :])
    return marks


def _is_boost(means: MarkMeaning, words: tuple[BoostWord, ...]) -> bool:
    return isinstance(means, UnitBoost) and means.word in words
