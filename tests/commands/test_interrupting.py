"""Promises of Ctrl-C before a command has begun."""

import signal
import subprocess
import sys

import pytest

from tests.patience import PATIENCE_S

# A command whose module is slow to load: it says that it loads and then waits to be interrupted.
SLOW = """\
import signal, sys
import importlib.abc, importlib.machinery
import dashboard.commands

# A run of the tests that a shell started in the background is deaf to Ctrl-C, and so are its children.
signal.signal(signal.SIGINT, signal.default_int_handler)

class Slow(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, path, target=None):
        return importlib.machinery.ModuleSpec(name, self) if name == "dashboard.commands.scenario" else None

    def exec_module(self, module):
        print("loading", flush=True)
        sys.stdin.read()

sys.meta_path.insert(0, Slow())
sys.exit(dashboard.commands.main(["scenario", "x.yaml"]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signal to send to one process")
def test_ctrl_c_while_a_command_loads_ends_it_without_a_word() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SLOW], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b"loading\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE_S) == -signal.SIGINT
        assert process.stderr.read() == b""
