"""Huo Sha, a Slash of fire."""

from engine.games.quoc_chien.cards.sha import Sha
from engine.games.quoc_chien.resolving.card_rules import ruled


@ruled
class FireSha(Sha):
    """A Slash whose damage is of fire."""

    name = "huo-sha"
    answers_to = "sha"
