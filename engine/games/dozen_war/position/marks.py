"""What cards and skills leave on units for a while: boosts and statuses (DW-10.5, DW-11)."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cache, lru_cache

from engine.core.phrase import Phrase
from engine.games.dozen_war.arms import SOLDIER_ARMS, Arm
from engine.games.dozen_war.texts import TEXTS

THIS_TURN = 0
"""`Mark.left` of what lasts to the end of the turn under way, whosever it is."""
FOR_GOOD = 255
"""`Mark.left` of what lasts until it's replaced or the unit dies."""
THIS_ROUND = 254
"""`Mark.left` of what lasts to the end of the round."""
NEXT_ATTACK = 253
"""`Mark.left` of what lasts to the unit's next attack in this turn."""


class Status(StrEnum):
    """What forbids a unit to do things.

    Stunned: nothing, not even a defence. Frozen: no move, attack, block or skill. Rooted: no move, no attack.
    Silenced: no skill. Banned: no defend skill.
    """

    STUNNED = "stunned"
    FROZEN = "frozen"
    ROOTED = "rooted"
    SILENCED = "silenced"
    BANNED = "banned"


@cache
def status_label(status: Status) -> Phrase:
    """Return what a unit with a status is called."""
    return TEXTS.say(f"statuses.{status}")


@dataclass(frozen=True, slots=True)
class UnitMark:
    """One boost or status of a unit.

    `word` is a field of `Changes`, a status, `evade` (`amount` is a face that lets an attack on it pass),
    `aimed` (the unit may not attack the piece `amount` again) or
    `arm` (it fights as the arm `amount`, by the order of `SOLDIER_ARMS`).
    `left` counts the ends of the owner's turns until it's gone. `stars` are those of what gave it (DW-19).
    """

    piece: int
    word: str
    amount: int = 1
    left: int = THIS_TURN
    stars: int = 0


@dataclass(frozen=True, slots=True)
class Changes:
    """All marks of one unit, added up (DW-10.5).

    `move`, `range`, `damage` and `attacks` are added to the unit's own, `pace` to each of its whole moves;
    `targets` are attacks on other enemies than those hit; `again` counts whole moves more; `spill` is how
    many hexes farther splash reaches. `unguarded` attacks aren't blocked, `unblockable` ones not answered by
    skills.
    """

    move: int = 0
    pace: int = 0
    again: int = 0
    range: int = 0
    damage: int = 0
    attacks: int = 0
    targets: int = 0
    spill: int = 0
    unguarded: int = 0
    unblockable: int = 0
    shield: int = 0
    stars: int = 0
    arm: Arm | None = None
    statuses: frozenset[Status] = frozenset()
    aimed: frozenset[int] = frozenset()
    faces: frozenset[int] = frozenset()

    @property
    def sits(self) -> bool:
        """It can't move or attack (DW-11.4)."""
        return bool(self.statuses & HOLDING)

    @property
    def numb(self) -> bool:
        """It can't block or dig either (DW-11.4)."""
        return bool(self.statuses & NUMBING)

    @property
    def stunned(self) -> bool:
        """It can't do anything."""
        return Status.STUNNED in self.statuses


HOLDING = frozenset((Status.STUNNED, Status.FROZEN, Status.ROOTED))
"""What keeps a unit from moving, warping and attacking."""
NUMBING = frozenset((Status.STUNNED, Status.FROZEN))
"""What keeps a unit from blocking and digging too."""
NO_CHANGES = Changes()
_SUMS = frozenset(one.name for one in fields(Changes)) - {"stars", "arm", "statuses", "aimed", "faces"}
BOOSTS = _SUMS - {"pace"}
"""The words of marks that add something."""
_WITH_ATTACK = frozenset(("range", "damage", "attacks", "targets", "spill", "unguarded", "unblockable"))
"""The boosts whose stars count for the unit's attack (DW-19)."""
MARK_WORDS = (*sorted(BOOSTS), "aimed", "arm", "evade", *Status)
"""Every word of a mark."""


def changes_of(marks: Iterable[UnitMark]) -> dict[int, Changes]:
    """Return what is changed of each unit that has marks."""
    of_unit: dict[int, list[tuple[str, int, int]]] = {}
    for mark in marks:
        word = "pace" if mark.word == "move" and mark.left == THIS_ROUND else mark.word
        of_unit.setdefault(mark.piece, []).append((word, mark.amount, mark.stars))
    return {piece: _added_up(tuple(words)) for piece, words in of_unit.items()}


@lru_cache(maxsize=1 << 12)
def _added_up(marks: tuple[tuple[str, int, int], ...]) -> Changes:
    """What one unit's marks change, by word, amount and stars; remembered, as few differ."""
    sums: dict[str, int] = {}
    statuses: set[Status] = set()
    aimed: set[int] = set()
    faces: set[int] = set()
    arm: Arm | None = None
    for word, amount, stars in marks:
        if word in _SUMS:
            sums[word] = sums.get(word, 0) + amount
            if word in _WITH_ATTACK:
                sums["stars"] = max(sums.get("stars", 0), stars)
        elif word == "aimed":
            aimed.add(amount)
        elif word == "evade":
            faces.add(amount)
        elif word == "arm":
            arm = SOLDIER_ARMS[amount]
        else:
            statuses.add(Status(word))
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
            kept.append(UnitMark(mark.piece, mark.word, mark.amount, left, mark.stars))
    return tuple(kept)


def after_round(marks: tuple[UnitMark, ...]) -> tuple[UnitMark, ...]:
    """Return the marks that last beyond the end of the round."""
    return tuple(mark for mark in marks if mark.left != THIS_ROUND)


def after_attack(marks: tuple[UnitMark, ...], piece: int) -> tuple[UnitMark, ...]:
    """Return the marks that last beyond an attack of a unit."""
    return tuple(mark for mark in marks if mark.piece != piece or mark.left != NEXT_ATTACK)


def after_moving(marks: tuple[UnitMark, ...], piece: int, words: tuple[str, ...]) -> tuple[UnitMark, ...]:
    """Return the marks without those of a piece that helped its move; what lasts a round stays."""
    return tuple(
        mark for mark in marks if mark.piece != piece or mark.left == THIS_ROUND or mark.word not in words
    )


def without(marks: tuple[UnitMark, ...], piece: int, words: tuple[str, ...] = ()) -> tuple[UnitMark, ...]:
    """Return the marks without those of a piece; only the ones of these words, if any are given."""
    return tuple(mark for mark in marks if mark.piece != piece or (words and mark.word not in words))


def one_less(marks: tuple[UnitMark, ...], piece: int, word: str) -> tuple[UnitMark, ...]:
    """Return the marks with one taken off what a unit has of a word."""
    for place, mark in enumerate(marks):
        if mark.piece == piece and mark.word == word:
            rest = (UnitMark(piece, word, mark.amount - 1, mark.left, mark.stars),) if mark.amount > 1 else ()
            return (*marks[:place], *rest, *marks[place + 1 :])
    return marks
