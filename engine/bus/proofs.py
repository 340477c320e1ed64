"""Proofs that a message comes from a service that has the table's key, and is the newest of its sender.

Everybody on a bus can read the engine's messages and the commands to it in the table's name. A proof at a
message's end keeps others from forging it. Messages without secrets stay readable by programs that know no
key: the proof is one more field of their JSON.

A proof binds the message to its topic, to the run of its sender (one start of its process), and to a number
that grows with each message. A command names the engine's run as well, so that a copy of it is void for an
engine that was started later.
"""

import hmac
import re
import secrets
import time
from base64 import urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Callable

from engine.bus.channels import CHANNELS, Carries, Channel, Service
from engine.bus.sealing import derived_key
from engine.core.faults import InputFault

PROVEN = frozenset(one.name for one in CHANNELS if one.senders == (Service.ENGINE,) or one.name == "command")
"""The channels whose messages bear proofs."""

_MARK_BYTES = 24
_PROOF = re.compile(rb',"proof":"(\d{1,20})\.(\d{1,20})\.(\d{1,20})\.([A-Za-z0-9_-]{32})"\}\Z')
_LONGEST_PROOF_BYTES = 128
_SENDERS_LIMIT = 64
_RUNS_A_MILLISECOND = 1000


class UnprovenFault(InputFault):
    """A message without a proof of this table's key: another program or another version wrote it."""


class StaleFault(InputFault):
    """A message with a good proof that is a repeat, or that newer messages have overtaken."""


class MessageProofs:
    """Makes and checks the proofs of one table, for one connection. `wall` is the clock.

    One thread makes proofs at a time, and one checks them.
    """

    def __init__(self, key: bytes, *, table: str, wall: Callable[[], float] = time.time) -> None:
        self._key = derived_key(key, f"proofs of {table}")
        # A later start has a greater number, and two at one moment have different ones.
        self.run = int(wall() * 1000) * _RUNS_A_MILLISECOND + secrets.randbelow(_RUNS_A_MILLISECOND)
        self.engine_run = 0
        self._sent = 0
        self._newest: dict[str, int] = {}
        self._orders: OrderedDict[int, int] = OrderedDict()
        self._forgotten = 0

    def outruns(self, run: int) -> None:
        """Count this run as later than another, whose clock was ahead."""
        self.run = max(self.run, run + 1)

    def start_over(self) -> None:
        """Accept any engine with the key again: the broker has lost the last engine's messages and run."""
        self.engine_run = 0
        self._newest.clear()

    def proven(self, channel: Channel, topic: str, payload: bytes) -> bytes:
        """Return a message with its proof; a message of a channel without proofs stays as it is."""
        if channel.name not in PROVEN:
            return payload
        self._sent += 1
        to = self.engine_run if channel.name == "command" else 0
        head = f"{self.run}.{self._sent}.{to}"
        mark = self._mark(topic, head.encode(), payload).decode()
        return payload[:-1] + f',"proof":"{head}.{mark}"}}'.encode()

    def expect_proof(self, channel: Channel, topic: str, payload: bytes, *, engine: bool) -> int:
        """See that a message has a good proof and is new; return its sender's run, 0 where none is needed.

        `engine`: whether the reader is the engine, which takes only commands to its own run.

        Raises:
            UnprovenFault: its proof is missing or made with another key.
            StaleFault: it is a repeat, newer messages have overtaken it, or it was for another run.
        """
        if channel.name not in PROVEN:
            return 0
        tail = payload[-_LONGEST_PROOF_BYTES:]
        found = _PROOF.search(tail)
        if found is None:
            raise UnprovenFault(f"{topic}: it bears no proof of this table's key")
        body = payload[: len(payload) - len(tail) + found.start()] + b"}"
        head, mark = b".".join(found.group(1, 2, 3)), found[4]
        if not hmac.compare_digest(mark, self._mark(topic, head, body)):
            raise UnprovenFault(f"{topic}: its proof isn't of this table's key")
        run, number, to = (int(one) for one in found.group(1, 2, 3))
        if channel.name == "command":
            if engine:
                self._expect_new_order(topic, run, number, to)
            return run
        if engine:
            return run
        if run < self.engine_run:
            raise StaleFault(f"{topic}: it is of an engine that was started before")
        if run > self.engine_run:
            self.engine_run = run
            self._newest.clear()
        newest = self._newest.get(topic, 0)
        # After each connection a broker sends the same kept state again.
        if number < newest or (number == newest and channel.carries is Carries.EVENT):
            raise StaleFault(f"{topic}: it was said before")
        self._newest[topic] = number
        return run

    def _expect_new_order(self, topic: str, run: int, number: int, to: int) -> None:
        if to != self.run:
            raise StaleFault(f"{topic}: it was meant for an engine that was started before")
        if number <= self._orders.get(run, 0) or run <= self._forgotten:
            raise StaleFault(f"{topic}: it was said before")
        self._orders[run] = number
        self._orders.move_to_end(run)
        if len(self._orders) > _SENDERS_LIMIT:
            self._forgotten = max(self._forgotten, self._orders.popitem(last=False)[0])

    def _mark(self, topic: str, head: bytes, body: bytes) -> bytes:
        digest = hmac.digest(self._key, b"\n".join((topic.encode(), head, body)), "sha256")
        return urlsafe_b64encode(digest[:_MARK_BYTES])
