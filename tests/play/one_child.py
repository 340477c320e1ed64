"""Starts one child as a supervisor does, and prints how it ended: `HOW STRIKE WORD…`.

HOW: `apart`, or `forked` by a nursery. STRIKE: the number of a signal that strikes the nursery before, or
`0`; with `child=NUMBER` it strikes the child.
"""

import os
import sys
from pathlib import Path

from dashboard.supervisor.child import Child
from dashboard.supervisor.nursery import open_nursery

how, strike, *words = sys.argv[1:]
opened = open_nursery(("wave", "no.such.module")) if how == "forked" else None
# A file of the supervisor that no service may have.
with Path(os.devnull).open() as file:
    os.set_inheritable(file.fileno(), True)  # noqa: FBT003 # as it is called
    if opened is not None and strike.isdecimal() and int(strike):
        os.kill(opened.pid, int(strike))
    child = Child(words, environment={"TRIED": "y"}, nursery=opened)
    if strike.startswith("child="):
        os.kill(child.pid, int(strike.removeprefix("child=")))
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
    forks = opened is not None and opened.can_start(words)
    sys.stdout.write(f"{child.status()} {'forks' if forks else 'starts'}\n")
    if opened is not None:
        opened.close()
