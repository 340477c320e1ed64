"""What the host's end and the board's end of the link have in common: one state, one reader, one session."""

from firmware_bridge.link.faults import LinkMisuse
from firmware_bridge.link.framing import FrameReader
from firmware_bridge.link.messages import Direction, Message
from firmware_bridge.link.session import LinkCounts, LinkState, Session, counted


class LinkEnd:
    """One end. `first_half` seeds its half of session numbers."""

    def __init__(self, state: LinkState, first_half: int, incoming: Direction) -> None:
        self.state = state
        self._half = first_half & 0xFFFF
        self._reader = FrameReader()
        self._session = Session(incoming)
        self._strays = 0

    @property
    def room(self) -> int:
        """How many messages `send` takes now; 0 without a session."""
        return self._session.sending.room if self.state is LinkState.READY else 0

    @property
    def counts(self) -> LinkCounts:
        """What went over the link so far."""
        return counted(self._reader, self._session, self._strays)

    def send(self, message: Message) -> None:
        """Take a message to the other end.

        Raises:
            LinkMisuse: there is no session, the message isn't this end's to send, or too many wait.
        """
        if self.state is not LinkState.READY:
            raise LinkMisuse(f"no session is open (the link is {self.state}); send after `Ready`")
        self._session.put(message)
