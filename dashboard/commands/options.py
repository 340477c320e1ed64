"""The options that commands share, and how their values are passed on to another command."""

import argparse
from dataclasses import dataclass, field
from typing import Any

from dashboard.web.audience.picture_reach import PictureReach
from dashboard.web.seats.link_life import LinkLife
from engine.core.dice import Dice
from engine.core.draws import DrawSource
from engine.core.forced import ForcedSteps
from engine.core.pausing import PausedBy

NO_CLOCK = "off"


@dataclass(frozen=True, slots=True)
class CommandOption:
    """One option or positional argument of a command, in argparse's terms."""

    flags: tuple[str, ...]
    """The option's flags, or the one name of a positional argument."""
    settings: dict[str, Any] = field(default_factory=dict)
    """The keyword arguments of argparse's `add_argument`."""


def option(*flags: str, **settings: Any) -> CommandOption:
    """Return an option with the arguments that argparse's `add_argument` takes."""
    return CommandOption(flags, settings)


JSON = option("--json", action="store_true", help="one JSON object a line on standard output, nothing else")
SOURCE = option("source", metavar="SOURCE", help="an image, a folder, a video, or a recording")
BOARD = option(
    "--board", metavar="NAME", help="board, by name or file (default: the footage's, else mativen)"
)
PIECES = option("--pieces", metavar="NAME", help="piece set, by name or file (default: BOARD-pieces)")
GAME = option("--game", metavar="NAME", help="game (default: the footage's, else dozen_war)")
DATA = option("--data", metavar="DIR", default="matches", help="where matches are kept")
SETUP = option("--setup", metavar="FILE", help="opening position, a YAML file as a scenario's setup")

CLUSTER = option(
    "--cluster",
    metavar="ADDRESS",
    help="spread the matches over the workers of a Dask cluster, such as tcp://host:8786; they read the same "
    "folder",
)

SEARCH = (
    option("--player", metavar="NAME", default="", help="only matches that NAME played in"),
    option("--card", metavar="NAME", default="",
           help="only matches with this card, skill or piece in their actions"),
    option("--rule", metavar="ID", default="",
           help="only matches where this rule was broken, such as DW-5"),
    option("--since", metavar="DATE", default="",
           help="only matches opened on this day or later: 2026-11-28"),
    option("--until", metavar="DATE", default="", help="only matches opened on this day or earlier"),
)  # fmt: skip
"""The conditions of a search in an archive."""

RULESET = (
    option(
        "--option",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        help="an option of the game's rules, again for several",
    ),
    option("--content", metavar="PACK", help="content pack, by name or file (default: house)"),
)

BROKER = option(
    "--broker",
    metavar="URL",
    help="embedded (default) | mosquitto | iotcore | mqtt[s]://[user:password@]host:port; "
    "the variable BOARDWARDEN_BROKER says the same and keeps a password out of the list of processes",
)
WIRING = option(
    "--wiring",
    metavar="FILE",
    action="append",
    default=[],
    help="the board.json of a board of this table, again for several; a board with another "
    "configuration is refused (default: any is accepted)",
)
HALL_HTTP = "127.0.0.1:8320"
"""Where a hall's pages are served; its own tables' are at the ports after it."""

HTTP = option("--http", metavar="HOST:PORT", default="127.0.0.1:8321", help="where the pages are served")

ROUNDS = option(
    "--rounds",
    metavar="URL",
    default="",
    help="the address of the hall whose rounds are played here: visitors' pages then lead to the seats by "
    "people's codes (a hall's own tables know it)",
)

