"""Keeps one private broker running as a process of its own: `python -m engine.bus.keeper --broker …`.

A broker that dies or doesn't answer any more is started again at once on the same port. The keeper ends when
asked to, when its standard input closes (its supervisor is gone), or when a broker dies soon after its start.
Then its supervisor starts both again, after a pause that grows.
"""

import argparse
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from engine.bus.accounts import KEEPER, Accounts
from engine.bus.broker import LOOPBACK, Broker, open_broker
from engine.bus.heart import Heart, own_heart
from engine.bus.round_trip import RoundTrip
from engine.bus.service import KNOWN_VARIABLE, set_up_logging, stop_event
from engine.bus.vigil import Vigil, process_time
from engine.core.exit_status import DONE, MISSING
from engine.core.faults import BoardwardenError

_WATCH_SECONDS = 0.1
LIVED_SECONDS = 2.0
"""A broker that lived for less than this isn't started again at once: it would die in the same way."""

log = logging.getLogger(__name__)


def main(arguments: list[str] | None = None) -> int:
    """Run the broker until asked to stop; status 0, or 3 when it couldn't start or died."""
    parser = argparse.ArgumentParser(prog="engine.bus.keeper", description=__doc__)
    parser.add_argument("--broker", required=True, metavar="KIND", help="mosquitto | iotcore")
    parser.add_argument("--port", required=True, type=int)
    parser.add_argument("--folder", required=True, type=Path, help="where its configuration goes")
    parser.add_argument("--accounts", required=True, type=Path, help="a file with who may sign in")
    parsed = parser.parse_args(arguments)
    heart = own_heart()
    known = bool(os.environ.get(KNOWN_VARIABLE))
    set_up_logging("broker", level=logging.WARNING)
    stop = stop_event(supervised=True)
    try:
        accounts = Accounts.read(parsed.accounts)
        broker = open_broker(parsed.broker, port=parsed.port, folder=parsed.folder, accounts=accounts)
        broker.start()
    except BoardwardenError as error:
        log.log(logging.DEBUG if known else logging.ERROR, "%s", error)
        return MISSING
    asking = RoundTrip(accounts.url(KEEPER, f"{LOOPBACK}:{parsed.port}"))
    asking.start()
    try:
        return keep(broker, asking.answers, heart, stop)
    except BoardwardenError as error:
        log.error("%s", error)  # noqa: TRY400 # a sentence for people, no traceback
        return MISSING
    finally:
        heart.rests()
        asking.stop()
        broker.stop()


def keep(
    broker: Broker,
    answers: Callable[[], int],
    heart: Heart,
    stop: threading.Event,
    *,
    clock: Callable[[], float] = time.monotonic,
) -> int:
    """Keep a broker running until asked to stop; return the exit status: 3 where it dies too soon.

    `answers` counts the broker's answers so far.

    Raises:
        MissingFault: it doesn't come up again.
    """
    began = clock()
    while _needs_another(broker, answers, heart, stop, clock):
        lived, began = clock() - began, clock()
        if lived < LIVED_SECONDS:
            return MISSING
        # Starting it takes longer than a beat.
        heart.rests()
        broker.stop()
        broker.start()
        log.warning("%s was started again", broker.about)
    return DONE


def _needs_another(
    broker: Broker,
    answers: Callable[[], int],
    heart: Heart,
    stop: threading.Event,
    clock: Callable[[], float],
) -> bool:
    """Watch a broker; return True once it died or was ended because it hung, False when asked to stop."""
    vigil, before = Vigil(clock()), answers()
    while not stop.wait(_WATCH_SECONDS):
        heart.beat()
        if not broker.running:
            log.error("%s died", broker.about)
            return True
        if (found := answers()) != before:
            before = found
            vigil.heard()
        did = None if broker.pid is None else process_time(broker.pid)
        if vigil.hangs(clock(), did):
            log.error("%s runs, but doesn't answer", broker.about)
            if broker.pid is not None:
                os.kill(broker.pid, signal.SIGKILL)
            return True
    return False


if __name__ == "__main__":
    sys.exit(main())
