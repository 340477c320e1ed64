"""The numbers that Hero Realms' player aid names, from the rules' own constants."""

from collections.abc import Mapping

from engine.games.hero_realms.position.state import HEALTH, MARKET, TEAM_HEALTH
from engine.games.hero_realms.turn.ending import HAND

FACTS: Mapping[str, int] = {"health": HEALTH, "team_health": TEAM_HEALTH, "market": MARKET, "hand": HAND}
"""The numbers by name."""
