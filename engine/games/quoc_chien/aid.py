"""The numbers that Quốc Chiến's player aid names, from the rules' own constants."""

from collections.abc import Mapping

from engine.games.quoc_chien.resolving.phases import DRAWN
from engine.games.quoc_chien.resolving.revealing import REWARD_CARDS, SIX

FACTS: Mapping[str, int] = {"drawn": DRAWN, "reward": REWARD_CARDS, "first_reveal": SIX}
"""The numbers by name."""
