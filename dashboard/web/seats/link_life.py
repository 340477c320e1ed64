"""How long a link is good. Apart from eras: each command knows the choice, few hand out links."""

from enum import StrEnum


class LinkLife(StrEnum):
    """For how long a seat's link is: the `match` that is played and its rematches, or the `table`'s key."""

    MATCH = "match"
    TABLE = "table"
