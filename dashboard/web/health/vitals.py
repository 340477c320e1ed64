"""The state of every part of the table, for the health page and the support bundle.

This module knows no sockets, no bus, no disk and no clock: its caller gives it their reports. None of its
values is secret: it keeps what visitors may know of the match, and addresses without passwords.
"""

import io
import json
import platform
import re
import time
import zipfile
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import distributions
from typing import Any

from dashboard.doctor.sensing import unused_text
from dashboard.web.audience.broadcast import PUBLIC
from dashboard.web.health.texts import TEXTS
from dashboard.web.words.calling import by_name, labels_of
from dashboard.web.words.speaking import rendered
from engine.bus.address import without_password
from engine.bus.messages.boards import DeviceState, SensingState
from engine.bus.messages.cameras import CameraState
from engine.bus.messages.match import MatchState
from engine.bus.messages.services import Availability, Pulse
from engine.core.disagreement import Disagreement
from engine.core.ids import Seconds
from engine.core.phrase import ENGLISH, SILENCE, Phrase
from engine.core.sentences import joined
from engine.core.verdict import Verdict, VerdictKind
from firmware_bridge.board_reports import BOARD

KEPT = (*PUBLIC, "availability", "camera", "calibration", "dice", "device", "sensing", "simulated_table")
"""The channels of the messages that are kept: the newest of each name."""

LATENCIES = 200
"""The number of verdicts that the time to the page is measured over."""

_NAME_LIMIT = 64
_STALE_AFTER = Seconds(60.0)
_SILENT_AFTER = Seconds(10.0)
"""The longest wait for a picture's report. Vision itself says why no picture comes, earlier in most cases."""
_NO_PULSE_AFTER = Seconds(15.0)
"""The longest wait for a pulse. One comes every 2 s; on a busy machine several in a row may be late."""
_STANDS_AFTER = Seconds(10.0)
"""The longest turn of a loop that counts as running. During a turn a loop answers nobody."""
_DOUBTED_FOR = Seconds(60.0)
_LITTLE_BYTES = 500_000_000
_MANY_DAMAGED = 0.02


@dataclass(frozen=True, slots=True)
class Disk:
    """The disk of the folder of matches."""

    matches: int
    """The number of matches in the folder."""
    journal_bytes: int
    """The size of all journals, bytes."""
    evidence_bytes: int
    """The size of all evidence files, bytes."""
    free_bytes: int
    """The free space beside the folder, bytes."""


