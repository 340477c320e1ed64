"""The devices of a table that asked for notifications, and their sender, where there is one."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from dashboard.web.pushing.subscriptions import SubscriptionBook
from dashboard.web.seats.seating import Role, TabletPlace
from engine.bus.client import BusEvent


class Sends(Protocol):
    """A sender of notifications. `Pushing` implements it, for tables that have its libraries."""

    @property
    def public_key(self) -> str:
        """The key that browsers subscribe with."""

    def take(self, event: BusEvent) -> None:
        """Send what follows from one event of the bus."""

    def stop(self) -> None:
        """Send no more."""


Push = Callable[[SubscriptionBook], Sends]
"""Makes the sender for the devices of a book."""


class PushedDevices:
    """A table's devices; without `push` nothing is sent to any.

    `link` returns the present link of a place. Without a `folder` the devices are lost when the program ends.
    """

    def __init__(
        self, folder: Path | None, table: str, link: Callable[[TabletPlace], str], push: Push | None
    ) -> None:
        self.book = SubscriptionBook(folder, table, link=lambda seat: link(TabletPlace(Role.SEAT, seat)))
        self._sends = None if push is None else push(self.book)

    @property
    def public_key(self) -> str:
        """The key that browsers subscribe with; empty where nothing is sent."""
        return "" if self._sends is None else self._sends.public_key

    def take(self, event: BusEvent) -> None:
        """Send what follows from one event of the bus. It never waits."""
        if self._sends is not None:
            self._sends.take(event)

    def stop(self) -> None:
        """Send no more."""
        if self._sends is not None:
            self._sends.stop()
