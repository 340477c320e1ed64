"""The two kinds of faults: ours, or the peer's. A fault of the wire is neither, and is only counted."""

from engine.core.faults import CallerFault, InputFault


class LinkMisuse(CallerFault):
    """Our own bug: the link was asked for something it can't carry."""


class BacklogFull(LinkMisuse):
    """More messages were given to the link than it may hold; ask `room` first."""


class PeerFault(InputFault):
    """The peer sent an undamaged frame that breaks the contract: its bug, not the wire's."""
