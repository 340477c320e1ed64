"""The effect vocabulary: every word a skill, card, event or token may use, as a typed value.

A class's docstring is the word's meaning and its annotations are the word's parameters (`parameters.py`):
packs are read by them and the vocabulary's page is written from them. Nothing here does anything; the rules
interpret.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Union, get_args

from engine.games.dozen_war.arms import Arm
from engine.games.dozen_war.content.terms import (
    ATTACKER,
    PLAYER,
    USER,
    Blow,
    Cancelled,
    Fill,
    Lasting,
    Role,
    Shown,
    Taken,
    TermMeaning,
)

Amount = Annotated[int, TermMeaning("HP", 1, 3)]
Hexes = Annotated[int, TermMeaning("hexes", 1, 5)]
Whom = Annotated[Role, TermMeaning("the unit or units")]


@dataclass(frozen=True, slots=True)
class Damage:
    """Take HP from each of the units; what has none left dies (DW-4.4, DW-8.3, DW-12.4).

    A killing `attack` of cavalry splashes unless `splash` is false. Statuses, pushes and pulls of the same
    record on the same units ride on the hit: they reach the unit that it hits.
    """

    on: Whom
    amount: Amount
    blow: Annotated[Blow, TermMeaning("how it comes")] = Blow.ATTACK
    splash: Annotated[bool, TermMeaning("whether a kill by cavalry splashes")] = True


@dataclass(frozen=True, slots=True)
class Heal:
    """Give HP back, never above the piece's full HP, never to the dead.

    As an answer it acts before the hit and may be given to the hit unit only if that then survives.
    """

    on: Whom
    amount: Amount


@dataclass(frozen=True, slots=True)
class Shield:
    """Swallow the next damage, up to `amount` HP in all, except losses; what's unused ends with `lasts`."""

    on: Whom
    amount: Amount
    lasts: Annotated[Lasting, TermMeaning("how long")] = Lasting.TURN


@dataclass(frozen=True, slots=True)
class Cancel:
    """Undo the hit on the hit unit, damage and riding statuses (others hit by it are still hit), or a card.

    Where no hit is pending `what: hit` does nothing. A cancelled card is spent without effect.
    """

    what: Annotated[Cancelled, TermMeaning("what is undone")] = Cancelled.HIT


@dataclass(frozen=True, slots=True)
class Redirect:
    """Let the pending hit land on another unit of its owner. Others may block for it; it can't redirect."""

    to: Annotated[Role, TermMeaning("who takes the hit")]


@dataclass(frozen=True, slots=True)
class Reflect:
    """The attacker takes as many HP as the unit really lost to the hit, also if it died or blocked."""

    on: Annotated[Role, TermMeaning("who lost the HP")] = USER


@dataclass(frozen=True, slots=True)
class StrikeBack:
    """The user hits each of the units with its arm's plain damage, if in its plain range; no splash.

    The hit is a strike and uses no attack up. A user that died strikes too, from where it stood.
    """

    on: Annotated[Role, TermMeaning("who is hit")] = ATTACKER
    answerable: Annotated[bool, TermMeaning("whether the hit may be blocked or answered")] = True


@dataclass(frozen=True, slots=True)
class Evade:
    """Until it ends each attacker of the unit rolls a die first; any face that wasn't named misses."""

    on: Whom
    faces: Annotated[Role, TermMeaning("the slot of the faces named", fill=Fill.FACES)]
    lasts: Annotated[Lasting, TermMeaning("how long")] = Lasting.TURN


@dataclass(frozen=True, slots=True)
class Power:
    """Change the damage of the unit's attacks; never below 1."""

    on: Whom
    amount: Annotated[int, TermMeaning("HP more or less", -1, 3)]
    lasts: Annotated[Lasting, TermMeaning("how long")] = Lasting.TURN


@dataclass(frozen=True, slots=True)
class Range:
    """Change the range of the unit's attacks, never below 1; beyond 1 it goes along straight lines (DW-7)."""

    on: Whom
    amount: Annotated[int, TermMeaning("hexes more or less", -2, 3)]
    lasts: Annotated[Lasting, TermMeaning("how long")] = Lasting.TURN


@dataclass(frozen=True, slots=True)
class Move:
    """Change how far the unit moves, never below 0. A unit that has moved may walk the added hexes at once.

    `again` lets it move once more by its own base instead; `amount` is then 0.
    """

    on: Whom
    amount: Annotated[int, TermMeaning("hexes more or less", -3, 5)] = 0
    again: Annotated[bool, TermMeaning("a whole second move")] = False
    lasts: Annotated[Lasting, TermMeaning("how long")] = Lasting.TURN


