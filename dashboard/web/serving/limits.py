"""The limits of one address, and of all together, for tablets, requests and questions. Pure.

Some places are reserved for players, so visitors without a link can't take all. If there are too many
requests that are only half sent, the oldest is dropped for the newest.
"""

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, field

from engine.core.ids import Seconds


@dataclass(frozen=True, slots=True)
class Rate:
    """The rate that something may be asked for at, as a token bucket has it."""

    per_s: float
    """The lasting rate, requests a second."""
    burst: float
    """The number of requests that may come at once after a pause."""


@dataclass(frozen=True, slots=True)
class Places:
    """The numbers of visitors that may be present at the same time."""

    unlinked: int
    """The places for visitors without a link of a seat or the arbiter."""
    each: int
    """The most of those places that one address may take."""
    kept: int
    """The places that are added for visitors with a link of a seat or the arbiter."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a server."""

    tablets: int = 400
    """The most connected tablets."""
    unlinked: int = 240
    """The most connected tablets without a link of a seat or the arbiter."""
    unlinked_each: int = 60
    """The most connected tablets of one address without a link."""
    link_within_s: float = 5.0
    """The time that a tablet beyond these limits has to show its link, s."""
    showing_each: int = 16
    """The most tablets of one address that may use that time at once."""
    connections_each: int = 96
    """The most open connections of one address for requests."""
    request_within_s: float = 10.0
    """The longest time that a request may take to arrive, s."""
    answer_within_s: float = 20.0
    """The longest time that an answer may take to be read when its address has no room left, s."""
    asks_each: Rate = field(default_factory=lambda: Rate(4.0, 24.0))
    """The questions of one tablet."""
    asks_address: Rate = field(default_factory=lambda: Rate(16.0, 96.0))
    """The questions of one address."""
    asks_all: Rate = field(default_factory=lambda: Rate(40.0, 200.0))
    """The questions of all tablets together."""
    messages_each: Rate = field(default_factory=lambda: Rate(100.0, 400.0))
    """One tablet's messages of any kind; a long one counts as several. A faster tablet is disconnected."""
    rests_s: float = 5.0
    """The time after such a disconnection when its address gets no tablet in without a link, s."""
    requests: Places = Places(unlinked=1024, each=96, kept=256)
    """The requests that are being answered."""
    streams: Places = Places(unlinked=240, each=60, kept=64)
    """The streams that are being answered."""
    costly: Places = Places(unlinked=64, each=8, kept=32)
    """The requests for costly pages, with the one that is being made."""


USUAL = Limits()


class Allowance:
    """A token bucket: the requests that a rate still allows."""

    def __init__(self, rate: Rate, now: Seconds) -> None:
        self._rate = rate
        self._left = rate.burst
        self._at = now

    def take(self, now: Seconds, count: int = 1) -> bool:
        """Take one request, or `count` at once, and return True, if enough are left."""
        self._left = min(self._rate.burst, self._left + (now - self._at) * self._rate.per_s)
        self._at = now
        if self._left < count:
            return False
        self._left -= count
        return True

    def is_whole(self, now: Seconds) -> bool:
        """Tell whether the bucket is full again, as a new one is."""
        return self._left + (now - self._at) * self._rate.per_s >= self._rate.burst


