"""Asks the broker for all that it keeps on some topics, and knows when all of it has come."""

from collections.abc import Mapping

from paho.mqtt.client import Client

_NO_RECEIPT = 0


class KeptQuestion:
    """One question at a time, step by step: the broker's answers drive it.

    The topics are left and taken again at quality 0. At quality 1 mosquitto sends 20 messages before it has
    their receipts, and answers the next request before the rest; iotcore never sends more than 100. iotcore
    also sends nothing again of a topic that is taken already. A second request is answered after the kept
    messages. Then the topics get their usual quality.

    It's for topics of states alone: an event that is sent between leaving and taking would be missed.
    """

    def __init__(self) -> None:
        self._filters: dict[str, int] = {}
        self._is_first = False
        self._awaited: int | None = None

    def ask(self, client: Client, filters: Mapping[str, int]) -> None:
        """Begin; `filters`: the topics with their usual quality. A question that is open is given up."""
        self._filters = dict(filters)
        self._is_first = True
        client.unsubscribe(list(filters))
        self._awaited = self._take(client)

    def answered(self, client: Client, mid: int) -> bool:
        """Take in the answer to a request, by its number; return True once all that is kept has come."""
        if mid != self._awaited:
            return False
        if self._is_first:
            self._is_first = False
            self._awaited = self._take(client)
            return False
        self._awaited = None
        client.subscribe(list(self._filters.items()))
        return True

    def _take(self, client: Client) -> int | None:
        return client.subscribe([(topic, _NO_RECEIPT) for topic in self._filters])[1]
