"""A match that tables play."""

from tests.web.conftest import game, match

__all__ = ["game", "match"]