PASSED_ON: tuple[CommandOption, ...] = (
    ROUNDS,
    WIRING,
    option(
        "--sensors",
        metavar="FILE",
        action="append",
        default=[],
        help="which switch or reader lies beneath which cell, again for several files (default: as --wiring "
        "says; without --wiring, a switch beneath every cell once one reports, and readers named as a cell)",
    ),
    option(
        "--devices",
        metavar="FILE",
        action="append",
        default=[],
        help="which topics of somebody's MQTT devices are which switches, tags, buttons and dice, again for "
        "several files (docs/build-and-run/devices.md)",
    ),
    option(
        "--reader",
        metavar="PAD=PLACE",
        action="append",
        default=[],
        help="a reader from a shop as a pad, again for several: a USB reader that types, by its device "
        "file (/dev/input/by-path/...), or a PC/SC reader (pcsc:NAME); ,reversed behind it: it types a tag's "
        "last byte first (docs/build-and-run/readers.md)",
    ),
    option(
        "--announce",
        metavar="PREFIX",
        default="homeassistant",
        help="the prefix under which our devices announce themselves by Home Assistant's MQTT discovery "
        "(default: homeassistant) | none",
    ),
    option(
        "--lights",
        metavar="PALETTE[:PERCENT]",
        default="",
        help="the colours of the boards' lights: usual (default; also for eyes that confuse red and green) | "
        "blue-yellow | any (for all eyes), and their brightness, as in usual:40",
    ),
    option("--sounds", choices=("on", "off"), default="on", help="whether the boards sound (default: on)"),
    option(
        "--delay",
        metavar="SECONDS",
        default="0",
        help="how late spectators see the match: on the watching page, overlay, embedded board, API, "
        "replays, league; with a delay the arbiter may also show all hands there (default: 0)",
    ),
    option(
        "--hooks",
        metavar="FILE",
        default="",
        help="a file of addresses, one a line; each turn, warning and end of a match is sent there as JSON "
        "(default: none; docs/build-and-run/watching.md)",
    ),
    option(
        "--push",
        metavar="CONTACT",
        default="",
        help="let the tablets of seats ask for notifications of turns, warnings and the end, sent by their "
        "browsers' push services, which get this address of whoever runs the table: mailto:you@example.org "
        "or https://...; default: none are sent",
    ),
    option(
        "--mdns",
        choices=("on", "off"),
        default="on",
        help="announce pages that other machines reach, as boardwarden.local; a hall looks for tables in the "
        "network, too (default: on)",
    ),
    option(
        "--hosts",
        metavar="NAME[,NAME]",
        default="",
        help="the names of a proxy or forwarder in front of the pages",
    ),
    option(
        "--proxies",
        metavar="ADDRESS[,ADDRESS]",
        default="",
        help="addresses or networks of the proxies whose X-Forwarded-For header is believed; "
        "default: with --hosts this machine, else nobody",
    ),
    option(
        "--https",
        action="store_true",
        help="serve the pages by HTTPS, with a certificate authority of the table's own in the data folder; "
        "/trust has the steps for phones (docs/build-and-run/https.md)",
    ),
    option(
        "--certificate",
        metavar="FILE",
        default="",
        help="serve the pages by HTTPS with this certificate, in PEM; the file also has those that vouch "
        "for it",
    ),
    option("--key", metavar="FILE", default="", help="the key of --certificate, in PEM without a passphrase"),
    option(
        "--links",
        choices=tuple(LinkLife),
        default=str(LinkLife.MATCH),
        help="how long a seat's code holds: match (default: until another match begins) | table (as long "
        "as the data folder is kept); the arbiter's page can renew all codes at any time",
    ),
    option(
        "--pictures",
        choices=tuple(PictureReach),
        default=str(PictureReach.PLAYERS),
        help="who sees the cameras' whole pictures on the pages, which show the room too: players (default: "
        "the seats and the arbiter) | all (visitors without a link too)",
    ),
    option(
        "--evidence",
        metavar="SIZE",
        default="2GB",
        help="the most room on the disk for recorded looks, device events, verdicts and pictures; journals "
        "don't count: 500MB, 2GB (default), or off; those of the oldest match are deleted first",
    ),
    option(
        "--frames",
        choices=("cameras", "all", "off"),
        default="cameras",
        help="which pictures are recorded, many around changes and few in between: cameras (default) | all: "
        "footage, videos and the simulated camera too | off; pictures are deleted before other evidence",
    ),
    option(
        "--dice",
        choices=tuple(Dice),
        default=str(Dice.SEED),
        help="how dice are rolled: seed (default: by the match) | tray (thrown, read by the first camera) | "
        "typed (thrown, and tapped on a page)",
    ),
    option(
        "--draws",
        choices=tuple(DrawSource),
        default=str(DrawSource.SEED),
        help="how cards are drawn: seed (default: by the match) | seen (from a deck on the table, as cameras "
        "and readers see them) | typed (from there, and tapped on a page)",
    ),
    option(
        "--forced",
        choices=tuple(ForcedSteps),
        default=str(ForcedSteps.OPEN),
        help="which steps without a choice happen by themselves, such as the end of a turn with nothing left "
        "to do: pressed (none) | open (default: those of a seat that holds nothing hidden) | all (even if "
        "that shows the others that nothing in a hand could be played)",
    ),
    option(
        "--clock",
        metavar="CONTROL",
        default=NO_CLOCK,
        help="time for each seat: off (default) | 30m | 30m+10s (Fischer) | 30m+10s,bronstein | "
        "30m+10s,delay; with ',loses' a player who runs out of time loses, without it the page only says so; "
        "with ',answer=20s' a player who is asked and may pass does so by itself after that time",
    ),
    option(
        "--pause",
        metavar="WHO",
        default=str(PausedBy.ALL),
        help="who pauses a match, apart from the arbiter: all (default: all players together) | arbiter "
        "(nobody else; players ask) | reason:5m (as all; one player may also pause alone, for a reason and "
        "this time)",
    ),
    option(
        "--bots",
        metavar="SEAT[=BOT][,...]",
        default="",
        help="the seats of bots: all | how many | west,north=search:60 (default bot: greedy)",
    ),
)
"""The options that `play` checks, and passes to its services unchanged."""

