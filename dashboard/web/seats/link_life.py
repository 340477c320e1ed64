"""The choice of how long a link is valid.

It has a module of its own because every command offers the choice, and few commands hand out links.
"""

from enum import StrEnum


class LinkLife(StrEnum):
    """The time that a seat's link is valid."""

    MATCH = "match"
    """During the present match and its rematches."""
    TABLE = "table"
    """As long as the table has its key."""
