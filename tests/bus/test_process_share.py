"""Promises of what services report of their process: together they report it once."""

import subprocess
import sys

import pytest

from engine.bus.process_share import ProcessShare, ServicesHere


class Process:
    """A process whose memory and time the test sets."""

    def __init__(self) -> None:
        self.memory, self.computed_s = 120, 3.0
        self.sharing = ServicesHere()

    def share(self) -> ProcessShare:
        return ProcessShare(
            memory=lambda: self.memory, computed=lambda: self.computed_s, sharing=self.sharing
        )


def test_a_service_alone_reports_the_whole_process_and_three_a_third_each() -> None:
    process = Process()
    first, second, third = shares = [process.share() for _ in range(3)]
    first.begin()
    assert (first.memory_bytes(), first.cpu_s()) == (120, 3.0)
    second.begin()
    third.begin()
    process.computed_s = 9.0
    assert [one.memory_bytes() for one in shares] == [40, 40, 40]
    assert [one.cpu_s() for one in shares] == [5.0, 2.0, 2.0]
    second.end()
    third.end()
    process.computed_s = 10.0
    assert (first.memory_bytes(), first.cpu_s()) == (120, 6.0)
    first.end()
    first.end()
    assert process.sharing.services == 0


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says which memory processes share")
def test_what_two_processes_share_is_counted_once() -> None:
    program = """if True:
        import os
        from engine.bus.process_share import own_bytes

        kept = bytearray(os.urandom(64 << 20))
        alone, (read, write) = own_bytes(), os.pipe()
        child = os.fork()
        if not child:
            os.read(read, 1)
            os._exit(0)
        print(alone, own_bytes())
        os.write(write, b".")
        os.waitpid(child, 0)
    """
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    alone, together = (int(word) for word in said.split())
    assert alone > 64 << 20
    assert alone - together > 24 << 20