_APART = frozenset(
    ("--wiring", "--sensors", "--devices", "--reader", "--announce", "--lights", "--sounds", "--frames")
)
"""The flags in `PASSED_ON` that concern cameras and boards alone."""

TABLE_OPTIONS: tuple[CommandOption, ...] = (
    GAME,
    BOARD,
    PIECES,
    SETUP,
    *RULESET,
    option(
        "--camera",
        metavar="SOURCE",
        action="append",
        help="0, 1, ... (and ?size=1600x1200&focus=auto...) | phone, phone:NAME (its code is on the start "
        "page) | stream URL | video file | folder; again for several cameras; without it the camera is "
        "simulated; the variable BOARDWARDEN_CAMERA says the same, one a line",
    ),
    option(
        "--serial",
        metavar="PORT",
        default="auto",
        help="auto (default) | ports or socket://HOST:PORT, with commas | none",
    ),
    BROKER,
    HTTP,
    option("--table", metavar="NAME", default="table", help="this table's name on the bus"),
    DATA,
    *PASSED_ON,
)

TOGETHER_OPTIONS: tuple[CommandOption, ...] = (
    option(
        "--tables",
        metavar="N",
        default="",
        help="run N tables without cameras in one process, for bots and for people who play by taps; "
        "their pages are at the ports after --http",
    ),
    option("--table", metavar="NAME", default="Table", help="their names: NAME 1 to NAME N (default: Table)"),
    GAME,
    BOARD,
    PIECES,
    SETUP,
    *RULESET,
    *(one for one in PASSED_ON if one.flags[0] not in _APART),
)
"""The options of many tables in one process, as the hall passes them to it."""

SERVICE_OPTIONS: tuple[CommandOption, ...] = (
    *TABLE_OPTIONS,
    option("--supervised", action="store_true", help="stop when standard input closes"),
    option("--rendered", action="store_true", help="the camera's pictures are of a simulated table"),
    option(
        "--footage-start", metavar="SECONDS", type=float, help="wall-clock time of the footage's beginning"
    ),
)


def said(parsed: argparse.Namespace, options: tuple[CommandOption, ...]) -> tuple[str, ...]:
    """Return the command-line words that give another command the same options, such as `--bots=all`."""
    words: list[str] = []
    for option in options:
        flag = option.flags[0]
        value = getattr(parsed, flag.removeprefix("--"))
        if value is True:
            words.append(flag)
            continue
        words += [f"{flag}={one}" for one in (value if isinstance(value, list) else [value]) if one]
    return tuple(words)


def usual(options: tuple[CommandOption, ...]) -> dict[str, Any]:
    """Return the default value of each option, by the option's name."""
    return {one.flags[0].removeprefix("--"): one.settings.get("default") for one in options}
