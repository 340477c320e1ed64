"""One session of the link as the host has it: states, events, and its two streams.

A session's messages arrive in order, none lost, none twice; unacknowledged messages at its end come back in
`Lost`, for its owner to decide about.
"""

from dataclasses import dataclass
from enum import StrEnum

from engine.core.phrase import Phrase
from firmware_bridge.link.dictionary import Direction, decode_message, encode_message, row_of
from firmware_bridge.link.faults import LinkMisuse, PeerFault
from firmware_bridge.link.framing import FrameKind, FrameReader, LinkFrame, encode_frame
from firmware_bridge.link.messages import Hello, Message
from firmware_bridge.link.stream import Receiving, Sending


class LinkState(StrEnum):
    """The state of the host's end."""

    ASKING = "asking"
    READY = "ready"
    REFUSED = "refused"


class SessionChange(StrEnum):
    """The causes that move an end from one state to another."""

    AGREED = "agreed"
    DISAGREED = "disagreed"
    PEER_RESTARTED = "peer_restarted"
    SILENT = "silent"
    UNPLUGGED = "unplugged"


@dataclass(frozen=True, slots=True)
class Ready:
    """A session is open."""

    hello: Hello
    """The board's hello: at the host the peer's, at the board its own."""


@dataclass(frozen=True, slots=True)
class Lost:
    """The session ended."""

    reason: SessionChange
    """Why it ended."""
    undelivered: tuple[Message, ...]
    """Messages that weren't acknowledged. They may have arrived or not."""


@dataclass(frozen=True, slots=True)
class DictionaryRefused:
    """The peer speaks another dictionary."""

    hello: Hello
    """The peer's hello."""
    text: Phrase
    """A sentence that names both dictionaries and the remedy."""


@dataclass(frozen=True, slots=True)
class Received:
    """The next message of the session."""

    message: Message
    """The message."""


@dataclass(frozen=True, slots=True)
class Misspoke:
    """The peer sent an undamaged message that breaks the contract. It was ignored."""

    text: str
    """The fault: the word that came and the expected ones."""


LinkEvent = Ready | Lost | DictionaryRefused | Received | Misspoke


@dataclass(frozen=True, slots=True)
class LinkCounts:
    """Counts of the link since this end started."""

    frames: int
    """Frames that arrived undamaged."""
    damaged: int
    """Blocks that were dropped as damaged."""
    rubbish: int
    """Bytes that belonged to no frame."""
    strays: int
    """Frames of other sessions."""
    duplicates: int
    """Numbered messages that had arrived before."""
    repeats: int
    """Frames that this end sent again."""


class LinkSession:
    """The host's half of one session: its two streams, and when the board was last heard."""

    def __init__(self) -> None:
        self.number = 0
        self.heard_at: float | None = None
        self.owes = False
        self.sending = Sending()
        self.receiving = Receiving()
        self._past_duplicates = 0
        self._past_repeats = 0

    def open(self, number: int, now: float) -> None:
        """Begin a new session with fresh streams."""
        self._past_duplicates += self.receiving.duplicates
        self._past_repeats += self.sending.repeats
        self.number = number
        self.heard_at = now
        self.owes = False
        self.sending = Sending()
        self.receiving = Receiving()

    def close(self, reason: SessionChange) -> Lost:
        """End the session; return its undelivered messages."""
        left = tuple(decode_message(body, Direction.TO_BOARD) for body in self.sending.unacknowledged)
        self.heard_at = None
        return Lost(reason, left)

    @property
    def duplicates(self) -> int:
        """Messages that came again and were dropped, over all sessions."""
        return self._past_duplicates + self.receiving.duplicates

    @property
    def repeats(self) -> int:
        """Frames that were sent again, over all sessions."""
        return self._past_repeats + self.sending.repeats

    def put(self, message: Message) -> None:
        """Take a message for sending. It raises the same errors as `HostLink.send`."""
        row = row_of(message)
        if row.direction is not Direction.TO_BOARD or row.loose:
            raise LinkMisuse(f"{row.name} is not a message that this end may send")
        self.sending.put(encode_message(message))

    def take(self, frame: LinkFrame, now: float) -> list[LinkEvent]:
        """Take in a frame of this session."""
        self.heard_at = now
        events: list[LinkEvent] = []
        bare = frame.kind is FrameKind.ACKNOWLEDGE
        if not self.sending.acknowledge(frame.acknowledged, now, bare=bare):
            events.append(Misspoke(f"acknowledged number {frame.acknowledged}, which was never sent"))
        if bare:
            return events
        self.owes = True
        if frame.kind is FrameKind.NUMBERED:
            for body in self.receiving.take(frame.sequence, frame.body):
                try:
                    events.append(Received(decode_message(body, Direction.TO_HOST)))
                except PeerFault as fault:
                    events.append(Misspoke(str(fault)))
        return events

    def give(self, now: float) -> bytes:
        """Return the bytes that are due."""
        acknowledged = self.receiving.expected
        out = b"".join(
            encode_frame(LinkFrame(FrameKind.NUMBERED, self.number, sequence, acknowledged, body))
            for sequence, body in self.sending.due(now)
        )
        if self.owes and not out:
            out = encode_frame(LinkFrame(FrameKind.ACKNOWLEDGE, self.number, 0, acknowledged))
        self.owes = False
        return out

    def timeouts(self, now: float) -> list[float]:
        """Return the times when `give` has something to say."""
        if self.owes or self.sending.eager:
            return [now]
        return [] if self.sending.deadline is None else [self.sending.deadline]


def counted(reader: FrameReader, session: LinkSession, strays: int) -> LinkCounts:
    """Return the counts of one end of the link."""
    return LinkCounts(
        frames=reader.good,
        damaged=reader.damaged,
        rubbish=reader.rubbish,
        strays=strays,
        duplicates=session.duplicates,
        repeats=session.repeats,
    )
