"""The bus's messages of a match between bots, the texts that a tablet gets of them, and their bytes."""

import tempfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dashboard.lab.bots_match import BotsMatch
from dashboard.web.seats.seating import Role, TabletPlace
from dashboard.web.telling.feed import WANTED, Feed
from dashboard.web.telling.hub import Hub
from dashboard.web.words.speaking import encoded
from engine.bus.client import Connected, ReceivedMessage
from engine.bus.nobody import Nobody
from engine.bus.sealing import Seal
from engine.core.ids import Seat
from engine.core.phrase import LANGUAGES

TABLE = "bench"
SEATS = ("west", "south", "east", "north")

_LOOKS_S = 2.4

Move = list[ReceivedMessage]


@dataclass(slots=True)
class _Heard(Nobody):
    """A bus that records the messages for a dashboard."""

    messages: Move = field(default_factory=list)
    """The recorded messages."""

    def publish(self, channel_name: str, message: object, name: str = "") -> None:
        """Record the message if a dashboard listens to its channel."""
        if channel_name in WANTED:
            self.messages.append(ReceivedMessage(channel_name, name, message))


def messages_of_moves(count: int, key: bytes) -> list[Move]:
    """Return an engine's messages to a dashboard: those of a match's opening, then those of each action.

    `count` is the number of actions. `key` seals the seats' sheets.
    """
    heard = _Heard()
    with tempfile.TemporaryDirectory() as folder:
        match = BotsMatch(Path(folder), heard, seal=Seal(key, table=TABLE))
        match.service.take(Connected())
        while len([one for one in heard.messages if one.channel == "match"]) <= count:
            match.play_on(_LOOKS_S)
        match.service.close()
    begins = [at for at, one in enumerate(heard.messages) if one.channel == "match"]
    moves = [heard.messages[begin:end] for begin, end in zip(begins, [*begins[1:], None], strict=True)]
    moves[0] = heard.messages[: begins[1]]
    return moves[: count + 1]


def revision_of(move: Move) -> int:
    """Return the match's revision after a move."""
    return next(int(one.message.revision) for one in move if one.channel == "match")


def texts_sent(moves: list[Move], key: bytes, *, steps: bool) -> list[list[str]]:
    """Return the texts that a tablet of the first seat gets for each move; `steps`: it takes steps."""
    hub = Hub(render=encoded, languages=LANGUAGES)
    feed = Feed(Nobody(), hub, table=TABLE, seal=Seal(key, table=TABLE), wall=lambda: 0.0)
    tablet = hub.join(steps=steps)
    hub.seat(tablet, TabletPlace(Role.SEAT, Seat(SEATS[0])))
    sent = []
    for move in moves:
        for event in move:
            feed.take(event)
        sent.append(list(iter(tablet.take, None)))
    return sent


def byte_rows(steps: list[list[str]], whole: list[list[str]]) -> Iterator[dict[str, Any]]:
    """Yield rows with the bytes of a tablet's first texts, and of a move as whole states and as steps."""
    yield {"what": f"the first picture of a tablet, bytes (deflated {_deflated(whole)[0]})",
           "value": sum(_sizes(whole[0]))}  # fmt: skip
    for name, texts in (("a move as whole states", whole), ("a move as steps", steps)):
        a_move = [sum(_sizes(move)) for move in texts[1:]]
        deflated = _deflated(texts)[1:]
        yield {"what": f"{name}, bytes to a tablet, mean", "value": round(sum(a_move) / len(a_move))}
        yield {"what": f"{name}, bytes to a tablet, most", "value": max(a_move)}
        yield {"what": f"{name}, bytes deflated as permessage-deflate does, mean",
               "value": round(sum(deflated) / len(deflated))}  # fmt: skip


def _sizes(texts: list[str]) -> Iterator[int]:
    return (len(text.encode()) for text in texts)


def _deflated(texts: list[list[str]]) -> list[int]:
    """Return each move's bytes after compression with one context for the whole connection (RFC 7692)."""
    squeeze = zlib.compressobj(wbits=-15)
    return [
        sum(len(squeeze.compress(text.encode()) + squeeze.flush(zlib.Z_SYNC_FLUSH)) for text in move)
        for move in texts
    ]
