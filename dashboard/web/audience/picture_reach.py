"""The visitors who see a camera's whole pictures.

It stands apart from the addresses: each command knows the choice, few serve.
"""

from enum import StrEnum


class PictureReach(StrEnum):
    """The visitors who see a camera's whole pictures: the `players` and the arbiter, or `all`."""

    PLAYERS = "players"
    ALL = "all"
