"""Huoshui, a skill of Zoushi of Qun."""

from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.skills.kinds import ShownToHold


@known
class Huoshui(ShownToHold):
    """In the owner's turn others can't show generals (`may_show`); it may be shown in the play phase."""

    name = "huoshui"
