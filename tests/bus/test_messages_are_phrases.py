"""Every sentence that a message on the bus carries is a phrase, so that it can be said in any language."""

import dataclasses
import typing
from collections.abc import Iterator
from typing import Any

from engine.bus.channels import CHANNELS

NAMES = frozenset(
    [
        "action",
        "correctable",
        "back",
        "players",
        "series",
        "zone",
        "believed",
        "board",
        "bots",
        "brightness",
        "button",
        "by",
        "camera",
        "card",
        "cell",
        "check",
        "code",
        "clock",
        "colour",
        "command",
        "content",
        "control",
        "device",
        "devices",
        "event",
        "face",
        "hand",
        "host",
        "identity",
        "fault",
        "firmware",
        "first",
        "game",
        "id",
        "key",
        "kind",
        "lit",
        "lens",
        "mark",
        "match",
        "name",
        "note",
        "numbers",
        "opening",
        "options",
        "order",
        "pad",
        "pages",
        "pause",
        "stands_for",
        "piece",
        "pieces",
        "place",
        "port",
        "reason",
        "says",
        "sealed",
        "setup",
        "shown",
        "sign",
        "signs",
        "source",
        "statuses",
        "tag",
        "target",
        "thing",
        "uid",
        "use",
        "value",
        "version",
        "what",
    ]
)
"""The bus's fields of text that carry names, codes, addresses and numbers, and no sentence."""


def test_every_sentence_of_the_bus_is_a_phrase() -> None:
    fields = {field for channel in CHANNELS for field in texts_of(channel.json_kind)}
    assert sorted(field for field in fields if field.partition(".")[2] not in NAMES) == []


def texts_of(kind: Any) -> Iterator[str]:
    """Yield the fields of a message, and of what is in it, that hold plain text."""
    if not (isinstance(kind, type) and dataclasses.is_dataclass(kind)):
        for inner in typing.get_args(kind):
            yield from texts_of(inner)
        return
    hints = typing.get_type_hints(kind)
    for field in dataclasses.fields(kind):
        if str in leaves(hints[field.name]):
            yield f"{kind.__name__}.{field.name}"
        yield from texts_of(hints[field.name])


def leaves(kind: Any) -> set[Any]:
    inner = typing.get_args(kind)
    return {kind} if not inner else {leaf for one in inner for leaf in leaves(one)}
