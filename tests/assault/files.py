"""Hostile files of each kind that a command reads: each ends in a sentence, in little time and memory."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tests.assault.crafted import CRAFTED, OUTSIDE, Made
from tests.assault.report import Budget, Row
from tests.conftest import TOP

CPU_S = 5.0
"""The processor's time that a file may cost beyond an empty one, s."""

MEMORY_MB = 512
"""The memory that a command may take with it."""

AT_A_TIME = 3
"""The commands that run at a time."""

_WAITED_S = 600.0
"""The longest that a command is waited for, s; a machine with other work lets it wait for long."""

_COMPUTES_S = 60
"""The processor's time after which a command is ended, s."""

_ADDRESS_SPACE = 6 << 30
"""No child may take the machine's whole memory, whatever the file."""

_DEEP = 100_000

TEXTS: dict[str, bytes] = {
    "nothing": b"",
    "zeros": b"\0" * 4096,
    "noise": bytes(range(256)) * 40,
    "a bomb of aliases": b"a: &a [x,x,x,x,x,x,x,x,x]\n"
    + b"".join(
        f"{chr(98 + n)}: &{chr(98 + n)} [{','.join([f'*{chr(97 + n)}'] * 9)}]\n".encode() for n in range(12)
    ),
    "deep lists": b"[" * _DEEP,
    "deep maps": b"".join(b" " * n + b"a:\n" for n in range(2000)),
    "a long word": b"a: " + b"x" * 8_000_000,
    "a long number": b"a: " + b"9" * 200_000,
    "two million values": b"[" + b"a," * 1_990_000 + b"]",
    "two million documents": b"--- a\n" * 600_000,
    "signs that steer a terminal": b'game: "\\e]0;owned\\a\\e[2J"\n"\\e[2Jkey": 1\n',
    "an object": b"!!python/object/apply:os.system ['id']\n",
    "merged keys": b"a: &a {b: 1}\nc: {<<: *a, <<: *a}\n",
    "many anchors": b"".join(b"- &a%d x\n" % n for n in range(60_000)),
    "the same key twice": b"game: dozen_war\ngame: hero_realms\n",
    "an absolute path": b"game: dozen_war\nboard: /etc/passwd\nsetup: {board: /etc/passwd}\nsteps: []\n",
    "endless numbers": b"seats: [.inf, .nan, -.inf]\nturn: 1e999\n",
    "text that turns round": "title: \u202eabc\u2066\u200b\nsteps: []\n".encode(),
}
"""The contents for each kind of file."""


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of file, and the command that reads it."""

    ending: str
    """The end of its name."""
    command: Callable[[Path], tuple[str, ...]]
    """Returns the command's words for a file."""


KINDS = {
    "scenario": _Kind(".yaml", lambda path: ("scenario", str(path))),
    "setup": _Kind(
        ".yaml", lambda path: ("balance", "--matches", "1", "--workers", "1", "--setup", str(path))
    ),
    "board": _Kind(".yaml", lambda path: ("print", "board", "--board", str(path), "--out", str(path.parent))),
    "pieces": _Kind(
        ".yaml", lambda path: ("print", "pieces", "--pieces", str(path), "--out", str(path.parent))
    ),
    "pack": _Kind(
        ".yaml", lambda path: ("print", "cards", "--content", str(path), "--out", str(path.parent))
    ),
    "match's text": _Kind(
        ".bwn", lambda path: ("matches", "--import", str(path), "--data", str(path.parent / "matches"))
    ),
    "journal": _Kind(
        ".jsonl", lambda path: ("matches", "--import", str(path), "--data", str(path.parent / "matches"))
    ),
    "picture": _Kind(".png", lambda path: ("see", str(path))),
    "film": _Kind(".mp4", lambda path: ("see", str(path))),
    "recording": _Kind(".mcap", lambda path: ("see", str(path))),
    "evidence": _Kind(".mcap", lambda path: ("check", str(path))),
    "backup": _Kind(".tar.gz", lambda path: ("restore", str(path), "--data", str(path.parent / "matches"))),
}


