"""The orders that the host wants on one board: its lights, sounds, brightness, and requests that it answers.

Orders wait here until the link takes them. Lasting ones are sent again to a board that returns.
"""

from collections import deque

from engine.bus.messages.boards import (
    BrightnessOrder,
    DeviceOrder,
    DeviceOrderKind,
    LightsOrder,
    SoundOrder,
    TagOrder,
    UnknownOrder,
)
from engine.core.faults import InputFault
from firmware_bridge.board_reports import BOARD, pad_device
from firmware_bridge.lights import WantedLights, checked_brightness, parse_colour
from firmware_bridge.link.dictionary import Ability
from firmware_bridge.link.fields import LONGEST_TEXT, parse_uid
from firmware_bridge.link.messages import Brightness, Hello, Message, ReadTag, Sound, TellPicture, WriteTag
from firmware_bridge.tag_text import encode_text

_SOUNDS_WAITING = 4


class WantedOrders:
    """The orders that wait for a board, in the order of sending."""

    def __init__(self) -> None:
        self._lights = WantedLights()
        self._sounds: deque[Sound] = deque(maxlen=_SOUNDS_WAITING)
        self._requests: deque[Message] = deque()
        self._brightness: Brightness | None = None

    def begin(self, hello: Hello) -> None:
        """Queue the lasting orders for a board that has come, and first the request for its picture."""
        self._requests = deque([TellPicture()])
        if self._brightness is not None and Ability.LIGHTS in hello.abilities:
            self._requests.append(self._brightness)
        self._lights.all_again()

    def ask(self, request: Message) -> None:
        """Queue a request that the board answers."""
        self._requests.append(request)

    def asks(self, request: Message) -> bool:
        """Tell whether such a request waits already."""
        return request in self._requests

    def next_request(self) -> Message | None:
        """Take out the next request; None: none waits."""
        return self._requests.popleft() if self._requests else None

    def next_shown(self) -> Message | None:
        """Take out the next sound or light; None: none waits."""
        return self._sounds.popleft() if self._sounds else self._lights.next_message()

    def order(self, device: str, order: DeviceOrder, hello: Hello | None) -> None:
        """Queue an order for a board; `hello` is its last hello, None: none has come yet.

        Raises:
            InputFault: no such device, order, colour or ability.
        """
        pad = _pad_of(device, hello)
        match order.content:
            case LightsOrder(cells, colour):
                _expect_able(hello, Ability.LIGHTS)
                for cell in cells:
                    _checked_text(cell)
                self._lights.want(pad, cells, parse_colour(colour or "off"))
            case SoundOrder(sound):
                _expect_able(hello, Ability.SOUND)
                self._sounds.append(Sound(pad, _checked_text(sound)))
            case BrightnessOrder(percent):
                _expect_able(hello, Ability.LIGHTS)
                self._brightness = Brightness(checked_brightness(percent))
                self._requests.append(self._brightness)
            case TagOrder(DeviceOrderKind.READ_TAG, text):
                _expect_able(hello, Ability.TAGS)
                self._requests.append(ReadTag(pad, parse_uid(text)))
            case TagOrder(DeviceOrderKind.WRITE_TAG, text):
                _expect_able(hello, Ability.TAGS)
                named, _, kept = text.partition(" ")
                uid = parse_uid(named)
                self._requests.append(WriteTag(pad, uid, encode_text(kept, uid)))
            case UnknownOrder(kind, value=value):
                raise InputFault(
                    f"order '{f'{kind} {value}'.rstrip()[:80]}' for {device}: "
                    "expected lights, sound, brightness, read_tag or write_tag"
                )


def _pad_of(device: str, hello: Hello | None) -> str:
    if device == BOARD:
        return ""
    pad = device.removeprefix("pad.")
    pads = None if hello is None else hello.pads
    if pad == device or (pads is not None and pad not in pads):
        known = ", ".join([BOARD, *(pad_device(name) for name in pads or ())])
        raise InputFault(f"there is no device '{device}'; there are {known}")
    return pad


def _expect_able(hello: Hello | None, ability: Ability) -> None:
    if hello is not None and ability not in hello.abilities:
        able = ", ".join(hello.abilities) or "nothing"
        raise InputFault(f"board '{hello.board}' has no {ability}; it can do: {able}")


def _checked_text(text: str) -> str:
    if not 0 < len(text.encode()) <= LONGEST_TEXT:
        raise InputFault(f"'{text[:80]}': expected a name of 1 to {LONGEST_TEXT} bytes")
    return text