@dataclass(frozen=True, slots=True)
class ExtraAttack:
    """Let the unit attack that many more times this turn. It doesn't move between its attacks."""

    on: Whom
    amount: Annotated[int, TermMeaning("attacks", 1, 2)] = 1
    lasts: Annotated[Lasting, TermMeaning("how long")] = Lasting.TURN


@dataclass(frozen=True, slots=True)
class ExtraTargets:
    """Let the unit's attack go on against that many more enemies in its range, each once, one by one."""

    on: Whom
    amount: Annotated[int, TermMeaning("targets", 1, 5)]
    lasts: Annotated[Lasting, TermMeaning("how long")] = Lasting.TURN


@dataclass(frozen=True, slots=True)
class SpillRange:
    """Let the unit's splash reach up to that many hexes behind a target that stood alone (DW-6.3)."""

    on: Whom
    hexes: Annotated[int, TermMeaning("hexes behind", 2, 3)]
    lasts: Annotated[Lasting, TermMeaning("how long")] = Lasting.TURN


@dataclass(frozen=True, slots=True)
class NoGuard:
    """Infantry can't block the unit's hits (DW-5.3); other answers stay open."""

    on: Annotated[Role, TermMeaning("whose hits")] = USER
    lasts: Annotated[Lasting, TermMeaning("how long")] = Lasting.ATTACK


@dataclass(frozen=True, slots=True)
class Unblockable:
    """No defend skill can answer the unit's hits (DW-11.1); blocks and cards stay open."""

    on: Annotated[Role, TermMeaning("whose hits")] = USER
    lasts: Annotated[Lasting, TermMeaning("how long")] = Lasting.ATTACK


@dataclass(frozen=True, slots=True)
class Push:
    """Move the unit straight away from the user, hex by hex, until `hexes` or the first it can't enter."""

    on: Whom
    hexes: Hexes


@dataclass(frozen=True, slots=True)
class Pull:
    """Move the unit straight towards the user, until beside it, `hexes`, or the first hex it can't enter.

    No defend skill can answer the hit it rides on (DW-11.1, DW-11.3).
    """

    on: Whom
    hexes: Hexes


@dataclass(frozen=True, slots=True)
class Swap:
    """Two of the player's units change places; both hexes must have room for the other."""

    on: Whom
    other: Annotated[Role, TermMeaning("the other unit")]


@dataclass(frozen=True, slots=True)
class Teleport:
    """Put the unit on the chosen hex, whatever lies between; it isn't its move of the turn."""

    on: Whom
    to: Annotated[Role, TermMeaning("the slot of the hex", fill=Fill.HEX)]


@dataclass(frozen=True, slots=True)
class Stun:
    """The unit can't move, attack, dig, block, or use or be the user of any skill or defence (DW-11)."""

    on: Whom
    lasts: Annotated[Lasting, TermMeaning("how long")] = Lasting.NEXT_TURN


@dataclass(frozen=True, slots=True)
class Freeze:
    """The unit can't move, attack, dig, block or use skills; cards may still be played on it (DW-11)."""

    on: Whom
    lasts: Annotated[Lasting, TermMeaning("how long")] = Lasting.TURN


@dataclass(frozen=True, slots=True)
class Root:
    """The unit can't move or attack; it may block, use skills and be moved by others."""

    on: Whom
    lasts: Annotated[Lasting, TermMeaning("how long")] = Lasting.TURN


@dataclass(frozen=True, slots=True)
class Silence:
    """The general can't use any skill (DW-11.2)."""

    on: Whom
    lasts: Annotated[Lasting, TermMeaning("how long")] = Lasting.NEXT_TURN


@dataclass(frozen=True, slots=True)
class Ban:
    """The general can't use a defend skill; its other skills stay."""

    on: Whom
    lasts: Annotated[Lasting, TermMeaning("how long")] = Lasting.TURN


@dataclass(frozen=True, slots=True)
class Draw:
    """The player draws equipment cards, then discards down to six (DW-10.3).

    With `amount` below 0 the player discards that many cards of choice, the whole hand when it has fewer.
    """

    amount: Annotated[int, TermMeaning("cards more or less", -3, 3)]
    player: Annotated[Role, TermMeaning("who", fill=Fill.PLAYER)] = PLAYER


@dataclass(frozen=True, slots=True)
class Coin:
    """The player gets coins or pays them; nobody goes below 0."""

    amount: Annotated[int, TermMeaning("coins more or less", -3, 3)]
    player: Annotated[Role, TermMeaning("who", fill=Fill.PLAYER)] = PLAYER


