"""Translates the messages of foreign devices into the reports of our own boards.

Pure, except for the memory of earlier messages.

Times are wall-clock seconds.
"""

import json
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from engine.bus.messages.boards import DeviceState
from engine.core.bounded_json import parse_json
from engine.core.device_events import (
    ButtonPress,
    CellChange,
    DeviceContent,
    DeviceEvent,
    DiceAtRest,
    PadReading,
    PadReadingKind,
    format_tags,
)
from engine.core.faults import InputFault
from engine.core.ids import Cell, Seconds
from engine.core.phrase import Phrase
from firmware_bridge.foreign.mapping import Becomes, ForeignDevice, Word
from firmware_bridge.link.fields import Uid, format_uid
from firmware_bridge.texts import TEXTS

UID_BYTES = (4, 7, 8, 10)
_SEPARATORS = str.maketrans("", "", "-: ")
_FACES = frozenset("123456")
_AWAY = frozenset(("unavailable", "unknown", "null", "none"))
"""The words for an unknown state: Home Assistant's, and JSON's."""

_A_UID = "74-10-37-94"
"""A uid in ESPHome's form, as an example for messages."""

_SHOWN = 80
"""The most characters that are shown of an unknown word."""

_UNREADABLE = "\N{REPLACEMENT CHARACTER}"


@dataclass(frozen=True, slots=True)
class Nonsense:
    """A report that a device's mapping doesn't foresee. It's made once until the device makes sense again."""

    device: str
    """The device's name."""
    text: Phrase
    """The fault: the word that came and the expected ones."""


@dataclass(frozen=True, slots=True)
class Sense:
    """A report that a device makes sense again."""

    device: str
    """The device's name."""


Heard = DeviceEvent | DeviceState | Nonsense | Sense


