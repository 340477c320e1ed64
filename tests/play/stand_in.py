"""A stand-in for a service: tells a socket its name and process id, then behaves as asked.

`PORT NAME BEHAVIOUR`: `serve` until asked to stop; `deaf` to every request; `hang` once asked; `parent`
as `serve`, with a child that nobody stops; `refuse` its input, once let go on; `crash` at once; `beat` as
services do; `start` for ever.
"""

import os
import signal
import socket
import subprocess
import sys
import threading

from engine.bus.heart import own_heart
from engine.bus.service import stop_event

heart = own_heart()
port, name, behaviour = int(sys.argv[1]), sys.argv[2], sys.argv[3]
# Open until this process ends, however it does: that is how the test knows.
line = socket.create_connection(("127.0.0.1", port))
if behaviour == "beat":
    heart.beat()
line.sendall(f"{name} {os.getpid()}\n".encode())
if behaviour == "refuse":
    line.recv(1)
    sys.exit(2)
if behaviour == "crash":
    sys.exit(1)
if behaviour == "deaf":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    threading.Event().wait()
if behaviour == "parent":
    orphan = [sys.executable, __file__, str(port), f"{name}'s child", "deaf"]
    child = subprocess.Popen(orphan, stdin=subprocess.DEVNULL)
stop = stop_event(supervised=True, grace_seconds=0.1)
if behaviour in ("hang", "start"):
    threading.Event().wait()
while not stop.wait(0.05):
    if behaviour == "beat":
        heart.beat()
