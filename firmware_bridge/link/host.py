"""The host's end of the link: a state machine without I/O, bytes and times in, events and bytes out.

The host asks until the board answers; each answer opens a session. Each end gives half of its number. Frames
of another session are never accepted. So a restart is noticed, and no message from before it is mistaken for
a later one.
"""

from collections.abc import Mapping

from engine.core.phrase import Phrase, unsaid
from engine.core.sentences import joined
from firmware_bridge.link.dictionary import (
    DICTIONARY,
    LINK_VERSION,
    Direction,
    decode_message,
    encode_message,
    name_of,
    row_of,
)
from firmware_bridge.link.faults import LinkMisuse, PeerFault
from firmware_bridge.link.framing import FrameKind, FrameReader, LinkFrame, encode_frame
from firmware_bridge.link.messages import Ask, Hello, Message, Stranger
from firmware_bridge.link.older import known_dictionaries, shared_messages
from firmware_bridge.link.session import (
    DictionaryRefused,
    LinkCounts,
    LinkEvent,
    LinkSession,
    LinkState,
    Lost,
    Misspoke,
    Ready,
    SessionChange,
    counted,
)
from firmware_bridge.texts import TEXTS

PROBE_AFTER = 1.0
PROBE_AGAIN = 0.25
"""Quiet seconds after which the host asks for a sign of life, and between asking again: on a line that loses
a tenth each way, once a second would take a good session for a dead one every ten minutes."""

SILENCE = 4.0
"""Quiet seconds after which the host gives the session up."""

FIRST_ASK, LONGEST_ASK = 0.1, 1.0
ASK_REFUSED = 5.0
"""Seconds between asks: from the first, doubling to the longest; and to a board that was refused."""

TURNS: dict[tuple[LinkState, SessionChange], LinkState] = {
    (LinkState.ASKING, SessionChange.AGREED): LinkState.READY,
    (LinkState.ASKING, SessionChange.DISAGREED): LinkState.REFUSED,
    (LinkState.REFUSED, SessionChange.AGREED): LinkState.READY,
    (LinkState.REFUSED, SessionChange.DISAGREED): LinkState.REFUSED,
    (LinkState.READY, SessionChange.PEER_RESTARTED): LinkState.ASKING,
    (LinkState.READY, SessionChange.SILENT): LinkState.ASKING,
    (LinkState.ASKING, SessionChange.UNPLUGGED): LinkState.ASKING,
    (LinkState.REFUSED, SessionChange.UNPLUGGED): LinkState.ASKING,
    (LinkState.READY, SessionChange.UNPLUGGED): LinkState.ASKING,
}


