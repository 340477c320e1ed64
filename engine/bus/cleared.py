"""The message that a state was taken away: the broker keeps nothing under its name any more."""

from dataclasses import dataclass

from engine.bus.channels import BY_NAME, Service
from engine.bus.topics import Address

_AVAILABILITY = BY_NAME["availability"]


@dataclass(frozen=True, slots=True)
class Cleared:
    """Stands for a state that was taken away, such as a camera's or a board's."""


def says_cleared(found: Address) -> bool:
    """Tell whether a message makes readers learn that a topic's state was taken away.

    They learn it of cameras and boards. They don't learn it of the engine's states: such a message has no
    proof, so anybody could send it. Services have their availability for this.
    """
    channel = found.channel
    return bool(found.name) and channel is not _AVAILABILITY and Service.ENGINE not in channel.senders
