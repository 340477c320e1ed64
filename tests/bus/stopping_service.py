"""A service that says when it is ready and when it was asked to stop: `supervised` or `alone`.

With `lingers` it goes on after that.
"""

import logging
import sys
import threading

from engine.bus.service import set_up_logging, stop_event

set_up_logging("vision")
stop = stop_event(supervised="supervised" in sys.argv, grace_seconds=3600)
sys.stdout.write("ready\n")
sys.stdout.flush()
stop.wait()
logging.getLogger("anywhere").info("told to stop")
if "lingers" in sys.argv:
    sys.stdout.write("lingering\n")
    sys.stdout.flush()
    threading.Event().wait()
