"""Promises of what a service logs: by the clock in a terminal, by level for systemd's journal."""

import os
import re
import subprocess
import sys
from pathlib import Path

_PROGRAM = """
import logging, os
from engine.bus.service import set_up_logging
found = os.fstat(2)
if {journal}:
    os.environ["JOURNAL_STREAM"] = f"{{found.st_dev}}:{{found.st_ino}}"
set_up_logging("engine")
logging.getLogger("x").info("one")
logging.getLogger("x").warning("two\\nthree")
logging.getLogger("x").error("four")
"""


def logged(tmp_path: Path, *, journal: bool) -> list[str]:
    with (tmp_path / "log").open("w+", encoding="utf-8") as file:
        env = {key: value for key, value in os.environ.items() if key != "JOURNAL_STREAM"}
        program = _PROGRAM.format(journal=journal)
        subprocess.run([sys.executable, "-c", program], check=True, stderr=file, env=env)
        file.seek(0)
        return file.read().splitlines()


def test_each_line_for_the_journal_begins_with_its_level(tmp_path: Path) -> None:
    found = logged(tmp_path, journal=True)
    assert found == ["<6>engine: one", "<4>engine: two", "<4>  three", "<3>engine: four"]


def test_elsewhere_each_line_begins_with_the_time(tmp_path: Path) -> None:
    found = logged(tmp_path, journal=False)
    assert re.fullmatch(r"\d\d:\d\d:\d\d engine: one", found[0])
