"""From what foreign devices publish to what our own boards report: pure, but for what was heard before.

Times are wall-clock seconds.
"""

import json
from dataclasses import dataclass, replace
from typing import Any

from engine.bus.messages.boards import DeviceState
from engine.core.faults import InputFault
from engine.core.glimpse import DeviceEvent
from engine.core.ids import Seconds
from engine.core.phrase import Phrase
from firmware_bridge.foreign.mapping import Becomes, ForeignDevice, Word
from firmware_bridge.link.fields import Uid, format_uid
from firmware_bridge.texts import TEXTS

UID_BYTES = (4, 7, 8, 10)
_SEPARATORS = str.maketrans("", "", "-: ")
_FACES = range(1, 7)


@dataclass(frozen=True, slots=True)
class Nonsense:
    """A device said what its mapping doesn't foresee; said once a device."""

    device: str
    text: Phrase


Heard = DeviceEvent | DeviceState | Nonsense


class Hearing:
    """The devices of a mapping. `run` makes this run's marks unlike those of another."""

    def __init__(self, devices: tuple[ForeignDevice, ...], *, run: str) -> None:
        self._devices = devices
        self._run = run
        self._count = 0
        self._states = {
            one.device: DeviceState(one.device, f"mqtt {one.word.topic}", connected=one.presence is None)
            for one in devices
        }
        self._covered: dict[str, str] = {}
        self._lying: dict[str, dict[str, float | None]] = {}
        self._complained: set[str] = set()

    @property
    def topics(self) -> tuple[str, ...]:
        """The topics that are to be heard."""
        words = [one.word for one in self._devices]
        words += [one.presence.word for one in self._devices if one.presence is not None]
        return tuple(sorted({word.topic for word in words}))

    @property
    def states(self) -> tuple[DeviceState, ...]:
        """How the devices do."""
        return tuple(self._states.values())

    def hear(self, topic: str, payload: bytes, now: float, *, retained: bool = False) -> list[Heard]:
        """Take in a message. What was kept by the broker tells how it is, not that something happens now."""
        heard: list[Heard] = []
        for one in self._devices:
            if one.presence is not None and one.presence.word.topic == topic:
                heard += self._present(one, payload)
            if one.word.topic == topic:
                heard += self._said(one, payload, now, retained=retained)
        return heard

    def tick(self, now: float) -> list[Heard]:
        """Notice tags that weren't told again."""
        heard: list[Heard] = []
        for one in self._devices:
            lying = self._lying.get(one.name, {})
            gone = [uid for uid, until in lying.items() if until is not None and now >= until]
            if gone:
                heard += self._lie(one, {uid: until for uid, until in lying.items() if uid not in gone}, now)
        return heard

    def lost(self) -> list[Heard]:
        """Take in that the broker is gone: nobody is heard any more."""
        return [self._state(one, connected=False) for one in self._devices]

    def found(self) -> list[Heard]:
        """Take in that the broker is there: who doesn't say whether it lives, does."""
        return [self._state(one, connected=True) for one in self._devices if one.presence is None]

    def _present(self, one: ForeignDevice, payload: bytes) -> list[Heard]:
        assert one.presence is not None  # noqa: S101 # for the type checker
        said = _read(one.presence.word, payload)
        if said in one.presence.online | one.presence.offline:
            return [self._state(one, connected=said in one.presence.online)]
        return []

    def _said(self, one: ForeignDevice, payload: bytes, now: float, *, retained: bool) -> list[Heard]:
        said = _read(one.word, payload)
        if said is None:
            # Another message on the same topic: a battery, a button of the same device.
            return []
        heard: list[Heard] = []
        if not self._states[one.device].connected:
            # Whoever speaks is there, whatever was last said of it.
            heard.append(self._state(one, connected=True))
        match one.becomes:
            case Becomes.CELL if said in one.yes | one.no:
                return [*heard, *self._cover(one, "covered" if said in one.yes else "clear", now)]
            case Becomes.TAG:
                return [*heard, *self._tag(one, said, now)]
            case Becomes.BUTTON:
                if said in one.yes and not retained:
                    heard.append(self._event(one, "button", one.button, "", now))
                return heard
            case Becomes.DIE if said.isdigit() and int(said) in _FACES:
                return heard if retained else [*heard, self._event(one, "dice", "die", said, now)]
            case _:
                return [*heard, *self._nonsense(one, said)]

    def _cover(self, one: ForeignDevice, value: str, now: float) -> list[Heard]:
        if self._covered.get(one.name) == value:
            return []
        self._covered[one.name] = value
        return [self._event(one, "cell", one.cell, value, now)]

    def _tag(self, one: ForeignDevice, said: str, now: float) -> list[Heard]:
        if said in one.no:
            return self._lie(one, {}, now)
        try:
            uid = parse_foreign_uid(said)
        except InputFault:
            return self._nonsense(one, said)
        until = None if one.lasts_s is None else now + one.lasts_s
        # Without an end of its own a tag ends where another begins: such a reader tells one at a time.
        others = self._lying.get(one.name, {}) if one.lasts_s is not None else {}
        return self._lie(one, {**others, uid: until}, now)

    def _lie(self, one: ForeignDevice, lying: dict[str, float | None], now: float) -> list[Heard]:
        before = set(self._lying.get(one.name, {}))
        self._lying[one.name] = lying
        if before == set(lying):
            return []
        return [self._event(one, "tag", one.pad, " ".join(sorted(lying)), now)]

    def _event(self, one: ForeignDevice, event: str, name: str, value: str, now: float) -> DeviceEvent:
        self._count += 1
        return DeviceEvent(one.device, Seconds(now), event, name, value, f"{self._run}-{self._count}")

    def _state(self, one: ForeignDevice, *, connected: bool) -> DeviceState:
        self._states[one.device] = replace(self._states[one.device], connected=connected)
        return self._states[one.device]

    def _nonsense(self, one: ForeignDevice, said: str) -> list[Heard]:
        if one.name in self._complained:
            return []
        self._complained.add(one.name)
        wanted = {Becomes.CELL: "covered, clear", Becomes.TAG: "uid", Becomes.DIE: "1-6"}.get(one.becomes, "")
        text = TEXTS.say("foreign.nonsense", name=one.name, topic=one.word.topic, said=said, wanted=wanted)
        return [Nonsense(one.device, text)]


def parse_foreign_uid(text: str) -> str:
    """Return a tag's uid as we write it: `74-10-37-94` (ESPHome), `BA839D07` (Tasmota) and the like.

    Raises:
        InputFault: it is none.
    """
    try:
        raw = bytes.fromhex(text.translate(_SEPARATORS))
    except ValueError as error:
        raise InputFault(f"uid '{text}': expected hexadecimal digits") from error
    if len(raw) not in UID_BYTES:
        raise InputFault(f"uid '{text}': expected 4, 7, 8 or 10 bytes, got {len(raw)}")
    return format_uid(Uid(raw))


def _read(word: Word, payload: bytes) -> str | None:
    """Return what a payload says at a place; None: it says nothing there."""
    try:
        text = payload.decode()
    except UnicodeDecodeError:
        return None
    if not word.path:
        return text.strip()
    try:
        value: Any = json.loads(text)
    except (ValueError, RecursionError):
        return None
    for key in word.path:
        if not isinstance(value, dict) or key not in value:
            return None
        value = value[key]
    match value:
        case bool():
            return "true" if value else "false"
        case str() | int() | float():
            return str(value)
        case _:
            return None
