"""Keeps one private broker running as a process of its own: `python -m engine.bus.keeper --broker …`.

It ends when asked to, when its standard input closes (its supervisor is gone), or when the broker dies or
doesn't answer any more, so that the supervisor starts both again on the same port.
"""

import argparse
import logging
import os
import signal
import sys
import time
from pathlib import Path

from engine.bus.accounts import KEEPER, Accounts
from engine.bus.broker import LOOPBACK, open_broker
from engine.bus.heart import own_heart
from engine.bus.round_trip import RoundTrip
from engine.bus.service import set_up_logging, stop_event
from engine.bus.vigil import Vigil, process_time
from engine.core.faults import BoardwardenError

_WATCH_SECONDS = 0.1

log = logging.getLogger(__name__)


def main(arguments: list[str] | None = None) -> int:
    """Run the broker until asked to stop; status 0, or 3 when it couldn't start or died."""
    parser = argparse.ArgumentParser(prog="engine.bus.keeper", description=__doc__)
    parser.add_argument("--broker", required=True, metavar="KIND", help="mosquitto | iotcore")
    parser.add_argument("--port", required=True, type=int)
    parser.add_argument("--folder", required=True, type=Path, help="where its configuration goes")
    parser.add_argument("--accounts", required=True, type=Path, help="a file with who may sign in")
    parsed = parser.parse_args(arguments)
    set_up_logging("broker", level=logging.WARNING)
    stop = stop_event(supervised=True)
    try:
        accounts = Accounts.read(parsed.accounts)
        broker = open_broker(parsed.broker, port=parsed.port, folder=parsed.folder, accounts=accounts)
        broker.start()
    except BoardwardenError as error:
        log.error("%s", error)  # noqa: TRY400 # a sentence for people, no traceback
        return 3
    heart, asking = own_heart(), RoundTrip(accounts.url(KEEPER, f"{LOOPBACK}:{parsed.port}"))
    asking.start()
    vigil, answers = Vigil(time.monotonic()), 0
    try:
        while not stop.wait(_WATCH_SECONDS):
            heart.beat()
            if not broker.running:
                log.error("%s died", broker.about)
                return 3
            if (found := asking.answers()) != answers:
                answers = found
                vigil.heard()
            did = None if broker.pid is None else process_time(broker.pid)
            if vigil.hangs(time.monotonic(), did):
                log.error("%s runs, but doesn't answer", broker.about)
                if broker.pid is not None:
                    os.kill(broker.pid, signal.SIGKILL)
                return 3
    finally:
        heart.rests()
        asking.stop()
        broker.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