class HostLink:
    """The host's end. `first_half` seeds its half of session numbers; give a random one.

    `wiring`: the configurations that a board may have, by number, and their names; none: any.

    Call `receive_data` with arrived bytes and `tick` when `next_timeout` has passed; after either write the
    bytes that `data_to_send` returns.
    """

    def __init__(
        self,
        first_half: int,
        *,
        dictionary: int = DICTIONARY,
        version: str = "",
        wiring: Mapping[int, str] | None = None,
    ) -> None:
        self.state = LinkState.ASKING
        self._half = first_half & 0xFFFF
        self._dictionary = dictionary
        self._version = version
        self._wiring = wiring or {}
        self._reader = FrameReader()
        self._session = LinkSession()
        self._strays = 0
        self._ask_at: float | None = None
        self._ask_gap = FIRST_ASK
        self._probe_at = 0.0
        self._refusal = unsaid()

    @property
    def room(self) -> int:
        """How many messages `send` takes now; 0 without a session."""
        return self._session.sending.room if self.state is LinkState.READY else 0

    @property
    def counts(self) -> LinkCounts:
        """The counts of the link so far."""
        return counted(self._reader, self._session, self._strays)

    def knows(self, message: type[Message]) -> bool:
        """Tell whether the board knows a message in the same form as we do."""
        if self._dictionary == DICTIONARY or self._dictionary not in known_dictionaries():
            return True
        return name_of(message) in shared_messages(self._dictionary)

    def send(self, message: Message) -> None:
        """Take a message to the board.

        Raises:
            LinkMisuse: there is no session, the message isn't the host's to send, or too many wait.
        """
        if self.state is not LinkState.READY:
            raise LinkMisuse(f"no session is open (the link is {self.state}); send after `Ready`")
        if not self.knows(type(message)):
            raise LinkMisuse(f"the board's dictionary {self._dictionary:08x} hasn't {row_of(message).name}")
        self._session.put(message)

    def unplug(self) -> list[LinkEvent]:
        """Take in that the port is gone or new: messages under way are lost, and asking begins again."""
        self._reader.drop_partial()
        self._refusal = unsaid()
        was_ready = self.state is LinkState.READY
        lost = self._end(SessionChange.UNPLUGGED)
        return [lost] if was_ready else []

    def receive_data(self, data: bytes, now: float) -> list[LinkEvent]:
        """Take in bytes in any chunks; return the events that they mean."""
        events: list[LinkEvent] = []
        for frame in self._reader.feed(data):
            if frame.kind is FrameKind.LOOSE:
                events += self._loose(frame, now)
            elif self.state is LinkState.READY and frame.session == self._session.number:
                events += self._session.take(frame, now)
            else:
                self._strays += 1
        return events

    def tick(self, now: float) -> list[LinkEvent]:
        """Notice changes by time alone: a silent peer."""
        heard = self._session.heard_at
        if self.state is LinkState.READY and heard is not None and now - heard >= SILENCE:
            return [self._end(SessionChange.SILENT)]
        return []

    def data_to_send(self, now: float) -> bytes:
        """Return the bytes to write now."""
        if self.state is LinkState.READY:
            out = self._session.give(now)
            if not out and now >= self._quiet_until():
                self._probe_at = now
                out = encode_frame(
                    LinkFrame(FrameKind.PROBE, self._session.number, 0, self._session.receiving.expected)
                )
            return out
        if self._ask_at is not None and now < self._ask_at:
            return b""
        if self.state is LinkState.REFUSED:
            self._ask_at = now + ASK_REFUSED
        else:
            self._ask_at = now + self._ask_gap
            self._ask_gap = min(self._ask_gap * 2, LONGEST_ASK)
        body = encode_message(Ask(LINK_VERSION, self._dictionary))
        return encode_frame(LinkFrame(FrameKind.LOOSE, self._half << 16, body=body))

    def next_timeout(self, now: float) -> float:
        """Return when `tick` and `data_to_send` are to be called next, if no data comes before."""
        if self.state is not LinkState.READY:
            return now if self._ask_at is None else self._ask_at
        heard = self._session.heard_at if self._session.heard_at is not None else now
        return min([*self._session.timeouts(now), self._quiet_until(), heard + SILENCE])

    def _quiet_until(self) -> float:
        heard = self._session.heard_at or 0.0
        return max(heard + PROBE_AFTER, self._probe_at + PROBE_AGAIN)

    def _loose(self, frame: LinkFrame, now: float) -> list[LinkEvent]:
        try:
            message = decode_message(frame.body, Direction.TO_HOST)
        except PeerFault as fault:
            return [Misspoke(str(fault))]
        match message:
            case Hello():
                return self._hello(message, frame.session, now)
            case Stranger() if self.state is LinkState.READY and frame.session == self._session.number:
                return [self._end(SessionChange.PEER_RESTARTED)]
            case Stranger():
                self._strays += 1
                return []
            case _:
                return [Misspoke(f"{row_of(message).name} came outside the numbered stream")]

    def _hello(self, hello: Hello, session: int, now: float) -> list[LinkEvent]:
        if session >> 16 != self._half:
            self._strays += 1
            return []
        if self.state is LinkState.READY:
            if session == self._session.number:
                return []
            return [self._end(SessionChange.PEER_RESTARTED)]
        if hello.dictionary != self._dictionary and shared_messages(hello.dictionary):
            # Asked again in the board's own dictionary, it opens a session: both then use the messages that
            # they share.
            self._dictionary = hello.dictionary
            self._half = (self._half + 1) & 0xFFFF
            self._ask_at = None
            return []
        text = refusal(hello, self._dictionary, self._version) or misfit(hello, self._wiring)
        if text:
            self.state = TURNS[self.state, SessionChange.DISAGREED]
            self._ask_at = now + ASK_REFUSED
            if text == self._refusal:
                return []
            self._refusal = text
            return [DictionaryRefused(hello, text)]
        self.state = TURNS[self.state, SessionChange.AGREED]
        self._refusal = unsaid()
        self._session.open(session, now)
        # The board learns from this first frame that its hello arrived.
        self._session.owes = True
        return [Ready(hello)]

    def _end(self, reason: SessionChange) -> Lost:
        self.state = TURNS[self.state, reason]
        # A new half for each round of asking: an answer to an earlier round can't be taken for this one's.
        self._half = (self._half + 1) & 0xFFFF
        self._ask_at = None
        self._ask_gap = FIRST_ASK
        return self._session.close(reason)


def refusal(hello: Hello, dictionary: int, version: str) -> Phrase:
    """Return why a board with another dictionary or version is refused, and the remedy; empty: it isn't."""
    if hello.link == LINK_VERSION and hello.dictionary == dictionary:
        return unsaid()
    return TEXTS.say(
        "boards.other_link",
        board=hello.board,
        firmware=hello.firmware,
        link=hello.link,
        dictionary=hello.dictionary,
        here=f"Boardwarden {version}".rstrip(),
        our_link=LINK_VERSION,
        our_dictionary=dictionary,
    )


def misfit(hello: Hello, wiring: Mapping[int, str]) -> Phrase:
    """Return why a board with another configuration than the table's is refused, and the remedy; else empty.

    A board with built-in parts reports no configuration, and none is expected.
    """
    if not wiring or not hello.configuration or hello.configuration in wiring:
        return unsaid()
    return TEXTS.say(
        "boards.other_wiring",
        board=hello.board,
        identity=hello.identity or TEXTS.say("boards.no_number"),
        configuration=hello.configuration,
        known=joined([f"{number:08x} ({name})" for number, name in wiring.items()], "or"),
    )
