"""A service that connects, says so, and lives until it is killed: `URL TABLE`."""

import sys
import threading

from engine.bus.channels import Service
from engine.bus.client import BusClient

client = BusClient(url=sys.argv[1], table=sys.argv[2], service=Service.VISION, wanted=())
client.start()
if client.wait_connected(20):
    sys.stdout.write("connected\n")
    sys.stdout.flush()
    threading.Event().wait()
