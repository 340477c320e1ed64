"""The mapping of MQTT devices' topics and payloads to switches, tags, buttons and dice: a checked file.

devices:
castle_c3: {like: zigbee2mqtt-contact, cell: c3}   # a ready mapping; {name} in it is castle_c3
west_reader: {like: esphome-rc522, pad: west}
bell:                                              # or all of it oneself
topic: home/bell
json: action.kind
pressed: [single]
pad: west
button: end_turn
"""

import re
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from engine.bus.topics import is_ours
from engine.core.document import Entry, read_document
from engine.core.faults import InputFault

READY = Path(__file__).parent / "ready"

GONE_S = 1.5
"""A reader's report that a tag has gone counts once it has held for this time. An RC522 on ESPHome may miss
every second of its scans (esphome/issues#1675), a second apart; a tag that the next scan reads hasn't
moved."""

_WORDS = ("name", "node", "input")
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_LONGEST_TOPIC = 65_535
"""MQTT 5.0, 1.5.4: a string's length has two bytes."""
_LONGEST_NAME = 100

_TARGETS = ("cell", "pad", "button", "die", "lights")
_HEARD = ("topic", "json", "covered", "clear", "pressed", "empty", "lasts_s", "gone_s", "availability")
_KEYS = ("like", "node", "input", *_TARGETS, *_HEARD)


class Becomes(StrEnum):
    """The kind of report that a foreign device's word becomes."""

    CELL = "cell"
    TAG = "tag"
    BUTTON = "button"
    DIE = "die"
    LIGHTS = "lights"


@dataclass(frozen=True, slots=True)
class Word:
    """The source of a word."""

    topic: str
    """The MQTT topic."""
    path: tuple[str, ...] = ()
    """The way into the payload's JSON, key by key; empty: the whole payload is the word."""


@dataclass(frozen=True, slots=True)
class Presence:
    """How a device reports that it comes and goes."""

    word: Word
    """The source of its word."""
    online: frozenset[str]
    """The words that mean that it's there."""
    offline: frozenset[str]
    """The words that mean that it's gone."""


@dataclass(frozen=True, slots=True)
class ForeignDevice:
    """One device that others made."""

    name: str
    """The device's name on the bus."""
    becomes: Becomes
    """The device's part at our table: a switch, a reader, a button, a die or the board's lights."""
    word: Word
    """The source of its word; for lights, the place where their word goes."""
    cell: str = ""
    """The cell that it lies beneath; empty: none."""
    pad: str = ""
    """The pad that it belongs to; empty: none."""
    button: str = ""
    """The button that it is; empty: none."""
    yes: frozenset[str] = field(default_factory=frozenset)
    """The words that mean covered, or pressed."""
    no: frozenset[str] = field(default_factory=frozenset)
    """The words that mean clear, or that no tag lies there."""
    lasts_s: float | None = None
    """A tag that isn't reported again within this time has gone, s; None: only a word in `no` says so."""
    gone_s: float = GONE_S
    """A word in `no` counts once it has held for this time, s; 0: at once."""
    presence: Presence | None = None
    """How the device reports that it comes and goes; None: it doesn't."""

    @property
    def device(self) -> str:
        """Its name on the table's bus; a pad has a pad's name whichever device reads it."""
        return f"pad.{self.pad}" if self.pad else f"mqtt.{self.name}"


def ready_names() -> tuple[str, ...]:
    """Return the ready mappings."""
    return tuple(sorted(path.stem for path in READY.glob("*.yaml")))


@dataclass(slots=True)
class _Taken:
    """The places and words that devices have claimed so far."""

    places: dict[tuple[str, ...], str] = field(default_factory=dict)
    """The device at each place of the table."""
    words: dict[tuple[Word, str], str] = field(default_factory=dict)
    """The device of each word of a topic."""

    def take(self, device: ForeignDevice, entry: Entry) -> None:
        """Note a device's claims.

        Several may press one button, and one may press several, each by a word of its own.

        Raises:
            InputFault: another device has claimed the same.
        """
        place = (device.becomes, device.cell, device.pad)
        lies = device.becomes in (Becomes.CELL, Becomes.TAG)
        if lies and self.places.setdefault(place, device.name) != device.name:
            raise entry.fault(
                f"{device.becomes} {device.cell or device.pad} is {self.places[place]}'s already"
            )
        for said in device.yes or ("",):
            other = self.words.setdefault((device.word, said), device.name)
            if other != device.name:
                what = f"'{said}' on {device.word.topic}" if said else device.word.topic
                raise entry.fault(f"topic: {what} is {other}'s already")


def load_mapping(path: Path) -> tuple[ForeignDevice, ...]:
    """Read a mapping file.

    Raises:
        InputFault: it is broken; names file, line, what was expected and what came.
    """
    return _load(path, _Taken())


def _load(path: Path, taken: _Taken) -> tuple[ForeignDevice, ...]:
    top = read_document(path).fields(required=("devices",))
    found = []
    for name, entry in top["devices"].mapping().items():
        device = _device(name, entry)
        taken.take(device, entry)
        found.append(device)
    if not found:
        raise top["devices"].fault("expected at least one device, found none")
    return tuple(found)


