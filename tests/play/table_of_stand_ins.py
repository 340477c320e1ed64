"""A supervisor with stand-ins for services: `PORT NAME=BEHAVIOUR…`; runs as `play` does."""

import sys
from pathlib import Path

from dashboard.supervisor.policy import RestartPolicy
from dashboard.supervisor.supervisor import Plan, Supervisor
from engine.bus.service import set_up_logging, stop_event

STAND_IN = Path(__file__).parent / "stand_in.py"

set_up_logging("table")
stop = stop_event(supervised=False)
supervisor = Supervisor(policy=RestartPolicy(first_seconds=0.01, longest_seconds=0.1))
port = sys.argv[1]
for index, given in enumerate(sys.argv[2:]):
    name, behaviour = given.split("=")
    supervisor.add(Plan(name, (sys.executable, str(STAND_IN), port, name, behaviour), last=index == 0))
status = 0
while not stop.wait(0.01):
    given_up = supervisor.tick()
    if given_up is not None:
        status = given_up.status
        break
supervisor.stop(within_seconds=1.0)
sys.exit(status)
