"""Huoshui, a skill of Zoushi of Qun."""

from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.skills.kinds import ShownToHold


@known
class Huoshui(ShownToHold):
    """In the owner's turn others can't show generals (`may_show`). It may be shown in the play phase."""

    name = "huoshui"
    names = wording(en="Huoshui", vi="Họa Thủy", ja="禍水")
    text = wording(
        en="In your turn others can't show generals.",
        vi="Trong lượt của bạn, người khác không thể lật tướng.",
        ja="自分の手番、ほかの人は武将を公開できない。",
    )
