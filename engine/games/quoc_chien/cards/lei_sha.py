"""Lei Sha, a Slash of thunder."""

from engine.games.quoc_chien.cards.sha import Sha
from engine.games.quoc_chien.resolving.card_rules import ruled


@ruled
class ThunderSha(Sha):
    """A Slash whose damage is of thunder."""

    name = "lei-sha"
    answers_to = "sha"
