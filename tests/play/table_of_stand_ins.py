"""A supervisor with stand-ins for services: `PORT forked|apart NAME=BEHAVIOUR…`; runs as `play` does."""

import sys
from functools import partial

from dashboard.supervisor.nursery import open_nursery
from dashboard.supervisor.policy import RestartPolicy
from dashboard.supervisor.supervisor import Plan, Supervisor, started_process
from engine.bus.service import set_up_logging, stop_event

STAND_IN = (sys.executable, "-P", "-m", "tests.play.stand_in")
port, how = sys.argv[1:3]

nursery = open_nursery(("json",)) if how == "forked" else None
assert (nursery is not None) is (how == "forked")
set_up_logging("table")
stop = stop_event(supervised=False)
supervisor = Supervisor(
    policy=RestartPolicy(first_seconds=0.01, longest_seconds=0.1),
    started=partial(started_process, nursery=nursery),
)
for index, given in enumerate(sys.argv[3:]):
    name, behaviour = given.split("=")
    supervisor.add(Plan(name, (*STAND_IN, port, name, behaviour), last=index == 0))
status = 0
while not stop.wait(0.01):
    given_up = supervisor.tick()
    if given_up is not None:
        status = given_up.status
        break
supervisor.stop(within_seconds=1.0)
if nursery is not None:
    nursery.close()
sys.exit(status)
