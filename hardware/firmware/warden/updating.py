"""Takes new firmware over the link into a folder of its own. The running firmware stays as it is.

The board has two folders for firmware; one is in use. The other is emptied, filled, checked file by file
against the checksums that came, and then tried once. `loader.py` forgets the trial before it starts it: the
next start is the old firmware's again, whatever happens meanwhile. Only `keep` makes the new one last: a
host sends it that heard the new firmware's hello. Each step is one rename, so the power may go at any moment.
"""

import binascii
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .shapes import Values

SLOTS = ("a", "b")
KEPT, TRIAL = "slot", "trial"
"""The files that name the folder in use, and the one to be tried at the next start."""

_MOST_BYTES = 400_000


class Refused(Exception):
    """A step of the update failed; the text says why."""


def other_slot(slot: str) -> str:
    """Return the folder that isn't in use. An empty `slot`: the firmware runs from the first place."""
    return SLOTS[1] if slot == SLOTS[0] else SLOTS[0]


def write_name(folder: str, name: str, text: str) -> None:
    """Write a word into a file in one step: the old word or the new one is there if the power fails."""
    with open(folder + name + ".new", "w") as file:
        file.write(text)
    os.rename(folder + name + ".new", folder + name)


def empty(folder: str) -> None:
    """Remove a folder with everything in it; harmless when there is none."""
    try:
        names = os.listdir(folder)
    except OSError:
        return
    for name in names:
        path = folder + "/" + name
        try:
            os.remove(path)
        except OSError:
            empty(path)
    os.rmdir(folder)


class Updating:
    """The update of one board. `root` is its files' folder, with a slash. `slot` is the running folder.

    `tried`: this start is a trial; `begun` turns true when the board has to start again.
    """

    def __init__(self, root: str, slot: str, tried: bool) -> None:  # noqa: FBT001 # MicroPython calls faster so
        self.begun = False
        self.tried = tried
        self._root = root
        self._slot = slot
        self._into = root + other_slot(slot)
        self._whole = 0
        self._path = ""
        self._left = 0
        self._crc = 0
        self._wanted = 0
        self._opened = False

    def obey(self, step: str, values: "Values") -> "tuple[str, str] | None":
        """Do a step. Return its report as (its file, the fault), or None."""
        path = values[0] if step == "file" else self._path
        try:
            if step in ("file", "part"):
                (self._file if step == "file" else self._part)(*values)
                return (path, "") if not self._left and self._closed() else None
            if step == "begin":
                self._begin()
            elif step == "try":
                self._try(*values)
            else:
                self._keep()
        except Refused as refused:
            self._opened = False
            return path, str(refused)
        except OSError as error:
            self._opened = False
            return path, "the board's memory refuses: " + str(error)
        return "", ""

    def _begin(self) -> None:
        self._opened = False
        empty(self._into)
        os.mkdir(self._into)
        self._opened = True
        self._whole = 0
        self._path = ""
        self._left = 0

    def _file(self, path: str, size: int, crc: int) -> None:
        if not self._opened or self._left:
            raise Refused("a file came out of turn")
        parts = path.split("/")
        if not path or "" in parts or ".." in parts or "." in parts or "\\" in path:
            raise Refused("'" + path + "' is no path within the firmware")
        if size > _MOST_BYTES:
            raise Refused("'" + path + "' is too long")
        folder = self._into
        for part in parts[:-1]:
            folder += "/" + part
            try:
                os.mkdir(folder)
            except OSError:
                os.stat(folder)
        self._path, self._left, self._wanted, self._crc = path, size, crc, 0
        with open(self._into + "/" + path, "wb"):
            pass

    def _part(self, data: bytes) -> None:
        if not self._opened or not self._left or len(data) > self._left:
            raise Refused("a part came out of turn")
        with open(self._into + "/" + self._path, "ab") as file:
            file.write(data)
        self._left -= len(data)

    def _closed(self) -> bool:
        """Read the whole file back from the memory, and expect its checksum."""
        crc = 0
        with open(self._into + "/" + self._path, "rb") as file:
            while True:
                data = file.read(512)
                if not data:
                    break
                crc = binascii.crc32(data, crc)
        if crc & 0xFFFFFFFF != self._wanted:
            raise Refused("the file was damaged on its way")
        self._whole += 1
        return True

    def _try(self, files: int) -> None:
        if not self._opened or self._left or self._whole != files:
            raise Refused(str(self._whole) + " of " + str(files) + " files are whole")
        write_name(self._root, TRIAL, other_slot(self._slot))
        self.begun = True

    def _keep(self) -> None:
        if not self.tried:
            raise Refused("no new firmware is on trial: the board runs the one that it had")
        write_name(self._root, KEPT, self._slot)
        self.tried = False
