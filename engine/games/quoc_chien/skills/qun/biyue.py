"""Biyue, a skill of Diaochan of Qun."""

from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.skills.doing import Draws


@known
class Biyue(Draws):
    """Draws one in the owner's end phase."""

    name = "biyue"
    moments = (Moment.PHASE_END,)
    whose = "seat"
