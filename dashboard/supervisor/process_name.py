"""Shows another command line for this process, in Linux's list of processes.

A forked process has its parent's. People and tools know a service by its own.
"""

import ctypes
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

_SET_MEMORY, _WHOLE_MAP = 35, 14
"""PR_SET_MM and PR_SET_MM_MAP, prctl(2)."""

_STAT = {
    "start_code": 26,
    "end_code": 27,
    "start_stack": 28,
    "start_data": 45,
    "end_data": 46,
    "start_brk": 47,
    "env_start": 50,
    "env_end": 51,
}
"""The fields of /proc/PID/stat that name the map's places, proc_pid_stat(5)."""


class _Map(ctypes.Structure):
    """The kernel's `prctl_mm_map`."""

    _fields_ = (
        *(
            (name, ctypes.c_uint64)
            for name in (
                *("start_code", "end_code", "start_data", "end_data", "start_brk", "brk", "start_stack"),
                *("arg_start", "arg_end", "env_start", "env_end", "auxv"),
            )
        ),
        ("auxv_size", ctypes.c_uint32),
        ("exe_fd", ctypes.c_uint32),
    )


_shown: list[ctypes.Array[ctypes.c_char]] = []
"""The words that the kernel reads while this process runs."""


def show_command(words: Sequence[str]) -> bool:
    """Let the list of processes show these words; return False where the system can't."""
    if sys.platform != "linux":
        return False
    with suppress(OSError, ValueError, IndexError, AttributeError):
        stat = (
            Path("/proc/self/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        )
        text = ctypes.create_string_buffer(b"\0".join(os.fsencode(word) for word in words))
        libc = ctypes.CDLL(None)
        libc.sbrk.restype = ctypes.c_void_p
        # The first field after the name is the third.
        places = {name: int(stat[number - 3]) for name, number in _STAT.items()}
        start = ctypes.addressof(text)
        changed = _Map(
            **places,
            brk=libc.sbrk(0),
            arg_start=start,
            arg_end=start + len(text),
            exe_fd=0xFFFFFFFF,
        )
        # Each argument is a whole word, since the C library reads them all as such.
        asked = (_SET_MEMORY, _WHOLE_MAP, ctypes.addressof(changed), ctypes.sizeof(changed), 0)
        if libc.prctl(*(ctypes.c_ulong(one) for one in asked)) == 0:
            _shown.append(text)
            return True
    return False
