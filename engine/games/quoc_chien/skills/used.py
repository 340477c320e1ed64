"""The consequences of using a skill: it's counted, and the hidden general that has it is shown."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.generals import skill_names
from engine.games.quoc_chien.position.counts import Family
from engine.games.quoc_chien.position.registry import SKILLS, is_led, skills_of, skills_with_place
from engine.games.quoc_chien.position.state import State, counted
from engine.games.quoc_chien.resolving.playing import converted, drawing
from engine.games.quoc_chien.resolving.revealing import Showing
from engine.kit.resolving.frames import StackFrame


def skill_used(state: State, seat: Seat, name: str) -> tuple[State, tuple[StackFrame, ...]]:
    """Return the state after a skill is used, and the frames that show its general."""
    places = [place for skill, place, _ in skills_with_place(state, seat) if skill.name == name]
    shown_already = [
        place for skill, place, shown in skills_with_place(state, seat) if skill.name == name and shown
    ]
    state = counted(state, seat, Family.USED.of(name))
    if name in SKILLS and SKILLS[name].limited:
        state = counted(state, seat, Family.LIMITED.of(name))
    if shown_already or not places:
        return state, ()
    return state, (Showing(seat, (places[0],)),)


def shown_for(
    state: State, seat: Seat, cards: tuple[str, ...], as_: str, *, playing: bool
) -> tuple[State, tuple[StackFrame, ...]]:
    """Return the state after a skill lets cards count as another, and the frames that show its general.

    If a shown general has the skill, no hidden one is shown.
    """
    ways = [
        skill
        for paid, name, skill in converted(state, seat, as_, playing=playing)
        if name == as_ and tuple(paid) == tuple(cards)
    ]
    open_ones = {skill.name for skill in skills_of(state, seat)} | set(SKILLS) - skill_names()
    ways.sort(key=lambda skill: skill not in open_ones)
    if not ways:
        return state, ()
    state, above = skill_used(state, seat, ways[0])
    led = ways[0] == "longdan" and is_led(state, seat)
    return state, (*above, drawing(seat, 1)) if led else above
