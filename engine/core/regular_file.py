"""Files of a data folder, opened only if they are files: a pipe or a device in their place never ends."""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

LONGEST = 512_000_000
"""The most bytes that are read at once. A journal of a day of four bots has 16 MB."""


def open_regular(path: Path) -> BinaryIO:
    """Open a file to read it.

    Raises:
        OSError: it can't be opened, or it is a pipe, a device or a folder (ESPIPE, EISDIR).
    """
    # Without O_NONBLOCK, opening a pipe waits until somebody writes into it.
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISREG(mode):
        return os.fdopen(descriptor, "rb")
    os.close(descriptor)
    number = errno.EISDIR if stat.S_ISDIR(mode) else errno.ESPIPE
    raise OSError(number, os.strerror(number), str(path))


def regular_bytes(path: Path) -> bytes:
    """Return a file's bytes.

    Raises:
        OSError: it can't be read, is no file, or is longer than any of ours (EOVERFLOW).
    """
    with open_regular(path) as file:
        if os.fstat(file.fileno()).st_size > LONGEST:
            raise OSError(errno.EOVERFLOW, os.strerror(errno.EOVERFLOW), str(path))
        return file.read()
