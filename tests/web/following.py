"""A tablet's state from its messages: the wire's other end, as the page does it."""

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from dashboard.web.telling.deltas import check_of, patched
from dashboard.web.telling.hub import Hub
from dashboard.web.telling.page_states import Key
from dashboard.web.telling.tablet import Tablet
from engine.core.faults import InputFault


def sent(tablet: Tablet) -> list[str]:
    """All that waits for a tablet, as it's sent."""
    return list(iter(tablet.take, None))


def together(tablet: Tablet) -> Iterator[str | bytes]:
    """Yield the texts that wait for a tablet, each perhaps a list of messages, perhaps packed."""
    while (text := tablet.take_together()) is not None:
        yield text


class Follower:
    """A tablet that takes steps, and what it shows."""

    def __init__(self, hub: Hub, language: str = "") -> None:
        self.hub = hub
        self.tablet = hub.join(language=language, steps=True)
        self.shows: dict[Key, Any] = {}
        self.wholes = 0
        self.misfits = 0
        self._numbers: dict[Key, int] = {}

    def catch_up(self) -> list[str]:
        """Take all that waits; ask for the whole where it doesn't fit. Returns what was sent."""
        texts: list[str] = []
        while new := sent(self.tablet):
            texts += new
            if [text for text in new if not self.take(text)]:
                self.misfits += 1
                self.hub.tell_again(self.tablet)
        return texts

    def take(self, text: str) -> bool:
        """Take one message; False when it doesn't fit."""
        message = json.loads(text)
        key = (message["channel"], message["name"])
        if "number" not in message:
            return True
        if "steps" in message:
            if message["from"] != self._numbers.get(key):
                return False
            try:
                data = self.shows[key]
                for step in message["steps"]:
                    data = patched(data, step)
            except InputFault:
                return False
            if check_of(msgspec.json.encode(data)) != message["check"]:
                return False
        else:
            self.wholes += 1
            data = message["data"]
        self.shows[key], self._numbers[key] = data, message["number"]
        return True