class Questions:
    """Limits the questions of each tablet, of each address, and of all together."""

    def __init__(self, limits: Limits, now: Seconds) -> None:
        self._limits = limits
        self._all = Allowance(limits.asks_all, now)
        self._by_address: dict[str, Allowance] = {}

    def tablet(self, now: Seconds) -> Allowance:
        """Return the allowance of a new tablet."""
        return Allowance(self._limits.asks_each, now)

    def may(self, own: Allowance, address: str, now: Seconds) -> bool:
        """Tell whether a tablet with its `own` allowance may ask now; if so, count the question."""
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
    """The connected tablets by their addresses. Any hashable value can stand for a tablet."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._unlinked: dict[Hashable, str] = {}
        self._linked: set[Hashable] = set()
        self._showing: dict[str, OrderedDict[Hashable, None]] = {}
        self._resting: dict[str, Seconds] = {}

    @property
    def full(self) -> bool:
        """Whether there is no room even for a tablet with a link."""
        return len(self._unlinked) + len(self._linked) >= self._limits.tablets

    def enter(self, tablet: Hashable, address: str) -> bool:
        """Let in a tablet that hasn't shown a link, and return True; return False if it has to show one."""
        here = sum(known == address for known in self._unlinked.values())
        if len(self._unlinked) >= self._limits.unlinked or here >= self._limits.unlinked_each:
            return False
        self._unlinked[tablet] = address
        return True

    def let_go(self, address: str, now: Seconds) -> None:
        """Have an address rest, because a tablet there sent too much and would reconnect at once."""
        self._resting = {known: since for known, since in self._resting.items() if self.rests(known, now)}
        self._resting[address] = now

    def rests(self, address: str, now: Seconds) -> bool:
        """Tell whether an address rests: then its tablets have to show a link."""
        return address in self._resting and now - self._resting[address] < self._limits.rests_s

    def show(self, tablet: Hashable, address: str) -> Hashable | None:
        """Give a tablet time to show its link. If there are too many, return the oldest, which has to go."""
        showing = self._showing.setdefault(address, OrderedDict())
        showing[tablet] = None
        if len(showing) <= self._limits.showing_each:
            return None
        oldest, _ = showing.popitem(last=False)
        return oldest

    def shown(self, tablet: Hashable) -> None:
        """Count a tablet as one with a link."""
        self.leave(tablet)
        self._linked.add(tablet)

    def unlinked(self, tablet: Hashable, address: str) -> None:
        """Count a tablet as one without a link, because its link isn't valid any more."""
        if tablet in self._linked:
            self._linked.discard(tablet)
            self._unlinked[tablet] = address

    def leave(self, tablet: Hashable) -> None:
        """Remove a tablet from all counts."""
        self._unlinked.pop(tablet, None)
        self._linked.discard(tablet)
        for address, showing in list(self._showing.items()):
            showing.pop(tablet, None)
            if not showing:
                del self._showing[address]


class ConnectionCount:
    """The open connections for requests, by address, each with its stage. Streams aren't counted."""

    def __init__(self, limits: Limits, *, most: int) -> None:
        """Count connections up to `most`, because the system limits a process's open files."""
        self._each = limits.connections_each
        self._answer_within_s = limits.answer_within_s
        self._most = most
        self._address: dict[Hashable, str | None] = {}
        self._waiting: OrderedDict[Hashable, None] = OrderedDict()
        self._asked: OrderedDict[Hashable, Seconds] = OrderedDict()

    def enter(self, connection: Hashable, address: str, now: Seconds, *, passes_on: bool = False) -> Hashable:
        """Take in a connection; return the one that has to be closed for it, None if there is room.

        That is the oldest one that waits for a request, or else one whose answer isn't read in time. If all
        others are busy, it is the new one. `passes_on`: the connection is a proxy's, which many visitors
        share, so the limit of an address doesn't count.
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
        """Note that a connection waits for a request, or for the rest of one."""
        if connection in self._address:
            self._asked.pop(connection, None)
            self._waiting.setdefault(connection, None)

    def has_asked(self, connection: Hashable, now: Seconds) -> None:
        """Note that a connection has sent a whole request."""
        if connection in self._address:
            self._waiting.pop(connection, None)
            self._asked.setdefault(connection, now)

    def leave(self, connection: Hashable) -> None:
        """Remove a connection: it was closed, or it is a tablet's or a stream's now."""
        self._address.pop(connection, None)
        self._waiting.pop(connection, None)
        self._asked.pop(connection, None)

    def _oldest(self, address: str | None, now: Seconds) -> Hashable:
        late = (one for one, since in self._asked.items() if now - since > self._answer_within_s)
        found = (one for one in (*self._waiting, *late) if address in (None, self._address[one]))
        return next(found, None)


@dataclass(slots=True)
class TabletPresence:
    """Counts the visitors that are present, by address."""

    places: Places
    """The limits."""
    _unlinked: dict[str, int] = field(default_factory=dict)
    """The number of visitors without a link, by address."""
    _linked: int = 0
    """The number of visitors with a link, who have the reserved places."""

    def enter(self, address: str, *, linked: bool) -> bool:
        """Let a visitor in and return True; return False if there is no room."""
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
        """Remove a visitor who was let in."""
        if linked:
            self._linked -= 1
        elif self._unlinked[address] > 1:
            self._unlinked[address] -= 1
        else:
            del self._unlinked[address]
