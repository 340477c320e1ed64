"""A bus with nobody on it, for engines that play what is over already."""

from engine.bus.client import BusEvent


class Nobody:
    """Implements `Bus`: what is published is heard by nobody, and nothing comes."""

    def publish(self, channel_name: str, message: object, name: str = "") -> None:
        """Do nothing."""
        del channel_name, message, name

    def receive(self, timeout: float | None) -> BusEvent | None:
        """Return None at once."""
        del timeout
        return None
