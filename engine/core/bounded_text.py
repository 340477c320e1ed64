"""Text files of people, which may be anything: a device without an end, another kind of file, none at all."""

from pathlib import Path

from engine.core.faults import InputFault


def read_text(path: Path, *, largest_bytes: int, kind: str) -> str:
    """Return a file's text; `kind` says in a fault what was expected, such as YAML.

    Raises:
        InputFault: the file can't be read, is larger, or isn't UTF-8; names the file.
    """
    try:
        with path.open("rb") as file:
            content = file.read(largest_bytes + 1)
    except OSError as error:
        raise InputFault(f"{path}: can't be read: {error.strerror or error}") from error
    if len(content) > largest_bytes:
        raise InputFault(f"{path}: expected at most {largest_bytes} bytes of {kind}, found more")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise InputFault(f"{path}:{line}: not UTF-8 text (byte {error.start})") from error
