"""`python -m tests.assault [--minutes N] [PART...]`: assaults on a table of this machine, and a report."""

import sys

from tests.assault.api import fuzzed_pages
from tests.assault.bus import hostile_messages
from tests.assault.disk import full_disk, wall_clock
from tests.assault.doors import doors
from tests.assault.files import hostile_files
from tests.assault.forgeries import forgeries
from tests.assault.frames import hostile_frames
from tests.assault.hall import hall
from tests.assault.kills import kills, quiet_table
from tests.assault.parts import Part, run
from tests.assault.proxied import address_bar, streams
from tests.assault.rights import neighbours, rights
from tests.assault.sockets import floods
from tests.assault.worlds import two_worlds

PARTS = {
    "kills": Part(0.63, kills),
    "worlds": Part(0.36, two_worlds),
    "files": Part(0.27, hostile_files),
    "quiet": Part(0.06, quiet_table),
    "floods": Part(0.06, floods),
    "bus": Part(0.07, hostile_messages),
    "forgeries": Part(0.03, forgeries),
    "api": Part(0.05, fuzzed_pages),
    "frames": Part(0.02, hostile_frames),
    "doors": Part(0.01, doors),
    "streams": Part(0.01, streams),
    "address": Part(0.01, address_bar),
    "hall": Part(0.03, hall),
    "rights": Part(0.01, rights),
    "neighbours": Part(0.02, neighbours),
    "disk": Part(0.01, full_disk),
    "clock": Part(0.01, wall_clock),
}

BESIDE = {"kills": ("worlds", "files")}
"""The parts that compute and measure no time run beside the kills, whose tables mostly wait."""

if __name__ == "__main__":
    sys.exit(run(PARTS, BESIDE))