class Vitals:
    """The newest report of every part, and the times that verdicts took to arrive here."""

    def __init__(self) -> None:
        self._newest: dict[tuple[str, str], Any] = {}
        self._latencies: deque[float] = deque(maxlen=LATENCIES)
        self._pulses: dict[str, tuple[Seconds, Pulse]] = {}
        self._doubted_at = Seconds(float("-inf"))
        self._crowded_at: dict[str, Seconds] = {}

    def take_pulse(self, service: str, pulse: Pulse, *, now: Seconds) -> None:
        """Keep a service's measurement of its own loop; `now` is the wall clock's time."""
        if service in self._pulses or len(self._pulses) < _NAME_LIMIT:
            self._pulses[service] = (now, pulse)

    def _loop(self, service: str, now: Seconds) -> dict[str, Any]:
        """Return whether a service's loop runs, without a turn's length: hidden cards may change that."""
        heard = self._pulses.get(service)
        if heard is None:
            return {"loop": None}
        return {
            "loop": {"heard_s_ago": round(max(0.0, now - heard[0])), "goes_round": _goes_round(heard, now)}
        }

    def take(self, channel: str, name: str, message: Any, *, now: Seconds) -> None:
        """Keep a message of the bus; `now` is the wall clock's time."""
        if channel not in KEPT:
            return
        key = (channel, name)
        if key not in self._newest and sum(kept == channel for kept, _ in self._newest) >= _NAME_LIMIT:
            self._crowded_at[channel] = now
            return
        self._newest[key] = message
        if isinstance(message, Verdict) and message.kind is not VerdictKind.REMARKED:
            delay = now - message.taken_at
            # Footage has a clock of its own; after the machine's clock was set, the difference means nothing.
            if 0 <= delay < _STALE_AFTER:
                self._latencies.append(delay)

    def forget(self, channel: str, name: str) -> None:
        """Drop the newest report of a part, because it was taken off the bus."""
        self._newest.pop((channel, name), None)

    def doubts(self, *, now: Seconds) -> None:
        """Note that a program without the table's key sends messages in the engine's name."""
        self._doubted_at = now

    def report(
        self, *, now: Seconds, connected: bool, disk: Disk | None, language: str = ENGLISH
    ) -> dict[str, Any]:
        """Return the health report as JSON has it.

        `now`: the wall clock's time; `connected`: whether the bus is there; `disk`: None if no matches are
        kept.
        """
        services = self._named("availability")
        cameras = self._named("camera")
        devices = self._named("device")
        delays = sorted(self._latencies)
        labels = labels_of(self.match(), language)
        troubles = plain([*self._troubles(now=now, connected=connected, disk=disk)], language)
        return {
            "troubles": [by_name(one, labels) for one in troubles],
            "bus": {"connected": connected},
            "services": [
                {"name": name, **plain(one, language), **self._loop(name, now)}
                for name, one in services.items()
            ],
            "cameras": [{"name": name, **plain(one, language)} for name, one in cameras.items()],
            "devices": [{"name": name, **plain(one, language)} for name, one in devices.items()],
            "sensing": plain(self.sensing(), language),
            "verdicts": {
                "counted": len(delays),
                "p50_ms": _part(delays, 0.5),
                "p95_ms": _part(delays, 0.95),
                "slowest_ms": _part(delays, 1.0),
            },
            "disk": None if disk is None else plain(disk),
        }

    def match(self) -> MatchState | None:
        """Return the present match, as everybody may know it; None before its first report."""
        states = self._named("match").values()
        return next((one for one in states if isinstance(one, MatchState)), None)

    def sensing(self) -> SensingState:
        """Return the engine's newest report on all sources; an empty one before the first."""
        state = self._newest.get(("sensing", ""))
        return state if isinstance(state, SensingState) else SensingState()

    def is_away(self, service: str) -> bool:
        """Tell whether a service, or the broker in its name, has reported that it is offline."""
        state = self._newest.get(("availability", service))
        return isinstance(state, Availability) and not state.online

    def devices(self) -> tuple[DeviceState, ...]:
        """Return the newest report of each board device, in the order of their names."""
        return tuple(one for one in self._named("device").values() if isinstance(one, DeviceState))

    def kept_messages(self) -> dict[str, Any]:
        """Return the messages that are kept, as JSON has them, by `channel` or `channel/name`."""
        return {"/".join(filter(None, key)): plain(one) for key, one in sorted(self._newest.items())}

    def _named(self, channel: str) -> dict[str, Any]:
        return {name: one for (kept, name), one in sorted(self._newest.items()) if kept == channel}

    def _troubles(self, *, now: Seconds, connected: bool, disk: Disk | None) -> Iterator[Phrase]:
        if not connected:
            yield TEXTS.say("bus_away")
        if now - self._doubted_at < _DOUBTED_FOR:
            yield TEXTS.say("another_engine")
        if now - self._crowded_at.get("device", Seconds(float("-inf"))) < _DOUBTED_FOR:
            yield TEXTS.say("crowded", most=_NAME_LIMIT)
        for name, service in self._named("availability").items():
            if isinstance(service, Availability) and not service.online:
                key = "service_away_why" if service.reason else "service_away"
                yield TEXTS.say(key, service=name, why=service.reason)
            elif (heard := self._pulses.get(name)) is not None and connected and not _goes_round(heard, now):
                yield TEXTS.say("loop_stands", service=name)
        for name, camera in self._named("camera").items():
            if isinstance(camera, CameraState):
                yield from (
                    TEXTS.say("camera", camera=name, why=why) for why in _camera_troubles(camera, now)
                )
        devices = self._named("device")
        of_all = devices[BOARD].problem if BOARD in devices else SILENCE
        there = {device.port for device in devices.values() if device.connected and device.port}
        for name, device in devices.items():
            # A board's problem stands in each of its pads' reports too: naming it once is enough.
            named = name != BOARD and device.problem == of_all != SILENCE
            # A connected board that no longer names a pad was rewired: the pad isn't missing.
            dropped = not device.connected and device.port in there
            if not (named or dropped):
                yield from (TEXTS.say("device", device=name, why=why) for why in _device_troubles(device))
        sensing = self.sensing()
        said = [(one.text, one.advice, _since_when(one)) for one in sensing.disagreements]
        said += [(one.text, one.advice, SILENCE) for one in sensing.faults]
        yield from (joined(one, "sentences") for one in said)
        yield from (unused_text(one) for one in sensing.unused)
        if disk is not None and disk.free_bytes < _LITTLE_BYTES:
            yield TEXTS.say("little_room", megabytes=disk.free_bytes / 1e6)


