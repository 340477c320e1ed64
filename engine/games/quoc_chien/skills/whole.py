"""All skills: the modules in which they're registered, and the frames that they put on the stack."""

from engine.games.quoc_chien.resolving.changing import CHANGING_FRAMES
from engine.games.quoc_chien.resolving.comparing import COMPARING_FRAMES
from engine.games.quoc_chien.resolving.summoning import SUMMONING_FRAMES
from engine.games.quoc_chien.skills import equipment, extension, lords
from engine.games.quoc_chien.skills.always import converting, locked
from engine.games.quoc_chien.skills.doing import DOING_FRAMES
from engine.games.quoc_chien.skills.events import (
    belongings,
    damage,
    deaths,
    hitting,
    judgments,
    showing,
    slashes,
)
from engine.games.quoc_chien.skills.phases import drawing, ending, playing, skipping, starting
from engine.games.quoc_chien.skills.play import finding, hurting, newer, placing, trading
from engine.kit.resolving.frames import StackFrame

MODULES = (
    *(converting, locked),
    *(belongings, damage, deaths, hitting, judgments, showing, slashes),
    *(drawing, ending, playing, skipping, starting),
    *(finding, hurting, newer, placing, trading),
    *(equipment, extension, lords),
)
"""Where skills are registered: when each is imported."""

SKILL_FRAMES: tuple[type[StackFrame], ...] = (
    *equipment.EQUIPMENT_FRAMES,
    *COMPARING_FRAMES,
    *DOING_FRAMES,
    *CHANGING_FRAMES,
    *SUMMONING_FRAMES,
    drawing.Sharing,
)
