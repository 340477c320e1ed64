"""The board's end of the link, as firmware has it too: never asks, answers each ask with `hello`."""

from dataclasses import replace

from firmware_bridge.link.end import LinkEnd
from firmware_bridge.link.faults import PeerFault
from firmware_bridge.link.framing import Frame, FrameKind, encode_frame
from firmware_bridge.link.messages import (
    LINK_VERSION,
    Ask,
    Direction,
    Hello,
    Stranger,
    decode_message,
    encode_message,
    row_of,
)
from firmware_bridge.link.session import (
    LinkEvent,
    LinkState,
    Misspoke,
    Ready,
    Turn,
)

SILENCE = 8.0
"""Quiet seconds after which the board gives the session up: longer than the host, since only it asks."""

TURNS: dict[tuple[LinkState, Turn], LinkState] = {
    (LinkState.WAITING, Turn.AGREED): LinkState.READY,
    (LinkState.WAITING, Turn.DISAGREED): LinkState.WAITING,
    (LinkState.READY, Turn.AGREED): LinkState.READY,
    (LinkState.READY, Turn.DISAGREED): LinkState.WAITING,
    (LinkState.READY, Turn.SILENT): LinkState.WAITING,
}


class BoardLink(LinkEnd):
    """The board's end, as firmware has it too: never asks, answers each ask with `hello`."""

    def __init__(self, hello: Hello, first_half: int) -> None:
        super().__init__(LinkState.WAITING, first_half, Direction.TO_BOARD)
        self._greeting = hello
        self._loose_out = b""

    def receive_data(self, data: bytes, now: float) -> list[LinkEvent]:
        """Take in bytes as they came, cut anyhow; return what they mean."""
        events: list[LinkEvent] = []
        for frame in self._reader.feed(data):
            if frame.kind is FrameKind.LOOSE:
                events += self._asked(frame, now)
            elif self.state is LinkState.READY and frame.session == self._session.number:
                events += self._session.take(frame, now)
            else:
                self._strays += 1
                # One answer a turn is enough, and keeps a flood from being answered by a flood.
                self._loose_out = encode_frame(
                    Frame(FrameKind.LOOSE, frame.session, body=encode_message(Stranger()))
                )
        return events

    def tick(self, now: float) -> list[LinkEvent]:
        """Notice what time alone tells: a host gone silent."""
        heard = self._session.heard_at
        if self.state is LinkState.READY and heard is not None and now - heard >= SILENCE:
            self.state = TURNS[self.state, Turn.SILENT]
            return [self._session.close(Turn.SILENT)]
        return []

    def data_to_send(self, now: float) -> bytes:
        """Return the bytes to write now."""
        out, self._loose_out = self._loose_out, b""
        if self.state is LinkState.READY:
            out += self._session.give(now)
        return out

    def next_timeout(self, now: float) -> float | None:
        """Return when `tick` and `data_to_send` are to be called next, if no data comes before."""
        if self._loose_out:
            return now
        if self.state is not LinkState.READY or self._session.heard_at is None:
            return None
        return min([*self._session.timeouts(now), self._session.heard_at + SILENCE])

    def _asked(self, frame: Frame, now: float) -> list[LinkEvent]:
        try:
            ask = decode_message(frame.body, Direction.TO_BOARD)
        except PeerFault as fault:
            return [Misspoke(str(fault))]
        if not isinstance(ask, Ask):
            return [Misspoke(f"{row_of(ask).name} came outside the numbered stream")]
        events: list[LinkEvent] = []
        same_round = self.state is LinkState.READY and frame.session >> 16 == self._session.number >> 16
        number = self._session.number
        if not same_round:
            was_ready = self.state is LinkState.READY
            agreed = ask.link == LINK_VERSION and ask.dictionary == self._greeting.dictionary
            turn = Turn.AGREED if agreed else Turn.DISAGREED
            if was_ready:
                events.append(self._session.close(Turn.PEER_RESTARTED))
            self.state = TURNS[self.state, turn]
            self._half = (self._half + 1) & 0xFFFF
            number = (frame.session & 0xFFFF0000) | self._half
            if agreed:
                self._session.open(number, now)
                events.append(Ready(self._greeting))
        self._session.heard_at = now
        hello = replace(self._greeting, at_ms=clock_ms(now))
        self._loose_out = encode_frame(Frame(FrameKind.LOOSE, number, body=encode_message(hello)))
        return events


def clock_ms(now: float) -> int:
    """Return a board's clock as it goes over the link: milliseconds, wrapping at 2^32."""
    return int(now * 1000) & 0xFFFFFFFF
