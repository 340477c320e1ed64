"""A bus without anybody on it, for engines that replay a finished match."""

from engine.bus.client import BusEvent


class Nobody:
    """Implements `Bus`: nobody receives what is published, and nothing arrives."""

    def publish(self, channel_name: str, message: object, name: str = "") -> None:
        """Do nothing."""
        del channel_name, message, name

    def receive(self, timeout: float | None) -> BusEvent | None:
        """Return None at once."""
        del timeout
        return None