def hostile_files(folder: Path, budget: Budget) -> Iterator[Row]:
    """Hand each kind of command each content, and those made for it; some commands at a time."""
    quiet = _read(folder / "quiet", KINDS["scenario"], lambda _: b"game: dozen_war\n")
    plain: dict[str, Made | None] = {name: _always(content) for name, content in TEXTS.items()}
    contents = {kind: {**CRAFTED.get(kind, {}), "a link to zeros": None, **plain} for kind in KINDS}
    tasks = [(content, kind) for kind in KINDS for content in contents[kind]]
    # Where there isn't time for all, each kind has had its share.
    tasks.sort(key=lambda task: list(contents[task[1]]).index(task[0]))

    def handed(number: int) -> _Read | None:
        content, kind = tasks[number]
        return _read(folder / str(number), KINDS[kind], contents[kind][content]) if budget.left else None

    with ThreadPoolExecutor(AT_A_TIME) as pool:
        found = [
            (content, name, one)
            for (content, name), one in zip(tasks, pool.map(handed, range(len(tasks))), strict=True)
            if one is not None
        ]
    for name in KINDS:
        faults, reads = list[str](), [(content, one) for content, kind, one in found if kind == name]
        for content, one in reads:
            extra_s = one.cpu_s - quiet.cpu_s
            if one.fault or extra_s > CPU_S or one.memory_mb > MEMORY_MB:
                faults.append(f"{content}: {one.fault or f'{extra_s:.1f} s, {one.memory_mb:.0f} MB'}")
        if reads:
            most_s = max(0.0, *(one.cpu_s - quiet.cpu_s for _, one in reads))
            most_mb = max(one.memory_mb for _, one in reads)
            seen = f"at most {most_s:.1f} s more than an empty one, {most_mb:.0f} MB"
            yield Row(f"hostile files: {name}", len(reads), len(reads) - len(faults), "; ".join(faults), seen)


@dataclass(frozen=True, slots=True)
class _Read:
    """How a command took a file."""

    cpu_s: float
    """The processor's time, s."""
    memory_mb: float
    """The most memory that it held."""
    fault: str
    """Why that won't do; empty: it ended with a sentence."""


def _always(content: bytes) -> Made:
    return lambda _: content


def _read(folder: Path, kind: _Kind, made: Made | None) -> _Read:
    folder.mkdir()
    path, said = folder / f"hostile{kind.ending}", folder / "said"
    if made is None:
        path.symlink_to("/dev/zero")
    else:
        path.write_bytes(made(folder))
    limited = f'ulimit -v {_ADDRESS_SPACE >> 10} -t {_COMPUTES_S}; exec nice "$@"'
    command = ("bash", "-c", limited, "-", sys.executable, "-P", "-m", "dashboard", *kind.command(path))
    with said.open("wb") as written:
        process = subprocess.Popen(
            command,
            stdout=subprocess.DEVNULL,
            stderr=written,
            stdin=subprocess.DEVNULL,
            cwd=folder,
            env={"PYTHONPATH": str(TOP), "PATH": "/usr/bin:/bin"},
        )
        ends = time.monotonic() + _WAITED_S
        while True:
            pid, status, used = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            if time.monotonic() > ends:
                process.kill()
                _, status, used = os.wait4(process.pid, 0)
                break
            time.sleep(0.02)
    process.returncode = os.waitstatus_to_exitcode(status)
    words = said.read_text(encoding="utf-8", errors="replace")
    fault = ""
    if process.returncode not in (0, 1, 2, 3):
        fault = f"ended with status {process.returncode}"
    elif "Traceback" in words:
        fault = f"a traceback: {words.strip().splitlines()[-1][:120]}"
    elif "\x1b" in words:
        fault = "a sign that steers the terminal"
    elif any(folder.rglob(OUTSIDE)):
        fault = "wrote outside"
    return _Read(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, fault)
