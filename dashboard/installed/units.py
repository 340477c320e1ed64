"""Writes the text of the unit that makes systemd run a table, or a hall. Pure.

The directives are explained in systemd.service(5), systemd.exec(5) and systemd.resource-control(5);
`systemd-analyze security` rates them.
"""

from dataclasses import dataclass, field
from pathlib import Path

JOURNAL = "boardwarden"
"""The name space of the journal for the system's tables, which has its own limits of size."""

JOURNAL_SETTINGS = """\
# How much of what Boardwarden's tables say is kept. Written by `boardwarden service install --system`.
[Journal]
Storage=persistent
SystemMaxUse=200M
SystemMaxFileSize=20M
MaxRetentionSec=3month
"""

HALL = "hall"
"""The command that runs a hall."""

WATCHED_S = 60
"""The time without an answer after which systemd restarts a table, in s. Its supervisor acts within 20 s."""

_ALONE_WATCHED_S = 90
"""The same time for a service that runs alone, in s. It may be silent for a minute while a device opens."""

_DEVICES = ("char-video4linux", "char-input", "char-ttyACM", "char-ttyUSB", "char-ttyAMA", "char-ttyS")
"""The classes of devices that a table may open: cameras, readers that type, boards."""
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.")


@dataclass(frozen=True, slots=True)
class InstalledTable:
    """A table, or one of its services, that the machine is to run."""

    table: str
    """The table's name."""
    runs: str
    """The name of the command that runs: `play`, that of a service, or `hall`."""
    command: tuple[str, ...]
    """The words of the command line: the program and its arguments."""
    data: Path
    """The data folder."""
    lenses: Path
    """The folder of measured lenses."""
    secrets: Path
    """The path of the file with the variables that hold passwords; the file may be absent."""
    of_system: bool = False
    """Whether the system's systemd runs it, under an account of its own; else the user's systemd does."""
    groups: tuple[str, ...] = ()
    """The groups that may open cameras and serial ports."""
    environment: dict[str, str] = field(default_factory=dict)
    """The environment's variables that are no secret."""
    home_is_read: bool = False
    """Whether the program, or a file that the options name, lies in a home folder."""

    @property
    def unit(self) -> str:
        """The unit's name."""
        return unit_name(self.table, self.runs)


def unit_name(table: str, runs: str = "play") -> str:
    """Return the name of a table's unit, of one of its services', or the hall's, whatever the table."""
    if runs == HALL:
        # Every table's has a dash there.
        return f"boardwarden.{HALL}.service"
    # A table's escaped name has no colon, so the two can't be mixed up.
    return f"boardwarden-{_escaped(table)}{'' if runs == 'play' else f':{runs}'}.service"


def unit_text(one: InstalledTable) -> str:
    """Return the text of the unit's file."""
    sections = (
        ("Unit", _unit(one)),
        ("Service", (*_running(one), *_limits(), *_closed_off(one))),
        ("Install", (("WantedBy", "multi-user.target" if one.of_system else "default.target"),)),
    )
    head = "# Written by `boardwarden service install`, which writes it again; own settings belong into\n"
    head += f"# {one.unit}.d/own.conf (systemctl edit).\n"
    return head + "\n".join(
        f"[{name}]\n" + "".join(f"{key}={value}\n" for key, value in lines) for name, lines in sections
    )


def _unit(one: InstalledTable) -> tuple[tuple[str, str], ...]:
    what = f"table {one.table}" if one.runs == "play" else f"{one.runs} of the table {one.table}"
    return (
        ("Description", f"Boardwarden: {'the hall' if one.runs == HALL else _specifier_free(what)}"),
        *((("Wants", "network-online.target"), ("After", "network-online.target")) if one.of_system else ()),
        # No limit of starts: a broker or a camera may come up much later than this machine.
        ("StartLimitIntervalSec", "0"),
    )


