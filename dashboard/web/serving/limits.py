"""How much one address, and everybody together, may have of the server. Pure: times come in.

Players have kept places: visitors who show no link can't fill the room for those who have one, and of
requests that were only half sent the oldest gives way to the newest.
"""

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, field

from engine.core.ids import Seconds


@dataclass(frozen=True, slots=True)
class Rate:
    """How often something may be asked for."""

    per_s: float
    """The lasting rate, requests a second."""
    burst: float
    """The number of requests that may come at once after a rest."""


@dataclass(frozen=True, slots=True)
class Places:
    """How many may be present at once."""

    unlinked: int
    """The places for those that showed no link of a seat or the arbiter."""
    each: int
    """The most of those places that one address may take."""
    kept: int
    """The places that are added for those that show a link of a seat or the arbiter."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a server."""

    tablets: int = 400
    """The number of connected tablets in all."""
    unlinked: int = 240
    """The number of those that may have shown no link of a seat or the arbiter."""
    unlinked_each: int = 60
    """The number of tablets without a link that one address may connect."""
    link_within_s: float = 5.0
    """The time within which a tablet over these limits may still show its link, s."""
    showing_each: int = 16
    """The number of tablets at one address that may use that time."""
    connections_each: int = 96
    """The number of connections that one address may have open for requests."""
    request_within_s: float = 10.0
    """How long a request may take to arrive, s."""
    answer_within_s: float = 20.0
    """How long an answer may take to be read once its address has no room left, s."""
    asks_each: Rate = field(default_factory=lambda: Rate(4.0, 24.0))
    """The questions of one tablet."""
    asks_address: Rate = field(default_factory=lambda: Rate(16.0, 96.0))
    """The questions of one address."""
    asks_all: Rate = field(default_factory=lambda: Rate(40.0, 200.0))
    """The questions of all tablets together."""
    messages_each: Rate = field(default_factory=lambda: Rate(100.0, 400.0))
    """The messages of any kind of one tablet, a long one as several. A tablet that sends more is let go."""
    rests_s: float = 5.0
    """How long nobody without a link comes in from an address after a tablet there was let go, s."""
    requests: Places = Places(unlinked=1024, each=96, kept=256)
    """The requests that are being answered."""
    streams: Places = Places(unlinked=240, each=60, kept=64)
    """The streams that are being answered."""
    costly: Places = Places(unlinked=64, each=8, kept=32)
    """The requests for pages that keep the interpreter busy; the page that is being made counts."""


USUAL = Limits()


class Allowance:
    """The rest of a rate (a token bucket)."""

    def __init__(self, rate: Rate, now: Seconds) -> None:
        self._rate = rate
        self._left = rate.burst
        self._at = now

    def take(self, now: Seconds, count: int = 1) -> bool:
        """Take one, or several at once, if enough are left."""
        self._left = min(self._rate.burst, self._left + (now - self._at) * self._rate.per_s)
        self._at = now
        if self._left < count:
            return False
        self._left -= count
        return True

    def is_whole(self, now: Seconds) -> bool:
        """Whether nothing was taken for so long that it's as new."""
        return self._left + (now - self._at) * self._rate.per_s >= self._rate.burst


class Questions:
    """Admits askers by tablet, by address, and all together. A refused one costs nobody anything."""

    def __init__(self, limits: Limits, now: Seconds) -> None:
        self._limits = limits
        self._all = Allowance(limits.asks_all, now)
        self._by_address: dict[str, Allowance] = {}

    def tablet(self, now: Seconds) -> Allowance:
        """Return a new tablet's own allowance."""
        return Allowance(self._limits.asks_each, now)

    def may(self, own: Allowance, address: str, now: Seconds) -> bool:
        """Tell whether a tablet may ask now, and count it."""
        if not own.take(now):
            return False
        self._by_address = {
            known: left
            for known, left in self._by_address.items()
            if known == address or not left.is_whole(now)
        }
        shared = self._by_address.setdefault(address, Allowance(self._limits.asks_address, now))
        return shared.take(now) and self._all.take(now)


