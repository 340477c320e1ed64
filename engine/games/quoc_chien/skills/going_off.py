"""The skills that go off at a moment, and the seats that are asked although they have none."""

from collections.abc import Mapping, Sequence
from functools import cache

from engine.core.ids import Seat
from engine.games.quoc_chien.content.generals import skill_names
from engine.games.quoc_chien.position.counts import Family
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import SKILLS, may_show, roster_of
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.skill import is_asked, is_played
from engine.games.quoc_chien.position.state import State, hidden
from engine.games.quoc_chien.resolving.revealing import Showing
from engine.kit.resolving.answer_windows import Asks
from engine.kit.resolving.moments import Firing, Trigger


def triggers_of(game: QuocRules, state: State, firing: Firing, seat: Seat) -> Sequence[Trigger]:
    """Return the skills that go off at a moment for one seat; only skills that listen for it are asked.

    Skills that must go off do so before the owner is asked about others.
    """
    listening = roster_of(state).listening.get(firing.moment, {}).get(seat, ())
    found: list[Trigger] = []
    for skill, place, shown in listening if seat not in state.out else ():
        if (not shown and not may_show(state, seat)) or not is_played(skill, game.options):
            continue
        if skill.limited and state.counters[seat, Family.LIMITED.of(skill.name)]:
            continue
        if skill.ready(game, state, firing, seat):
            before = () if shown else (Showing(seat, (place,)),)
            found += (
                Trigger(
                    seat,
                    skill.name,
                    action,
                    (*before, *skill.frames(game, state, firing, seat, action)),
                    shown and skill.forced(firing) and not is_asked(skill, game.options),
                )
                for action in skill.ways(game, state, firing, seat)
            )
    musts = [one for one in found if one.must and f"{seat}/{one.key}" not in firing.used]
    return musts or found


def asks_anyway(game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
    """Tell whether a seat without a usable skill is asked too, so that nobody learns that it has none.

    A seat with a hidden general is asked when some general could act; a seat with a shown one when its skill
    could.
    """
    if game.asks is not Asks.ALL or seat in state.out:
        return False
    alone = _ALONE.get(firing.moment)
    if alone is not None and firing.fact(alone) != seat:
        return False
    if hidden(state, seat) and may_show(state, seat) and firing.moment in _moments_of_generals():
        return True
    listening = roster_of(state).listening.get(firing.moment, {}).get(seat, ())
    return any(shown and skill.could(state, firing, seat) for skill, _, shown in listening)


_ALONE: Mapping[str, str] = {Moment.AIMED: "target", Moment.ANSWERED: "seat", Moment.DEALT: "source"}
"""Moments for the skills of one seat only, each with the fact that names this seat."""


@cache
def _moments_of_generals() -> frozenset[str]:
    """Return the moments of all generals' skills. Call it once all skills are registered."""
    return frozenset(moment for name in SKILLS.keys() & skill_names() for moment in SKILLS[name].moments)