def _running(one: InstalledTable) -> tuple[tuple[str, str], ...]:
    alone = one.runs not in ("play", HALL)
    state = (
        ("DynamicUser", "yes"),
        ("User", "boardwarden"),
        ("StateDirectory", "boardwarden boardwarden/matches boardwarden/lenses"),
        ("StateDirectoryMode", "0700"),
        *((("SupplementaryGroups", " ".join(one.groups)),) if one.groups else ()),
        ("LogNamespace", JOURNAL),
    )
    return (
        ("Type", "notify"),
        ("NotifyAccess", "main"),
        ("ExecStart", " ".join(_quoted(word) for word in one.command)),
        ("WorkingDirectory", _specifier_free(str(one.data))),
        *(("Environment", _quoted(f"{key}={value}")) for key, value in one.environment.items()),
        ("EnvironmentFile", f"-{_specifier_free(str(one.secrets))}"),
        ("Restart", "always"),
        ("RestartSec", "2"),
        # Status 2: the options are unusable, so starting it again changes nothing.
        ("RestartPreventExitStatus", "2"),
        ("TimeoutStartSec", "120"),
        ("TimeoutStopSec", "30"),
        ("WatchdogSec", str(_ALONE_WATCHED_S if alone else WATCHED_S)),
        # Only the supervisor gets the signal: the services still sign off through the table's broker.
        ("KillMode", "mixed"),
        ("SuccessExitStatus", "130"),
        ("OOMPolicy", "continue"),
        *(state if one.of_system else ()),
        ("UMask", "0077"),
        ("SyslogIdentifier", one.unit.removesuffix(".service")),
    )


def _limits() -> tuple[tuple[str, str], ...]:
    # A table with one camera takes 300 MB and 60 threads. The limits end a process that takes far more,
    # before the machine suffers.
    return (
        ("MemoryHigh", "1500M"),
        ("MemoryMax", "2G"),
        ("TasksMax", "512"),
        ("LimitNOFILE", "65536"),
        ("LimitCORE", "0"),
    )


def _closed_off(one: InstalledTable) -> tuple[tuple[str, str], ...]:
    home = "read-only" if one.home_is_read or not one.of_system else "yes"
    both = (
        ("NoNewPrivileges", "yes"),
        ("CapabilityBoundingSet", ""),
        ("AmbientCapabilities", ""),
        ("ProtectSystem", "strict"),
        ("ProtectHome", home),
        ("ReadWritePaths", f"{_path(one.data)} -{_path(one.lenses)}"),
        ("PrivateTmp", "yes"),
        ("ProtectKernelTunables", "yes"),
        ("ProtectKernelModules", "yes"),
        ("ProtectKernelLogs", "yes"),
        ("ProtectControlGroups", "yes"),
        ("ProtectClock", "yes"),
        ("ProtectHostname", "yes"),
        ("ProtectProc", "invisible"),
        ("RestrictNamespaces", "yes"),
        ("RestrictRealtime", "yes"),
        ("RestrictSUIDSGID", "yes"),
        ("LockPersonality", "yes"),
        ("MemoryDenyWriteExecute", "yes"),
        ("KeyringMode", "private"),
        # Netlink gives the addresses of this machine, for the pages' address.
        ("RestrictAddressFamilies", "AF_UNIX AF_INET AF_INET6 AF_NETLINK"),
        ("SystemCallArchitectures", "native"),
        ("SystemCallFilter", "@system-service"),
        ("SystemCallFilter", "~@privileged"),
        ("SystemCallErrorNumber", "EPERM"),
    )
    if not one.of_system:
        return both
    kinds = () if one.runs == HALL else _DEVICES
    devices = (("DevicePolicy", "closed"), *(("DeviceAllow", f"{kind} rw") for kind in kinds))
    return (*both, ("RemoveIPC", "yes"), *devices)


def _quoted(word: str) -> str:
    """Return a word quoted for a unit's file, so that systemd reads back the same word."""
    escaped = word.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("$", "$$")
    return f'"{_specifier_free(escaped)}"'


def _path(path: Path) -> str:
    return _quoted(str(path))


def _specifier_free(text: str) -> str:
    return text.replace("%", "%%").replace("\n", " ")


def _escaped(name: str) -> str:
    """Return a name escaped for a unit's name (systemd-escape(1)), except that a dash stays a dash."""
    return "".join(
        sign if sign in _PLAIN else "".join(f"\\x{byte:02x}" for byte in sign.encode()) for sign in name
    )
