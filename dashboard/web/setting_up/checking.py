"""The doctor on a page: the checks of `boardwarden doctor` on a table that runs.

A running table's cameras and board devices are in use and can't be opened a second time. Their services'
reports are used instead.
"""

import asyncio
import os
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, JSONResponse

from dashboard.doctor.machine import look_at_clock, look_at_disk
from dashboard.doctor.sensing import sensing_findings
from dashboard.doctor.texts import TEXTS
from dashboard.web.health.vitals import Vitals
from dashboard.web.serving.pages import page
from dashboard.web.setting_up.cameras import Cameras
from dashboard.web.words.calling import by_name, labels_of
from dashboard.web.words.speaking import language_asked, rendered
from engine.bus.messages.boards import DeviceState
from engine.bus.messages.cameras import CameraCheckup, CameraState
from engine.core.findings import Finding, Grade
from engine.core.ids import Seconds
from engine.core.sentences import joined
from firmware_bridge.ports import FoundPort, find_ports, port_fault
from vision.doctor.findings import first_to_change

LOOKED_AGAIN_AFTER = Seconds(5.0)
"""The shortest time between two looks at the clock and the disk, however many tablets ask."""

_PAD = "pad."


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a check of the table."""

    findings: tuple[Finding, ...]
    """The results, in the order of the checks."""
    first: str = ""
    """The name of the check to mend first; empty if all is well."""


def report_of(findings: Iterable[Finding]) -> Report:
    """Return the report of findings. They come in the order of causes: a camera before what it sees."""
    found = tuple(_labelled(one) for one in findings)
    first = first_to_change(found)
    return Report(found, "" if first is None else first.check)


def checking_pages(
    cameras: Cameras, vitals: Vitals, *, connected: Callable[[], bool], matches: Path | None
) -> APIRouter:
    """Return the routes. Everybody may look. `matches`: the folder of the records; None without one."""
    router = APIRouter()
    kept: tuple[float, tuple[Finding, ...]] = (float("-inf"), ())

    async def machine() -> tuple[Finding, ...]:
        nonlocal kept
        if time.monotonic() - kept[0] > LOOKED_AGAIN_AFTER:
            kept = (time.monotonic(), await asyncio.to_thread(_look_at_machine, matches))
        return kept[1]

    @router.get("/doctor")
    async def _report(lang: str = "en") -> JSONResponse:
        found = [
            *camera_findings(cameras.seen()),
            *device_findings(vitals.devices(), await asyncio.to_thread(find_ports)),
            *sensing_findings(vitals.sensing()),
            bus_finding(connected=connected()),
            *await machine(),
        ]
        language = language_asked(lang)
        report = rendered(report_of(found), language)
        labels = labels_of(vitals.match(), language)
        for one in report["findings"]:
            one.update({key: by_name(one[key], labels) for key in ("text", "advice")})
        return JSONResponse(report)

    @router.get("/doctor/page", include_in_schema=False)
    async def _page() -> HTMLResponse:
        return page("setting_up/doctor")

    return router


def camera_findings(
    cameras: Sequence[tuple[CameraState, CameraCheckup | None]],
) -> tuple[Finding, ...]:
    """Return the findings of each camera's last examination. Several cameras' have the camera's name."""
    if not cameras:
        silent, advice = TEXTS.say("camera.silent"), TEXTS.say("camera.silent_advice")
        return (Finding("camera", Grade.UNKNOWN, 0, silent, advice),)
    found: list[Finding] = []
    for state, checkup in cameras:
        name = f"{state.camera} " if len(cameras) > 1 else ""
        if checkup is not None and not state.problem:
            found += [_of_camera(one, name) for one in checkup.findings]
        elif state.problem:
            advice = TEXTS.say("camera.trouble_advice")
            found.append(_of_camera(Finding("camera", Grade.BAD, 0, state.problem, advice), name))
        else:
            text = TEXTS.say(
                "camera.looked_at", camera=state.source, width=state.width_px, height=state.height_px
            )
            found.append(_of_camera(Finding("camera", Grade.UNKNOWN, 0, text), name))
    return tuple(found)


def _of_camera(one: Finding, name: str) -> Finding:
    if not name:
        return one
    label = TEXTS.say("checks.of_camera", camera=name.strip(), check=_labelled(one).label or one.check)
    return replace(one, check=f"{name}{one.check}", label=label)


def _labelled(one: Finding) -> Finding:
    """Return a finding with its check's name for people. A check without a text keeps its own name."""
    if one.label:
        return one
    if one.check.startswith(_PAD):
        return replace(one, label=TEXTS.say("checks.pad", pad=one.check.removeprefix(_PAD)))
    known = f"checks.{one.check}" in TEXTS.keys
    return replace(one, label=TEXTS.say(f"checks.{one.check}")) if known else one


def device_findings(devices: Sequence[DeviceState], ports: Sequence[FoundPort]) -> tuple[Finding, ...]:
    """Return the findings about board devices, and about ports that may be boards nobody uses."""
    found = [_device_finding(one) for one in devices if not _is_well_pad(one)]
    pads = [one.device.removeprefix(_PAD) for one in devices if _is_well_pad(one)]
    if pads:
        found.append(Finding("pads", Grade.GOOD, 100, TEXTS.say("device.pads", pads=joined(pads))))
    used = {os.path.realpath(one.port) for one in devices if one.port}
    for port in ports:
        if os.path.realpath(port.path) in used:
            continue
        if not port.ours:
            text = TEXTS.say("serial.may_be", ports=joined([f"{port.path} ({port.about})"]))
            found.append(Finding("serial", Grade.UNKNOWN, 0, text, TEXTS.say("serial.name_it")))
            continue
        forbidden = not os.access(port.path, os.R_OK | os.W_OK)
        if forbidden:
            fault = port_fault(port.path, PermissionError(13, "Permission denied")).text
            found.append(Finding("serial", Grade.BAD, 0, fault, TEXTS.say("serial.plug_again")))
        else:
            text = TEXTS.say("serial.unanswered", port=port.path, about=port.about)
            found.append(Finding("serial", Grade.FAIR, 60, text, TEXTS.say("serial.unanswered_advice")))
    if not found:
        found.append(Finding("serial", Grade.UNKNOWN, 0, TEXTS.say("serial.none")))
    return tuple(found)


def _is_well_pad(state: DeviceState) -> bool:
    return state.device.startswith(_PAD) and state.connected and not state.problem


def _device_finding(state: DeviceState) -> Finding:
    if state.problem or not state.connected:
        text = state.problem or TEXTS.say("device.gone", device=state.device, port=state.port)
        return Finding(state.device, Grade.MISSING, 0, text, TEXTS.say("device.advice"))
    facts = {"port": state.port, "firmware": state.firmware}
    text = (
        TEXTS.say("device.answers_switched", **facts, cells=len(state.switched))
        if state.switched
        else TEXTS.say("device.answers", **facts)
    )
    return Finding(state.device, Grade.GOOD, 100, text)


def bus_finding(*, connected: bool) -> Finding:
    """Return the finding about the table's message bus."""
    if connected:
        return Finding("broker", Grade.GOOD, 100, TEXTS.say("broker.tables_answers"))
    text, advice = TEXTS.say("broker.tables_silent"), TEXTS.say("broker.start")
    return Finding("broker", Grade.MISSING, 0, text, advice)


def _look_at_machine(matches: Path | None) -> tuple[Finding, ...]:
    found = (look_at_clock(),)
    return found if matches is None else (*found, look_at_disk(matches))
