"""The actions, legal or not, that players may have meant by a table that no legal play explains."""

from collections.abc import Iterator
from itertools import islice

from engine.core.ids import Cell
from engine.core.layout import Face, Layout, Spot
from engine.games.dozen_war.actions.actions import Action, Attack, Block, Move, Place, Revive, Warp
from engine.games.dozen_war.actions.uses import Skill, format_use
from engine.games.dozen_war.arms import Arm
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.ground.reach import can_block, victims
from engine.games.dozen_war.ground.ways import arm_of
from engine.games.dozen_war.legality.violations import violations
from engine.games.dozen_war.position.masks import OFF
from engine.games.dozen_war.position.roster import IS_CASTLE, IS_GENERAL, SEAT_OF
from engine.games.dozen_war.position.state import Phase, State
from engine.games.dozen_war.resolving.resolve import played
from engine.games.dozen_war.telling.table import layout as expected_layout
from engine.games.dozen_war.using.usable import legal_skills

_MOST_SKILLS = 200
"""The most ways to use a skill that are tried. A way beyond them is only reported as not legal."""
_LIKELIEST = 3
"""How many of the forbidden plays are tried again after a skill."""
_NEAREST_ATTACKERS = 4
"""How many attackers to consider for a hurt piece, when no piece was pushed to the edge."""


def guesses(rules: Rules, state: State, seen: Layout) -> tuple[Action, ...]:
    """Return actions that would make the table look more like what was seen.

    After actions that pieces show come unannounced skills that explain the table alone, or that would allow
    the play. Cards aren't considered, because hands are secret.
    """
    expected = expected_layout(rules, state)
    ids = rules.roster.ids
    found: dict[Action, int] = {}
    hurt: list[int] = []
    pushed: list[int] = []
    for piece in range(len(ids)):
        if not state.owns(piece):
            continue
        was, now = expected.get(ids[piece]), seen.get(ids[piece])
        if was == now:
            continue
        if now is not None and not IS_CASTLE[piece] and (was is None or was.cell != now.cell):
            found.update(_relocations(rules, state, piece, now.cell))
        if was is not None and (now is None or (was.face, now.face) == (Face.UP, Face.DOWN)):
            hurt.append(piece)
        if _newly_pushed(was, now):
            pushed.append(piece)
    for target in hurt:
        by = _attackers(rules, state, target, hurt, seen)
        for distance, piece in [one for one in by if one[1] in pushed] or by[:_NEAREST_ATTACKERS]:
            for action in _attacks(rules, state, piece, target, hurt):
                found.setdefault(action, distance)
        if state.stack and can_block(rules, state, target):
            found.setdefault(Block(ids[target]), 0)
    known = [action for action in found if _in_field(rules, action)]

    def wrongs(action: Action) -> int:
        return len({(one.reason, one.facts) for one in violations(rules, state, action)})

    by_pieces = sorted(known, key=lambda action: (wrongs(action), found[action]))
    return (*by_pieces, *_unsaid_skills(rules, state, seen, by_pieces))


def _unsaid_skills(rules: Rules, state: State, seen: Layout, by_pieces: list[Action]) -> Iterator[Action]:
    """Yield legal skills after which the table looks as seen, or one of the likeliest plays is allowed."""
    if not state.skills or state.agenda:
        return
    expected = expected_layout(rules, state)
    astray = {piece for piece in {*expected, *seen} if not _alike(expected.get(piece), seen.get(piece))}
    places = {str(spot.cell) for piece in astray if (spot := seen.get(piece))}
    meant = [action for action in by_pieces if violations(rules, state, action)][:_LIKELIEST]
    concerned = (
        skill for skill in legal_skills(rules, state) if not _named(skill).isdisjoint({*astray, *places})
    )
    for skill in islice(concerned, _MOST_SKILLS):
        after = played(rules, state, skill)
        looks = expected_layout(rules, after)
        if all(_alike(looks.get(piece), seen.get(piece)) for piece in {*looks, *seen}) or (
            not after.stack and any(not violations(rules, after, action) for action in meant)
        ):
            yield skill


def _named(skill: Skill) -> set[str]:
    """Return the pieces and places that a use of a skill names."""
    values = format_use(skill).values()
    return {str(one) for value in values for one in (value if isinstance(value, list) else [value])}


def _alike(one: Spot | None, other: Spot | None) -> bool:
    if one is None or other is None:
        return one is other
    return (one.cell, one.face) == (other.cell, other.face)


def _in_field(rules: Rules, action: Action) -> bool:
    return not isinstance(action, Move | Revive | Place) or (
        (action.to if isinstance(action, Move) else action.at) in rules.field.index
    )


def _relocations(rules: Rules, state: State, piece: int, cell: Cell) -> list[tuple[Action, int]]:
    name = rules.roster.ids[piece]
    start, goal = state.at[piece], rules.field.index.get(cell, OFF)
    if goal == OFF:
        return []
    if start == OFF:
        if state.phase is Phase.PLACING and (IS_GENERAL[piece] or rules.field.is_duel):
            return [(Place(name, cell), 0)]
        return [(Revive(name, cell), 0)] if IS_GENERAL[piece] else []
    distance = rules.field.distances[start][goal]
    found: list[tuple[Action, int]] = [(Move(name, cell), distance)]
    if goal == rules.field.volcano:
        at_home = state.warp_open and state.stand.castles[SEAT_OF[piece]] >> start & 1
        found.append((Warp(name), 0 if at_home else distance))
    return found


def _newly_pushed(was: Spot | None, now: Spot | None) -> bool:
    return now is not None and bool(now.edge) and (was is None or not was.edge)


def _attackers(
    rules: Rules, state: State, target: int, hurt: list[int], seen: Layout
) -> list[tuple[int, int]]:
    """Return the unhurt enemies of a piece with their distances, as the table stands now, nearest first."""
    ids, index = rules.roster.ids, rules.field.index
    found = []
    for piece, cell in state.placed():
        if SEAT_OF[piece] == SEAT_OF[target] or IS_CASTLE[piece] or piece in hurt:
            continue
        spot = seen.get(ids[piece])
        stands = index.get(spot.cell, cell) if spot else cell
        found.append((rules.field.distances[stands][state.at[target]], piece))
    return sorted(found)


def _attacks(rules: Rules, state: State, piece: int, target: int, hurt: list[int]) -> list[Action]:
    """Return the attacks that would have hurt a target, with the other pieces that were hurt as splash."""
    ids = rules.roster.ids
    second = [victim for victim in victims(rules, state, piece, target) if victim in hurt]
    if arm_of(state, piece) is Arm.CAVALRY and not second:
        second = [other for other in hurt if other != target and SEAT_OF[other] != SEAT_OF[piece]]
    return [
        *(Attack(ids[piece], ids[target], ids[victim]) for victim in second),
        Attack(ids[piece], ids[target]),
    ]