@dataclass(frozen=True, slots=True)
class Steal:
    """The player takes coins, or looks at the hand and takes cards of choice, from another player.

    Takes what is there when there's less.
    """

    what: Annotated[Taken, TermMeaning("what")]
    amount: Annotated[int, TermMeaning("how many", 1, 3)]
    source: Annotated[Role, TermMeaning("the slot of the player it's taken from", fill=Fill.PLAYER)]


@dataclass(frozen=True, slots=True)
class Recruit:
    """Put a new soldier, the lowest-numbered free piece of its arm, on a hex; nothing when all are in play.

    It may act at once only if `acts`. `at: castle` is the player's castle of that arm, as income (DW-4.2);
    nothing when it's destroyed or full.
    """

    arm: Annotated[Role, TermMeaning("an arm, or the slot of the arm", fill=Fill.ARM)]
    at: Annotated[Role, TermMeaning("the slot of the hex, or `castle`", fill=Fill.HEX)]
    acts: Annotated[bool, TermMeaning("whether it may act at once")] = True


@dataclass(frozen=True, slots=True)
class Transform:
    """Turn the unit into another arm, with that arm's numbers, traits and cards.

    A soldier is exchanged for a free piece of that arm at full HP and keeps what it has done this turn; a
    general keeps its piece and HP.
    """

    on: Whom
    arm: Annotated[Role, TermMeaning("an arm, or the slot of the arm", fill=Fill.ARM)]
    lasts: Annotated[Lasting, TermMeaning("how long")] = Lasting.MATCH


@dataclass(frozen=True, slots=True)
class Revive:
    """Bring killed own generals back as DW-8.3, without coins, as far as castles have a free general slot."""

    on: Whom


@dataclass(frozen=True, slots=True)
class Reveal:
    """Show the player alone the face-down tokens under the mountains of a slot."""

    what: Annotated[Shown, TermMeaning("what")]
    of: Annotated[Role, TermMeaning("the slot of the mountains", fill=Fill.MOUNTAINS)]


@dataclass(frozen=True, slots=True)
class CopySkill:
    """Use the chosen skill as if it were the user's own, with its star, but at most `star`."""

    skill: Annotated[Role, TermMeaning("the slot of the skill", fill=Fill.SKILL)]
    star: Annotated[int, TermMeaning("the highest star it has", 1, 5)] = 3


@dataclass(frozen=True, slots=True)
class Case:
    """The faces of a die and what they bring."""

    faces: tuple[int, ...]
    effects: "tuple[Effect, ...]"


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll a die, a chance action; the case that lists its face happens, and nothing when none does."""

    cases: Annotated[tuple[Case, ...], TermMeaning("`{faces: [1, 2], effects: [...]}` each; no face twice")]


Effect = Union[  # noqa: UP007  # as a value, so that the vocabulary can be listed from it
    Damage, Heal, Shield, Cancel, Redirect, Reflect, StrikeBack, Evade, Power, Range, Move, ExtraAttack,
    ExtraTargets, SpillRange, NoGuard, Unblockable, Push, Pull, Swap, Teleport, Stun, Freeze, Root, Silence,
    Ban, Draw, Coin, Steal, Recruit, Transform, Revive, Reveal, CopySkill, Roll,
]  # fmt: skip
"""One effect; `match` over it is exhaustive."""

BUFFS = (Power, Range, Move, ExtraAttack, ExtraTargets, SpillRange, NoGuard, Unblockable)
"""What strengthens (or weakens) a unit's own turn: not to be put on a unit that has already attacked."""

HIT_BUFFS = (NoGuard, Unblockable)
"""Those of them that change who may answer the unit's hits (reading `idle_uses`)."""

STATUSES = (Stun, Freeze, Root, Silence, Ban)
"""What a unit suffers for a while."""


def word_of(effect: type[Effect]) -> str:
    """Return the word that packs write for an effect: `ExtraAttack` → `extra_attack`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", effect.__name__).lower()


WORDS: dict[str, type[Effect]] = {word_of(one): one for one in get_args(Effect)}
"""The whole vocabulary."""


def each_effect(effects: tuple[Effect, ...]) -> Iterator[Effect]:
    """Yield effects and, after a roll, those of all its cases."""
    for effect in effects:
        yield effect
        if isinstance(effect, Roll):
            for case in effect.cases:
                yield from each_effect(case.effects)


ARM_WORDS = tuple(str(arm) for arm in Arm if arm is not Arm.CASTLE)
"""The arms that an effect or a slot may name."""
