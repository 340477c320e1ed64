"""Keeps one private broker running as a process of its own: `python -m engine.bus.keeper --broker …`.

It ends when told to, when its standard input closes (its supervisor is gone), or when the broker dies, so
that the supervisor starts both again on the same port.
"""

import argparse
import logging
import sys
from pathlib import Path

from engine.bus.broker import open_broker
from engine.bus.service import set_up_logging, stop_event
from engine.core.faults import BoardwardenError

_WATCH_SECONDS = 0.1

log = logging.getLogger(__name__)


def main(arguments: list[str] | None = None) -> int:
    """Run the broker until told to stop; status 0, or 3 when it couldn't start or died."""
    parser = argparse.ArgumentParser(prog="engine.bus.keeper", description=__doc__)
    parser.add_argument("--broker", required=True, metavar="KIND", help="mosquitto | iotcore")
    parser.add_argument("--port", required=True, type=int)
    parser.add_argument("--folder", required=True, type=Path, help="where its configuration goes")
    parsed = parser.parse_args(arguments)
    set_up_logging("broker", level=logging.WARNING)
    stop = stop_event(supervised=True)
    try:
        broker = open_broker(parsed.broker, port=parsed.port, folder=parsed.folder)
        broker.start()
    except BoardwardenError as error:
        log.error("%s", error)  # noqa: TRY400 # a sentence for people, no traceback
        return 3
    try:
        while not stop.wait(_WATCH_SECONDS):
            if not broker.running:
                log.error("%s died", broker.about)
                return 3
    finally:
        broker.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
