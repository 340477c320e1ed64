"""The readers that a table is given: `--reader PAD=PLACE`, checked."""

from dataclasses import dataclass
from enum import StrEnum

from engine.core.faults import InputFault

_PCSC = "pcsc"
_REVERSED = ",reversed"
_EXPECTED = (
    "expected PAD=PLACE such as PAD=/dev/input/by-path/pci-0000:00:14.0-usb-0:2:1.0-event-kbd, or "
    "PAD=pcsc:NAME; 'boardwarden doctor readers' names those that are here"
)


class ReaderKind(StrEnum):
    """How a reader speaks to the computer."""

    KEYBOARD = "keyboard"
    PCSC = "pcsc"


@dataclass(frozen=True, slots=True)
class ReaderChoice:
    """One reader that serves as a pad."""

    pad: str
    """The pad that it is: a seat's name, or a cell's."""
    kind: ReaderKind
    """How it speaks."""
    place: str
    """A keyboard's device file. A PC/SC reader's name or the start of it; empty: the only one."""
    reversed: bool = False
    """Whether it types a tag's bytes last first."""

    @property
    def device(self) -> str:
        """Its name on the table's bus."""
        return f"pad.{self.pad}"

    @property
    def shown(self) -> str:
        """Its place, as the command line has it."""
        return f"{_PCSC}:{self.place}" if self.kind is ReaderKind.PCSC else self.place


def parse_reader(text: str) -> ReaderChoice:
    """Return the reader of one `--reader`.

    Raises:
        InputFault: it names no pad or no place.
    """
    pad, equals, place = text.partition("=")
    is_reversed = place.endswith(_REVERSED)
    place = place.removesuffix(_REVERSED)
    if not equals or not pad or not place or any(sign in pad for sign in "/+# "):
        raise InputFault(f"--reader {text}: {_EXPECTED}")
    if place == _PCSC or place.startswith(f"{_PCSC}:"):
        return ReaderChoice(pad, ReaderKind.PCSC, place.removeprefix(_PCSC).removeprefix(":"), is_reversed)
    if not place.startswith("/"):
        raise InputFault(f"--reader {text}: {_EXPECTED}")
    return ReaderChoice(pad, ReaderKind.KEYBOARD, place, is_reversed)


def parse_readers(texts: list[str]) -> tuple[ReaderChoice, ...]:
    """Read all of a table's `--reader`.

    Raises:
        InputFault: as `parse_reader`, or two are one pad, or one place.
    """
    found = tuple(parse_reader(text) for text in texts)
    for name, of_all in (("pad", [one.pad for one in found]), ("reader", [one.shown for one in found])):
        twice = sorted({one for one in of_all if of_all.count(one) > 1})
        if twice:
            raise InputFault(f"--reader: the {name} '{twice[0]}' is given twice; give each once")
    return found