def _device(name: str, entry: Entry) -> ForeignDevice:
    given = entry.fields(optional=_KEYS)
    keys = {**_ready(given), **{key: one for key, one in given.items() if key != "like"}}
    if "topic" not in keys:
        raise entry.fault("the key 'topic' is missing; or name a ready mapping with 'like'")
    words = {"name": name} | {key: _plain(keys[key]) for key in _WORDS if key in keys}
    becomes = _becomes(entry, keys)
    yes, no = {Becomes.CELL: ("covered", "clear"), Becomes.BUTTON: ("pressed", "")}.get(
        becomes, ("", "empty")
    )
    for needed in filter(None, (yes, no if becomes is Becomes.CELL else "")):
        if needed not in keys:
            raise entry.fault(f"the key '{needed}' is missing: which payloads mean that?")
    if len(name) > _LONGEST_NAME:
        raise entry.fault(f"expected a name of at most {_LONGEST_NAME} characters, found {len(name)}")
    for flag in (Becomes.DIE, Becomes.LIGHTS):
        if becomes is flag and keys[flag].value is not True:
            raise keys[flag].fault(f"expected true, found {keys[flag].described()}")
    both = _said(keys[yes]) & _said(keys[no]) if becomes is Becomes.CELL else None
    if both:
        raise keys[no].fault(f"'{min(both)}' means {yes} already")
    presence = None
    if "availability" in keys:
        says = keys["availability"].fields(required=("topic", "online", "offline"), optional=("json",))
        presence = Presence(
            _word(entry, says["topic"], says.get("json"), words),
            _said(says["online"]),
            _said(says["offline"]),
        )
    return ForeignDevice(
        name=name,
        becomes=becomes,
        word=_word(entry, keys["topic"], keys.get("json"), words),
        cell=keys["cell"].text() if "cell" in keys else "",
        pad=keys["pad"].text() if "pad" in keys else "",
        button=keys["button"].text() if "button" in keys else "",
        yes=_said(keys[yes]) if yes else frozenset(),
        no=_said(keys[no]) if no in keys else frozenset(),
        lasts_s=_seconds(keys["lasts_s"]) if "lasts_s" in keys else None,
        gone_s=_seconds(keys["gone_s"], or_none=True) if "gone_s" in keys else GONE_S,
        presence=presence,
    )


def _ready(given: dict[str, Entry]) -> dict[str, Entry]:
    if "like" not in given:
        return {}
    found = given["like"].text(ready_names())
    return read_document(READY / f"{found}.yaml").fields(optional=_HEARD)


def _becomes(entry: Entry, keys: dict[str, Entry]) -> Becomes:
    chosen = {key for key in _TARGETS if key in keys}
    for becomes, needed in (
        (Becomes.CELL, {"cell"}),
        (Becomes.BUTTON, {"pad", "button"}),
        (Becomes.TAG, {"pad"}),
        (Becomes.DIE, {"die"}),
        (Becomes.LIGHTS, {"lights"}),
    ):
        if chosen == needed:
            return becomes
    came = ", ".join(sorted(chosen)) or "none of them"
    raise entry.fault(
        f"expected a cell, a pad, a pad and its button, 'die: true' or 'lights: true'; found {came}"
    )


def _word(device: Entry, topic: Entry, path: Entry | None, words: dict[str, str]) -> Word:
    name = _filled(device, topic, words)
    if len(name.encode()) > _LONGEST_TOPIC:
        raise topic.fault(f"expected at most {_LONGEST_TOPIC} bytes, found {len(name.encode())}")
    if not name or any(sign in name for sign in "+#\0"):
        raise topic.fault(f"expected one topic, without + and #; found '{name}'")
    if name.startswith("$") or is_ours(name):
        # A message that the bridge publishes there would return to it as a device's word.
        raise topic.fault(f"expected a device's topic, not the broker's or this table's own; found '{name}'")
    return Word(name, () if path is None else tuple(_filled(device, path, words).split(".")))


def _filled(device: Entry, entry: Entry, words: dict[str, str]) -> str:
    def word(match: re.Match[str]) -> str:
        if match[1] not in words:
            # A key that a ready mapping asks for is missing in the device's own entry, not there.
            raise device.fault(f"its {entry.key} is '{entry.text()}', and no '{match[1]}' is given here")
        return words[match[1]]

    return _PLACEHOLDER.sub(word, entry.text())


def _said(entry: Entry) -> frozenset[str]:
    return frozenset(_plain(one) for one in entry.sequence())


def _plain(entry: Entry) -> str:
    """Return a scalar in the form of a payload: true, 1, ON."""
    match entry.value:
        case bool():
            return "true" if entry.value else "false"
        case str() | int() | float():
            return str(entry.value)
        case _:
            raise entry.fault(f"expected a word, a number, true or false; found {entry.described()}")


def _seconds(entry: Entry, *, or_none: bool = False) -> float:
    seconds = entry.number()
    if seconds < 0 or (seconds == 0 and not or_none):
        least = "0 or more seconds" if or_none else "seconds above 0"
        raise entry.fault(f"expected {least}, found {seconds:g}")
    return seconds


def load_mappings(paths: list[str]) -> tuple[ForeignDevice, ...]:
    """Read several mapping files as one.

    Raises:
        InputFault: as `load_mapping`, or two files have a device of one name or one place.
    """
    found: dict[str, ForeignDevice] = {}
    taken = _Taken()
    for path in paths:
        for one in _load(Path(path), taken):
            if one.name in found:
                raise InputFault(f"--devices {path}: the device '{one.name}' stands in another file too")
            found[one.name] = one
    return tuple(found.values())
