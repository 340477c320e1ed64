"""The plans for a table's processes: pure functions of choices and addresses."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import dashboard
from dashboard.commands.broker import BROKER_VARIABLE
from dashboard.commands.cameras import CAMERA_VARIABLE
from dashboard.commands.choices import Choices, TableSources
from dashboard.commands.ruleset import ruleset_words
from dashboard.supervisor.supervisor import Plan
from engine.bus.access import user_of
from engine.bus.accounts import Accounts
from engine.bus.channels import Service
from firmware_bridge.ports import NONE

_CODE = Path(dashboard.__file__).parent.parent
_ONE_ARENA = {"MALLOC_ARENA_MAX": "1"}
"""The variable that glibc reads before a process has threads (`dashboard/commands/one_arena.py` says why).

A supervised process has a thread from its first line on, which says that it is awake."""


@dataclass(frozen=True, slots=True)
class RunPlaces:
    """The addresses and files that the processes of one run share."""

    broker_url: str
    """The broker's URL."""
    folder: Path
    """The folder of this run's temporary files."""
    stream: str = ""
    """The address of the simulated camera's pictures, HOST:PORT; empty: no camera is simulated."""
    accounts: Accounts | None = None
    """The accounts that may sign in at a private broker; None: the broker isn't private."""

    @property
    def accounts_file(self) -> Path:
        """The file with the private broker's accounts."""
        return self.folder / "accounts.json"

    def url_for(self, service: Service) -> str:
        """Return the broker's URL for a service; at a private broker it holds the service's own account."""
        if self.accounts is None:
            return self.broker_url
        return self.accounts.url(user_of(service), self.broker_url.rpartition("@")[2])

    @property
    def serial_link(self) -> Path:
        """The path of the simulated board's port."""
        return self.folder / "board"


def broker_plan(kind: str, place: RunPlaces, *, port: int) -> Plan:
    """Return the plan of the private broker's process; `kind` is `mosquitto` or `iotcore`."""
    return _plan(
        "broker",
        ("-m", "engine.bus.keeper", "--broker", kind, "--port", str(port)),
        ("--folder", str(place.folder), "--accounts", str(place.accounts_file)),
        last=True,
    )


def first_plans(
    choices: Choices, place: RunPlaces, *, setup_file: Path | None, run_began: float
) -> tuple[Plan, ...]:
    """Return the plans of the services that start first, before the time is known when footage begins.

    `run_began` is the wall clock at the start, in seconds. By it the engine tells this showing of the footage
    from an earlier one, also after a restart.
    """
    options = _options(choices, place, setup_file)
    if choices.feed is TableSources.FOOTAGE:
        options += ("--footage-start", repr(run_began))
    plans = [
        _service(Service.ENGINE, choices, place, options),
        _service(Service.DASHBOARD, choices, place, options),
    ]
    if choices.feed is TableSources.SIMULATED:
        simulated = ("--stream", place.stream, "--pty", str(place.serial_link))
        plans.append(_service(Service.SIMULATOR, choices, place, options, simulated))
    return tuple(plans)


def tables_plan(broker_url: str, words: tuple[str, ...]) -> Plan:
    """Return the plan of the process with many tables; `words` are its options."""
    return _plan(
        "tables",
        ("-m", "dashboard", "tables", *words, "--supervised"),
        environment={BROKER_VARIABLE: broker_url, **_ONE_ARENA},
    )


def watching_waits_for(choices: Choices) -> frozenset[Service]:
    """Return the services that must be online before the watching services start.

    Footage is shown only once, so every service must be there. A simulated camera must run to be opened.
    """
    match choices.feed:
        case TableSources.FOOTAGE:
            return frozenset((Service.ENGINE, Service.DASHBOARD))
        case TableSources.SIMULATED:
            return frozenset((Service.SIMULATOR,))
        case TableSources.LIVE:
            return frozenset()


def watching_plans(
    choices: Choices, place: RunPlaces, *, setup_file: Path | None, footage_start: float
) -> tuple[Plan, ...]:
    """Return the plans of the services that watch the table.

    `footage_start` is the wall clock at the footage's beginning, in seconds.
    """
    options = _options(choices, place, setup_file)
    if choices.feed is TableSources.FOOTAGE:
        options += ("--footage-start", repr(footage_start))
    plans = []
    if choices.cameras or choices.feed is TableSources.SIMULATED:
        rendered = ("--rendered",) if choices.feed is TableSources.SIMULATED else ()
        plans.append(_service(Service.VISION, choices, place, options, rendered))
    if choices.serial != NONE or choices.others or choices.readers or choices.feed is not TableSources.LIVE:
        plans.append(_service(Service.BRIDGE, choices, place, options))
    return tuple(plans)


def _options(choices: Choices, place: RunPlaces, setup_file: Path | None) -> tuple[str, ...]:
    simulated = choices.feed is TableSources.SIMULATED
    given = {
        "--game": choices.game,
        "--board": choices.board,
        "--pieces": choices.pieces,
        "--setup": str(setup_file or ""),
        "--serial": str(place.serial_link) if simulated else choices.serial,
        "--http": str(choices.pages),
        "--table": choices.table,
        "--data": str(choices.data),
    }
    # Flag and value are one word: a table may be called "-x".
    words = (f"{flag}={value}" for flag, value in given.items() if value)
    return (*words, *choices.passed_on, *ruleset_words(choices.ruleset), "--supervised")


def _service(service: Service, choices: Choices, place: RunPlaces, *options: tuple[str, ...]) -> Plan:
    command = "simulate" if service is Service.SIMULATOR else str(service)
    cameras = choices.cameras
    if choices.feed is TableSources.SIMULATED:
        cameras = (f"http://{place.stream}/stream.mjpg",)
    # Not as options: the list of processes would show the password of a remote broker or a camera.
    environment = {BROKER_VARIABLE: place.url_for(service), CAMERA_VARIABLE: "\n".join(cameras)}
    if service is Service.VISION:
        environment |= _ONE_ARENA
    return _plan(service, ("-m", "dashboard", command), *options, environment=environment)


def _plan(
    name: str,
    *arguments: tuple[str, ...],
    last: bool = False,
    environment: Mapping[str, str] | None = None,
) -> Plan:
    words = tuple(word for group in arguments for word in group)
    # -P and PYTHONPATH: the services run this code, whatever modules lie in the folder of the start.
    return Plan(
        name,
        (sys.executable, "-P", *words),
        last=last,
        environment={"PYTHONPATH": str(_CODE), **(environment or {})},
    )