class Crowd:
    """Which tablets are in, by address; a tablet is any value that names it."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._unlinked: dict[Hashable, str] = {}
        self._linked: set[Hashable] = set()
        self._showing: dict[str, OrderedDict[Hashable, None]] = {}
        self._resting: dict[str, Seconds] = {}

    @property
    def full(self) -> bool:
        """Whether not even a tablet with a link finds room."""
        return len(self._unlinked) + len(self._linked) >= self._limits.tablets

    def enter(self, tablet: Hashable, address: str) -> bool:
        """Let a tablet in that hasn't shown a link; False where it must show one first."""
        here = sum(known == address for known in self._unlinked.values())
        if len(self._unlinked) >= self._limits.unlinked or here >= self._limits.unlinked_each:
            return False
        self._unlinked[tablet] = address
        return True

    def let_go(self, address: str, now: Seconds) -> None:
        """Have an address rest whose tablet sent too much: else the tablet comes again at once."""
        self._resting = {known: since for known, since in self._resting.items() if self.rests(known, now)}
        self._resting[address] = now

    def rests(self, address: str, now: Seconds) -> bool:
        """Tell whether only those come in from an address who show a link."""
        return address in self._resting and now - self._resting[address] < self._limits.rests_s

    def show(self, tablet: Hashable, address: str) -> Hashable | None:
        """Let a tablet show its link; return the one that has been at it longest, where it must give way."""
        showing = self._showing.setdefault(address, OrderedDict())
        showing[tablet] = None
        if len(showing) <= self._limits.showing_each:
            return None
        oldest, _ = showing.popitem(last=False)
        return oldest

    def shown(self, tablet: Hashable) -> None:
        """Count a tablet among those that have shown a link."""
        self.leave(tablet)
        self._linked.add(tablet)

    def unlinked(self, tablet: Hashable, address: str) -> None:
        """Count a tablet whose link leads nowhere any more among those without one."""
        if tablet in self._linked:
            self._linked.discard(tablet)
            self._unlinked[tablet] = address

    def leave(self, tablet: Hashable) -> None:
        """Forget a tablet, wherever it was."""
        self._unlinked.pop(tablet, None)
        self._linked.discard(tablet)
        for address, showing in list(self._showing.items()):
            showing.pop(tablet, None)
            if not showing:
                del self._showing[address]


class ConnectionCount:
    """Connections for requests, by address, and the stage of each. Streams' aren't among them."""

    def __init__(self, limits: Limits, *, most: int) -> None:
        """Take at most `most` connections in all: the system gives a process no more."""
        self._each = limits.connections_each
        self._answer_within_s = limits.answer_within_s
        self._most = most
        self._address: dict[Hashable, str | None] = {}
        self._waiting: OrderedDict[Hashable, None] = OrderedDict()
        self._asked: OrderedDict[Hashable, Seconds] = OrderedDict()

    def enter(self, connection: Hashable, address: str, now: Seconds, *, passes_on: bool = False) -> Hashable:
        """Take a connection in; return the one that must go for it, None where none must.

        An older one that waits for a request gives way, else one that takes too long to be answered: it
        doesn't read. Where all of the address's are busy, the new one goes itself. `passes_on`: a proxy's,
        which many visitors share.
        """
        whose = None if passes_on else address
        here = whose is not None and sum(where == whose for where in self._address.values()) >= self._each
        gives_way: Hashable = None
        if here or len(self._address) >= self._most:
            gives_way = self._oldest(whose if here else None, now) or connection
        if gives_way is not None and gives_way != connection:
            self.leave(gives_way)
        if gives_way != connection:
            self._address[connection] = whose
            self._waiting[connection] = None
        return gives_way

    def waits(self, connection: Hashable) -> None:
        """Take note that a connection waits for (the rest of) a request."""
        if connection in self._address:
            self._asked.pop(connection, None)
            self._waiting.setdefault(connection, None)

    def has_asked(self, connection: Hashable, now: Seconds) -> None:
        """Take note that a connection has sent a whole request."""
        if connection in self._address:
            self._waiting.pop(connection, None)
            self._asked.setdefault(connection, now)

    def leave(self, connection: Hashable) -> None:
        """Forget a connection: it's gone, a tablet's, or a stream's."""
        self._address.pop(connection, None)
        self._waiting.pop(connection, None)
        self._asked.pop(connection, None)

    def _oldest(self, address: str | None, now: Seconds) -> Hashable:
        late = (one for one, since in self._asked.items() if now - since > self._answer_within_s)
        found = (one for one in (*self._waiting, *late) if address in (None, self._address[one]))
        return next(found, None)


@dataclass(slots=True)
class TabletPresence:
    """The number of those that are present, by address."""

    places: Places
    """The limits that hold."""
    _unlinked: dict[str, int] = field(default_factory=dict)
    """The number at each address that showed no link."""
    _linked: int = 0
    """The number that took one of the kept places."""

    def enter(self, address: str, *, linked: bool) -> bool:
        """Let a tablet in; False: there is no room."""
        places = self.places
        if linked:
            if self._linked >= places.kept:
                return False
            self._linked += 1
            return True
        here = self._unlinked.get(address, 0)
        if here >= places.each or sum(self._unlinked.values()) >= places.unlinked:
            return False
        self._unlinked[address] = here + 1
        return True

    def leave(self, address: str, *, linked: bool) -> None:
        """Forget a tablet that was let in."""
        if linked:
            self._linked -= 1
        elif self._unlinked[address] > 1:
            self._unlinked[address] -= 1
        else:
            del self._unlinked[address]