class Hearing:
    """The devices of a mapping. `run` makes this run's marks unlike those of another."""

    def __init__(self, devices: tuple[ForeignDevice, ...], *, run: str) -> None:
        self._devices = devices
        self._run = run
        self._count = 0
        self._states = {
            one.device: DeviceState(
                one.device,
                f"mqtt {one.word.topic}",
                connected=one.presence is None,
                lights=one.becomes is Becomes.LIGHTS,
            )
            for one in devices
        }
        self._covered: dict[str, bool] = {}
        self._lying: dict[str, dict[str, float | None]] = {}
        self._unsent: set[str] = set()
        self._away: set[str] = set()
        self._gone: set[str] = set()
        self._complained: set[tuple[str, str]] = set()

    @property
    def topics(self) -> tuple[str, ...]:
        """The topics that are to be heard."""
        words = [one.word for one in self._devices if one.becomes is not Becomes.LIGHTS]
        words += [one.presence.word for one in self._devices if one.presence is not None]
        return tuple(sorted({word.topic for word in words}))

    @property
    def lit(self) -> tuple[str, ...]:
        """The topics that the board's lights are sent to."""
        return tuple(one.word.topic for one in self._devices if one.becomes is Becomes.LIGHTS)

    @property
    def states(self) -> tuple[DeviceState, ...]:
        """The states of the devices."""
        return tuple(self._states.values())

    def hear(self, topic: str, payload: bytes, now: float, *, retained: bool = False) -> list[Heard]:
        """Take in a message. A word that the broker kept describes a state, not a new event."""
        heard: list[Heard] = []
        for one in self._devices:
            if one.presence is not None and one.presence.word.topic == topic:
                heard += self._present(one, payload)
            if one.word.topic == topic and one.becomes is not Becomes.LIGHTS:
                heard += self._said(one, payload, now, retained=retained)
        return heard

    def tick(self, now: float) -> list[Heard]:
        """Notice tags that have gone: not reported again, or reported as gone for long enough."""
        heard: list[Heard] = []
        for one in self._devices:
            if not self._states[one.device].connected:
                # A device that is away may still read its tag; nobody hears it.
                continue
            lying = self._lying.get(one.name, {})
            if one.name in self._away:
                self._away.discard(one.name)
                lying = {
                    uid: _not_before(until, now + (one.lasts_s or one.gone_s)) for uid, until in lying.items()
                }
                self._lying[one.name] = lying
            gone = [uid for uid, until in lying.items() if until is not None and now >= until]
            if gone:
                heard += self._lie(one, {uid: until for uid, until in lying.items() if uid not in gone}, now)
        return heard

    def lost(self) -> list[Heard]:
        """Take in that the broker is gone: no device can be read any more."""
        return [self._state(one, connected=False) for one in self._devices]

    def found(self) -> list[Heard]:
        """Take in that the broker is there: a device that doesn't report its presence counts as there."""
        return [self._state(one, connected=True) for one in self._devices if one.presence is None]

    def _present(self, one: ForeignDevice, payload: bytes) -> list[Heard]:
        assert one.presence is not None  # noqa: S101 # for the type checker
        if not payload:
            # Zigbee2MQTT clears the message that the broker kept under a device's former name.
            return []
        said = _read(one.presence.word, payload)
        if said is None:
            # Zigbee2MQTT before 2.0 said it in a plain word, and some bridges still do.
            said = _read(Word(one.presence.word.topic), payload)
        if said in one.presence.online | one.presence.offline:
            self._gone.discard(one.name)
            if said in one.presence.offline:
                self._gone.add(one.name)
            heard = self._sense(one, one.presence.word.topic)
            return [*heard, self._state(one, connected=said in one.presence.online)]
        wanted = _wanted(one.presence.word, one.presence.online | one.presence.offline)
        return self._nonsense(one, one.presence.word.topic, _shown(payload), wanted)

    def _said(self, one: ForeignDevice, payload: bytes, now: float, *, retained: bool) -> list[Heard]:
        said = _read(one.word, payload)
        if said is None:
            # Another message on the same topic, a battery, a button of the same device; or rubbish.
            return [] if _is_other_json(one.word, payload) else self._misheard(one, _shown(payload))
        if said.lower() in _AWAY:
            # A button without an action says nothing of the button.
            there = self._states[one.device].connected and one.becomes in (Becomes.CELL, Becomes.TAG)
            return [self._state(one, connected=False)] if there else []
        if retained and one.name in self._gone:
            # It sent this before it died.
            return []
        heard = self._sense(one, one.word.topic) if _is_foreseen(one, said) else []
        if not self._states[one.device].connected:
            # A device that sends a word is there, whatever its presence said before.
            heard.append(self._state(one, connected=True))
        match one.becomes:
            case Becomes.CELL if said in one.yes | one.no:
                return [*heard, *self._cover(one, covered=said in one.yes, now=now)]
            case Becomes.TAG:
                return [*heard, *self._tag(one, said, now)]
            case Becomes.BUTTON:
                if said in one.yes and not retained:
                    heard.append(self._event(one, ButtonPress(one.button), now))
                return heard
            case Becomes.DIE if said in _FACES:
                return heard if retained else [*heard, self._event(one, DiceAtRest((int(said),)), now)]
            case _:
                return [*heard, *self._misheard(one, said)]

    def _cover(self, one: ForeignDevice, *, covered: bool, now: float) -> list[Heard]:
        if self._covered.get(one.name) is covered:
            return []
        self._covered[one.name] = covered
        return [self._event(one, CellChange(Cell(one.cell), covered), now)]

    def _tag(self, one: ForeignDevice, said: str, now: float) -> list[Heard]:
        lying = self._lying.get(one.name, {})
        if said in one.no:
            if one.gone_s <= 0:
                return self._lie(one, {}, now)
            at = now + one.gone_s
            going: dict[str, float | None] = {
                uid: at if until is None else min(until, at) for uid, until in lying.items()
            }
            return self._lie(one, going, now)
        try:
            uid = parse_foreign_uid(said)
        except InputFault:
            return self._misheard(one, said)
        until = None if one.lasts_s is None else now + one.lasts_s
        # A tag without an end of its own ends when another begins: such a reader reports one at a time.
        others = lying if one.lasts_s is not None else {}
        return self._lie(one, {**others, uid: until}, now)

    def _lie(self, one: ForeignDevice, lying: dict[str, float | None], now: float) -> list[Heard]:
        before = set(self._lying.get(one.name, {}))
        self._lying[one.name] = lying
        if before == set(lying) and one.name not in self._unsent:
            return []
        self._unsent.discard(one.name)
        reading = PadReading(PadReadingKind.TAGS, one.pad, format_tags(tuple(sorted(lying))))
        return [self._event(one, reading, now)]

    def _event(self, one: ForeignDevice, content: DeviceContent, now: float) -> DeviceEvent:
        self._count += 1
        return DeviceEvent(one.device, Seconds(now), content, f"{self._run}-{self._count}")

    def _state(self, one: ForeignDevice, *, connected: bool) -> DeviceState:
        if not connected:
            # A listener that learns that the device is gone forgets its reports, so they may come again.
            self._covered.pop(one.name, None)
            if one.name in self._lying:
                self._unsent.add(one.name)
                self._away.add(one.name)
        self._states[one.device] = replace(self._states[one.device], connected=connected)
        return self._states[one.device]

    def _misheard(self, one: ForeignDevice, said: str) -> list[Heard]:
        words = {Becomes.TAG: {_A_UID}, Becomes.DIE: _FACES}.get(one.becomes, one.yes) | one.no
        return self._nonsense(one, one.word.topic, said, _wanted(one.word, words))

    def _sense(self, one: ForeignDevice, topic: str) -> list[Heard]:
        """Take in that a device made sense on a topic; report it if nothing else of the device is unclear."""
        if (one.name, topic) not in self._complained:
            return []
        self._complained.discard((one.name, topic))
        of_device = {other.name for other in self._devices if other.device == one.device}
        left = any(name in of_device for name, _ in self._complained)
        return [] if left else [Sense(one.device)]

    def _nonsense(self, one: ForeignDevice, topic: str, said: str, wanted: str) -> list[Heard]:
        if (one.name, topic) in self._complained:
            return []
        self._complained.add((one.name, topic))
        shown = said if len(said) <= _SHOWN else f"{said[:_SHOWN]}…"
        text = TEXTS.say("foreign.nonsense", name=one.name, topic=topic, said=shown, wanted=wanted)
        return [Nonsense(one.device, text)]


