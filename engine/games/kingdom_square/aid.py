"""The numbers that KingdomSquare's player aid names, from the rules' own constants."""

from collections.abc import Mapping

from engine.games.kingdom_square.position.state import TABLE_MAX

FACTS: Mapping[str, int] = {"table": TABLE_MAX}
"""The numbers by name."""
