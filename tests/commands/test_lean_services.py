"""A service starts without the modules that few tables need, and keeps its memory in one arena."""

import subprocess
import sys

import pytest

DRAWING = {"numpy", "fontTools", "reportlab", "cv2"}
WEB = {"starlette", "uvicorn", "fastapi", "asyncio"}
LEFT_OUT = {
    "play": DRAWING | WEB | {"segno", "mcap", "paho", "http.client", "engine.games.quoc_chien"},
    "engine": DRAWING | WEB | {"engine.games.quoc_chien", "engine.games.kingdom_square", "PIL"},
    "bridge": DRAWING | WEB | {"mcap", "PIL", "engine.games.quoc_chien"},
    "vision": WEB | {"fontTools", "reportlab", "engine.games.quoc_chien"},
    "dashboard": DRAWING | {"segno"},
}
"""Modules that take megabytes, and that most tables of a service never need."""

ARENAS = """
import threading
from pathlib import Path
{first}
all_there = threading.Barrier(6)
def work():
    kept = [bytearray(2000) for _ in range(100)]
    all_there.wait(60)
threads = [threading.Thread(target=work) for _ in range(6)]
for one in threads: one.start()
for one in threads: one.join()
spans = [line.split() for line in Path("/proc/self/maps").read_text().splitlines()]
sizes = [int(to, 16) - int(since, 16) for span, rights, *_ in spans if rights == "---p"
         for since, to in [span.split("-")]]
print(sum(60 << 20 < size < 64 << 20 for size in sizes))
"""
"""It counts the arenas beside the main one: glibc reserves 64 MB for each, most of it without rights."""


def said(program: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.strip()


@pytest.mark.parametrize("service", LEFT_OUT)
def test_a_service_starts_without_what_few_tables_need(service: str) -> None:
    program = f"import sys, dashboard.commands.{service}\nprint(*sys.modules)"
    assert not LEFT_OUT[service] & set(said(program).split())


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows a process' memory so")
def test_threads_share_one_arena_where_the_c_library_has_several() -> None:
    keeping = "from dashboard.commands.one_arena import keep_to_one_arena as keep\nkeep()"
    usual, kept = (int(said(ARENAS.format(first=first))) for first in ("", keeping))
    if not usual:
        pytest.skip("this C library has one arena")
    assert kept == 0