def _goes_round(heard: tuple[Seconds, Pulse], now: Seconds) -> bool:
    """Tell whether a service's loop runs, by its own measurement and not by its availability."""
    at, pulse = heard
    return now - at < _NO_PULSE_AFTER and pulse.longest_s < _STANDS_AFTER


def _since_when(one: Disagreement) -> Phrase:
    """Return a sentence with the local time since when each source says what it says."""
    since = [(word.source, time.strftime("%H:%M:%S", time.localtime(word.since))) for word in one.words]
    return TEXTS.say("since", words=joined([f"{source} {at}" for source, at in since]))


def _camera_troubles(camera: CameraState, now: Seconds) -> Iterator[Phrase]:
    for said in (camera.problem, camera.remark):
        if said:
            yield said
    silent = now - camera.last_taken_at
    # Footage has a clock of its own, from 0. A camera that has just started has no time yet.
    if not camera.problem and not camera.ended and _SILENT_AFTER < silent < now / 2:
        yield TEXTS.say("no_picture", seconds=silent)


def _device_troubles(device: DeviceState) -> Iterator[Phrase]:
    if device.problem:
        yield device.problem
    elif not device.connected:
        yield TEXTS.say("not_connected")
    if device.frames_damaged > _MANY_DAMAGED * max(1, device.frames_received):
        yield TEXTS.say("damaged", damaged=device.frames_damaged, whole=device.frames_received)


def _part(delays: list[float], part: float) -> int | None:
    return round(1000 * delays[min(len(delays) - 1, int(part * len(delays)))]) if delays else None


def plain(message: Any, language: str = ENGLISH) -> Any:
    """Return a message as JSON has it, its sentences in a language, without the passwords in addresses."""
    return _stripped(rendered(message, language))


def _stripped(value: Any) -> Any:
    match value:
        case str():
            return without_password(value) if "://" in value else value
        case dict():
            return {key: _stripped(one) for key, one in value.items()}
        case list() | tuple():
            return [_stripped(one) for one in value]
        case _:
            return value


def _without_passwords(lines: str) -> str:
    """Return a log's lines without the passwords in addresses."""
    return re.sub(r"\S+", lambda word: without_password(word[0]) if "://" in word[0] else word[0], lines)


@cache
def _packages() -> dict[str, str]:
    """Return the versions of the installed packages by name. The first call's answer is kept."""
    return dict(sorted((one.name, one.version) for one in distributions()))


def support_bundle(
    report: dict[str, Any], newest: dict[str, Any], logs: Mapping[str, str] | None = None
) -> bytes:
    """Return a ZIP archive for somebody who looks for a fault from afar. It has no hand, key or password.

    `report`: the health report; `newest`: the newest report of every part; `logs`: each service's last lines,
    by the file's name.
    """
    system = {
        "python": platform.python_version(),
        "system": platform.platform(),
        "machine": platform.machine(),
        "packages": _packages(),
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in (("health", report), ("newest", newest), ("system", system)):
            archive.writestr(f"boardwarden/{name}.json", json.dumps(content, indent=1, ensure_ascii=False))
        for name, lines in (logs or {}).items():
            archive.writestr(f"boardwarden/logs/{name}", _without_passwords(lines))
    return packed.getvalue()