def _not_before(until: float | None, least: float) -> float | None:
    """Return until when a tag counts whose reader was away: the reader gets time to report it again."""
    return None if until is None else max(until, least)


def _is_foreseen(one: ForeignDevice, said: str) -> bool:
    """Tell whether a mapping knows a word; a button takes any word, a tag any uid."""
    match one.becomes:
        case Becomes.CELL:
            return said in one.yes | one.no
        case Becomes.DIE:
            return said in _FACES
        case Becomes.TAG if said not in one.no:
            try:
                parse_foreign_uid(said)
            except InputFault:
                return False
    return True


def parse_foreign_uid(text: str) -> str:
    """Return a tag's uid as we write it: `74-10-37-94` (ESPHome), `BA839D07` (Tasmota) and the like.

    Raises:
        InputFault: the text is no uid.
    """
    try:
        raw = bytes.fromhex(text.translate(_SEPARATORS))
    except ValueError as error:
        raise InputFault(f"uid '{text}': expected hexadecimal digits") from error
    if len(raw) not in UID_BYTES:
        raise InputFault(f"uid '{text}': expected 4, 7, 8 or 10 bytes, got {len(raw)}")
    return format_uid(Uid(raw))


def _shown(payload: bytes) -> str:
    """Return a payload for people, shortened; bytes that are no text in hexadecimal."""
    text = payload[: 4 * _SHOWN + 4].decode(errors="replace")
    return payload[:_SHOWN].hex() if _UNREADABLE in text[:_SHOWN] else text


def _wanted(word: Word, words: Collection[str]) -> str:
    """Return the expected payload with all its words: `{"contact": false | true}`."""
    found = " | ".join(one or '""' for one in sorted(words, key=lambda one: (one == "", one)))
    for key in reversed(word.path):
        found = f"{{{json.dumps(key)}: {found}}}"
    return found


def _is_other_json(word: Word, payload: bytes) -> bool:
    """Tell whether a payload without a word at a place is JSON that has no such place."""
    if not word.path:
        return False
    try:
        value: Any = parse_json(payload)
    except ValueError:
        return False
    for key in word.path:
        if not isinstance(value, dict):
            return isinstance(value, list)
        if key not in value:
            return True
        value = value[key]
    return False


def _read(word: Word, payload: bytes) -> str | None:
    """Return the word of a payload at a place; None: there is none."""
    try:
        text = payload.decode()
    except UnicodeDecodeError:
        return None
    if not word.path:
        return text.strip()
    try:
        value: Any = parse_json(text)
    except ValueError:
        return None
    for key in word.path:
        if not isinstance(value, dict) or key not in value:
            return None
        value = value[key]
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str() | int() | float():
            return str(value)
        case _:
            return None
