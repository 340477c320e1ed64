"""The one table of the command line; the parser and the docs page are made from it."""

import argparse
from dataclasses import dataclass, field
from typing import Any

from dashboard.web.seats.eras import LinkLife
from engine.core.dice import Dice
from engine.core.draws import Draws

NO_CLOCK = "off"


@dataclass(frozen=True, slots=True)
class Option:
    """One option or positional of a command, in argparse's terms."""

    flags: tuple[str, ...]
    settings: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CommandLine:
    """One command: its name, what it does, the module whose `run(parsed)` does it, its options."""

    name: str
    about: str
    module: str
    options: tuple[Option, ...] = ()


def _option(*flags: str, **settings: Any) -> Option:
    return Option(flags, settings)


JSON = _option("--json", action="store_true", help="one JSON object a line on standard output, nothing else")
SOURCE = _option("source", metavar="SOURCE", help="an image, a folder, a video, or a recording")
BOARD = _option(
    "--board", metavar="NAME", help="board, by name or file (default: the footage's, else mativen)"
)
PIECES = _option("--pieces", metavar="NAME", help="piece set, by name or file (default: BOARD-pieces)")
GAME = _option("--game", metavar="NAME", help="game (default: the footage's, else dozen_war)")
DATA = _option("--data", metavar="DIR", default="matches", help="where matches are kept")
SETUP = _option("--setup", metavar="FILE", help="opening position, a YAML file as a scenario's setup")

CLUSTER = _option(
    "--cluster",
    metavar="ADDRESS",
    help="spread the matches over the workers of a Dask cluster, such as tcp://host:8786; they read the same "
    "folder",
)

RULESET = (
    _option("--option", metavar="KEY=VALUE", action="append", default=[], help="a reading of the rules"),
    _option("--content", metavar="PACK", help="content pack, by name or file (default: house)"),
)

BROKER = _option(
    "--broker",
    metavar="URL",
    help="embedded (default) | mosquitto | iotcore | mqtt://[user:password@]host:port; "
    "the environment's BOARDWARDEN_BROKER says the same and keeps a password out of the process list",
)
WIRING = _option(
    "--wiring",
    metavar="FILE",
    action="append",
    default=[],
    help="a board.json that a board of this table has, again for several; a board with another "
    "configuration is refused (default: any is taken)",
)
HTTP = _option("--http", metavar="HOST:PORT", default="127.0.0.1:8321", help="where the pages are served")

PASSED_ON: tuple[Option, ...] = (
    WIRING,
    _option(
        "--sensors",
        metavar="FILE",
        action="append",
        default=[],
        help="which switch or reader lies beneath which cell, again for several files (default: as --wiring "
        "says; without, a switch beneath every cell once one is heard, and readers that are named as a cell)",
    ),
    _option(
        "--devices",
        metavar="FILE",
        action="append",
        default=[],
        help="which topics of somebody's MQTT devices are which switches, tags, buttons and dice, again for "
        "several files (docs/devices.md)",
    ),
    _option(
        "--announce",
        metavar="PREFIX",
        default="homeassistant",
        help="where our devices announce themselves by Home Assistant's MQTT discovery (default: "
        "homeassistant) | none",
    ),
    _option(
        "--lights",
        metavar="PALETTE[:PERCENT]",
        default="",
        help="the boards' lights: usual (default; told apart without red and green too) | blue-yellow | any "
        "(for all eyes), and how bright, as in usual:40",
    ),
    _option("--sounds", choices=("on", "off"), default="on", help="whether the boards sound (default: on)"),
    _option(
        "--delay",
        metavar="SECONDS",
        default="0",
        help="how far whoever has no seat is behind the table: watching page, overlay, embedded board, API, "
        "replays, league; with one the arbiter may have all hands shown there (default: 0)",
    ),
    _option(
        "--hosts",
        metavar="NAME[,NAME]",
        default="",
        help="names by which a proxy or forwarder is reached that passes the pages on; with it only the "
        "arbiter's link keeps the table, on this machine too",
    ),
    _option(
        "--links",
        choices=tuple(LinkLife),
        default=str(LinkLife.MATCH),
        help="how long a seat's code lets in: match (default: until another match begins) | table (as long "
        "as the data folder is kept); the table's page can renew them all at any time",
    ),
    _option(
        "--evidence",
        metavar="SIZE",
        default="2GB",
        help="how much disk the recorded looks, device events and verdicts may take, beside the journals: "
        "500MB, 2GB (default), or off; the oldest match's give way first",
    ),
    _option(
        "--frames",
        choices=("cameras", "all", "off"),
        default="cameras",
        help="whose pictures are recorded with it, many around changes and few in between: cameras "
        "(default) | all: footage, videos and the simulated camera too | off; they give way first",
    ),
    _option(
        "--dice",
        choices=tuple(Dice),
        default=str(Dice.SEED),
        help="how dice come: seed (default: drawn by the match) | tray (thrown, read by the first camera) | "
        "typed (thrown, tapped on a page)",
    ),
    _option(
        "--draws",
        choices=tuple(Draws),
        default=str(Draws.SEED),
        help="how cards come that are drawn: seed (default: drawn by the match) | seen (from a deck on the "
        "table, as cameras and readers see them) | typed (drawn there, tapped on a page)",
    ),
    _option(
        "--clock",
        metavar="CONTROL",
        default=NO_CLOCK,
        help="time for each seat: off (default) | 30m | 30m+10s (Fischer) | 30m+10s,bronstein | "
        "30m+10s,delay; with ',loses' whoever runs out of time loses, else it's told; with ',answer=20s' "
        "whoever is asked and may pass does so by itself after so long",
    ),
    _option(
        "--bots",
        metavar="SEAT[=BOT][,...]",
        default="",
        help="where bots play: all | how many seats | west,north=search:60 (usual bot: greedy)",
    ),
)
"""What `play` checks, and hands to its services as it was said."""

TABLE_OPTIONS: tuple[Option, ...] = (
    GAME,
    BOARD,
    PIECES,
    SETUP,
    *RULESET,
    _option(
        "--camera",
        metavar="SOURCE",
        action="append",
        help="0, 1, ... (and ?size=1600x1200&focus=auto...) | stream URL | video file | folder; again for "
        "several cameras; none: simulated; the environment's BOARDWARDEN_CAMERA says the same, one a line",
    ),
    _option("--serial", metavar="PORT", default="auto", help="auto (default) | ports, with commas | none"),
    BROKER,
    HTTP,
    _option("--table", metavar="NAME", default="table", help="this table's name on the bus"),
    DATA,
    *PASSED_ON,
)

SERVICE_OPTIONS: tuple[Option, ...] = (
    *TABLE_OPTIONS,
    _option("--supervised", action="store_true", help="stop when standard input closes"),
    _option("--rendered", action="store_true", help="the camera's pictures are of a simulated table"),
    _option("--footage-start", metavar="SECONDS", type=float, help="wall clock at which footage begins"),
)

COMMANDS: tuple[CommandLine, ...] = (
    CommandLine(
        "play", "run a table: broker, bridge, vision, engine, dashboard", "dashboard.commands.play",
        (
            *TABLE_OPTIONS,
            _option("--resume", metavar="MATCH", default="",
                    help="go on with a recorded match that was broken off: its name, or the number it begins "
                    "with; game, board, rules and clock are the match's own"),
        ),
    ),
    CommandLine(
        "vision", "run the vision service alone", "dashboard.commands.vision",
        SERVICE_OPTIONS,
    ),
    CommandLine(
        "bridge", "run the bridge to board devices alone", "dashboard.commands.bridge",
        SERVICE_OPTIONS,
    ),
    CommandLine(
        "engine", "run the engine alone", "dashboard.commands.engine",
        SERVICE_OPTIONS,
    ),
    CommandLine(
        "dashboard", "run the dashboard alone", "dashboard.commands.dashboard",
        SERVICE_OPTIONS,
    ),
    CommandLine(
        "simulate",
        "a table with no hardware: rendered camera, simulated board",
        "dashboard.commands.simulate",
        (
            *SERVICE_OPTIONS,
            _option("--stream", metavar="HOST:PORT", help="where the rendered camera is served"),
            _option("--pty", metavar="PATH",
                    help="link to the simulated board's port; auto: where --serial auto finds it"),
            _option("--no-camera", action="store_true", help="the board alone: nothing is rendered"),
            _option("--no-hand", action="store_true", help="pieces move without an arm in the picture"),
            _option("--faults", metavar="FILE",
                    help="what goes wrong: a list of {at: SECONDS, fault: NAME, piece: ID, for: SECONDS}"),
            _option("--record", metavar="DIR", help="write what the camera sees as footage, with the truth"),
        ),
    ),
    CommandLine("see", "run vision on frames", "dashboard.commands.see", (SOURCE, BOARD, PIECES, JSON)),
    CommandLine(
        "judge", "vision, fusion and referee over footage", "dashboard.commands.judge",
        (SOURCE, GAME, BOARD, PIECES, SETUP, *RULESET, JSON),
    ),
    CommandLine(
        "footage", "keep a reported picture or film with its truth, as a case that tests go through",
        "dashboard.commands.footage",
        (_option("action", choices=("add",), help="add: keep one more"),
         SOURCE,
         _option("--truth", metavar="FILE", required=True,
                 help="what lies where, a JSON object a picture, as footage's truth.jsonl has it"),
         _option("--expect", metavar="FILE",
                 help="what must be judged of a film, in order, as expect.json has it"),
         _option("--as", dest="name", metavar="NAME", required=True, help="the case's name"),
         _option("--into", metavar="DIR", default="tests/cases", help="where cases are kept"),
         GAME, BOARD, PIECES, SETUP, JSON),
    ),
    CommandLine(
        "scenario", "run scenario files", "dashboard.commands.scenario",
        (_option("files", metavar="FILE", nargs="+", help="scenario files"), JSON),
    ),
    CommandLine(
        "matches", "list the recorded matches; verify, import, delete them", "dashboard.commands.matches",
        (_option("matches", metavar="MATCH", nargs="*",
                 help="a match's name, or the number it begins with (default: all)"),
         _option("--verify", action="store_true",
                 help="check each journal's hash chain; name every entry that was changed, removed, moved"),
         _option("--import", dest="imports", metavar="FILE", nargs="+",
                 help="take matches in from elsewhere: a journal, its folder, a match's text (.bwn), or a "
                 "film of one: a video or footage, judged as it was played"),
         _option("--answers", metavar="FRAME=N,...", default="",
                 help="what was played where a film doesn't tell (else asked)"),
         GAME, BOARD, PIECES, SETUP, *RULESET,
         _option("--delete", action="store_true", help="delete the named matches; asks first"),
         _option("--yes", action="store_true", help="don't ask"),
         DATA, JSON),
    ),
    CommandLine(
        "export", "write a recorded match as text, a document, pictures, a film, or a part of its evidence",
        "dashboard.commands.export",
        (_option("match", metavar="MATCH", help="the match's name, or the number it begins with"),
         _option("--to", choices=("notation", "json", "png", "gif", "mp4", "mcap"), required=True,
                 help="notation: a move a line (docs/notation.md); json: one document with times; png: a "
                 "position; gif: a scene a second; mp4: camera and board side by side; mcap: the evidence"),
         _option("--out", metavar="FILE", help="where it goes (notation and json: else standard output)"),
         _option("--from", dest="from_time", metavar="H:MM:SS",
                 help="gif, mp4, mcap: begin so long after the opening"),
         _option("--until", metavar="H:MM:SS", help="gif, mp4, mcap: end so long after the opening"),
         _option("--speed", metavar="N", default="1", help="mp4: times as fast as it was (default: 1)"),
         _option("--at", metavar="H:MM:SS", help="png: the position so long after the opening"),
         _option("--move", metavar="N", help="png: the position after this move"),
         _option("--lang", choices=("en", "vi", "ja"), default="en",
                 help="png, gif, mp4: the language of what stands in the pictures (default: en)"),
         _option("--secrets", action="store_true",
                 help="notation, json: of a match that isn't over, what is hidden too, and its positions"),
         DATA),
    ),
    CommandLine(
        "replay", "play a recorded match onto the bus and a page", "dashboard.commands.replay",
        (_option("match", metavar="MATCH", help="the match's name, or the number it begins with"),
         _option("--speed", metavar="N", default="1", help="how many times as fast as it was (default: 1)"),
         _option("--from", dest="from_time", metavar="H:MM:SS", help="begin so long after the opening"),
         _option("--to", dest="to_time", metavar="H:MM:SS", help="end so long after the opening"),
         BROKER, HTTP,
         _option("--table", metavar="NAME", default="replay",
                 help="the table's name on the bus (default: replay)"),
         DATA),
    ),
    CommandLine(
        "rejudge", "judge recorded matches again, and print what differs", "dashboard.commands.rejudge",
        (_option("matches", metavar="MATCH", nargs="*", help="a match's name, or the number it begins with"),
         _option("--all", action="store_true", help="judge all matches of the folder"),
         CLUSTER,
         _option("--option", metavar="KEY=VALUE", action="append", default=[],
                 help="judge with another reading of the rules, side by side; may be given again"),
         _option("--from-frames", action="store_true",
                 help="run vision again too, over the recorded pictures; the first stage that differs is "
                 "named"),
         DATA, JSON),
    ),
    CommandLine(
        "statistics", "count over recorded matches: wins, warnings by rule, time a turn",
        "dashboard.commands.statistics",
        (_option("matches", metavar="MATCH", nargs="*",
                 help="a match's name, or the number it begins with (default: all)"),
         _option("--csv", metavar="FILE", help="write the table as CSV too"),
         _option("--pictures", metavar="DIR", help="draw the numbers as pictures (SVG) into this folder"),
         CLUSTER, DATA, JSON),
    ),
    CommandLine(
        "print", "true-to-scale PDF and SVG of a board, its pieces, cards, dice tray, the calibration sheet",
        "dashboard.commands.printing",
        (_option("what", metavar="WHAT", choices=("board", "pieces", "cards", "tray", "calibration"),
                 help="board | pieces | cards | tray | calibration"),
         GAME, BOARD, PIECES,
         _option("--content", metavar="PACK", help="content pack of the cards (default: house)"),
         _option("--lang", choices=("en", "vi", "ja"), default="en",
                 help="the language of names and texts (default: en)"),
         _option("--flip", choices=("long", "short"), default="long",
                 help="cards: over which edge the printer turns the sheet (default: long)"),
         _option("--paper", choices=("a4", "a3", "letter", "sheet"), default="a4",
                 help="tiles of this paper (default: a4), or all on one sheet"),
         _option("--format", choices=("pdf", "svg", "both"), default="both", help="default: both"),
         _option("--out", metavar="FOLDER", default=".", help="where the files go (default: here)"),
         JSON),
    ),
    CommandLine(
        "enrol", "say which RFID tag is stuck to which card or piece: on a page, or with --as",
        "dashboard.commands.enrol",
        (_option("--as", dest="thing", metavar="THING",
                 help="the next tag laid down is this, as 'card bua-chien' or 'piece w.inf.1'; then end"),
         _option("--pad", metavar="PAD", help="with --as: only a tag on this pad, such as west"),
         _option("--pieces", metavar="NAME", nargs="?", const="",
                 help="alone: each piece of the board's set that has no sticker yet, one after the other; "
                 "with NAME: the piece set, by name or file (default: BOARD-pieces)"),
         _option("--each", metavar="N",
                 help="with --pieces: so many stickers a piece, one after the other (default: 1)"),
         _option("--list", action="store_true", help="list the tags that are known"),
         _option("--serial", metavar="PORT", default="auto", help="auto (default) | ports, with commas"),
         WIRING,
         _option("--http", metavar="HOST:PORT", default="127.0.0.1:8323", help="where the page is served"),
         GAME, BOARD, *RULESET, DATA, JSON),
    ),
    CommandLine(
        "calibrate", "measure a camera's lens, guided in the browser, or from pictures of the sheet",
        "dashboard.commands.calibrate",
        (_option("source", metavar="SOURCE", nargs="?",
                 help="0, 1, ... | stream URL: guided on a page; folder | video: from its pictures "
                 "(default: camera 0)"),
         _option("--for", dest="keep_for", metavar="CAMERA",
                 help="whose lens it is, where the pictures are recorded: a number or a stream's URL"),
         _option("--http", metavar="HOST:PORT", default="127.0.0.1:8322", help="where the page is served"),
         BOARD, PIECES, JSON),
    ),
    CommandLine(
        "doctor", "look at camera, print, tags, serial, broker, clock and disk; say what to change first",
        "dashboard.commands.doctor",
        (_option("parts", metavar="PART", nargs="*",
                 help="camera, tags, serial, broker, sensors (of a running table), clock, disk "
                 "(default: all)"),
         _option("--camera", metavar="SOURCE", action="append",
                 help="0, 1, ... | stream URL | image | video | folder (default: 0, if there is one); "
                 "may be given again"),
         BOARD, PIECES,
         _option("--serial", metavar="PORT", default="auto",
                 help="auto (default) | ports, with commas | none"),
         _option("--broker", metavar="URL", help="mqtt://[user:password@]host:port (else the table's own)"),
         _option("--table", metavar="NAME", default="table", help="the table's name on the bus"),
         DATA,
         JSON),
    ),
    CommandLine(
        "balance", "let bots play each other, and report who wins how often", "dashboard.commands.balance",
        (GAME, BOARD, SETUP,
         _option("--matches", metavar="N", default="200", help="how many matches (default: 200)"),
         _option("--bots", metavar="BOT[,BOT...]", default="greedy",
                 help="random | greedy (default) | search[:NODES[:ROLLOUT]]; one for all seats, or one each"),
         _option("--seed", metavar="N", default="0", help="the first match's seed (default: 0)"),
         _option("--workers", metavar="N", help="how many processes play (default: one a processor)"),
         _option("--option", metavar="KEY=VALUE", action="append", default=[],
                 help="a reading of the rules, such as turn_order=dice; may be given again"),
         _option("--content", metavar="PACK", default="house", help="content pack (default: house)"),
         _option("--first-goes-round", action="store_true", help="the seats take turns at beginning"),
         _option("--band", metavar="LOW-HIGH",
                 help="per cent; fail unless each seat's win rate is surely within"),
         _option("--page", metavar="FILE", help="write the report as a Markdown page too"),
         JSON),
    ),
    CommandLine(
        "bench", "measure: speed as ratios to a reference in the same run; how often the referee is right",
        "dashboard.commands.bench",
        (_option("parts", metavar="PART", nargs="*",
                 help="vision engine referee table board records dashboard films (default: all)"),
         _option("--game", metavar="NAME", default="",
                 help="not Dozen War: referee, a game of cards, laid by simulated people; engine, any"),
         _option("--accuracy", action="store_true",
                 help="vision: what is read right on rendered boards, by condition"),
         _option("--limits", metavar="DIR",
                 help="vision: draw how small, tilted, dark, ... a board may be, as pictures in DIR"),
         _option("--changed", metavar="DIR",
                 help="vision: kept films in DIR under changed light and lenses: what is seen and judged"),
         _option("--photos", metavar="DIR",
                 help="vision: photographs in DIR with known tags, read beside OpenCV's own detector"),
         _option("--cards", action="store_true",
                help="vision: cards in a market, in play, in fans; what a thousand tag ids cost against 250"),
        _option("--rows", metavar="TEXT", default="", help="only what has TEXT in its name"),
         _option("--boards", metavar="N", help="how many boards a row or point (default: 2; --limits 1)"),
         _option("--conditions", metavar="TEXT[,TEXT...]", default="",
                 help="films: only under conditions that have one of the TEXTs in their names"),
         _option("--actions", metavar="N", help="films: how many actions in all (default: 3000)"),
         _option("--seed", metavar="N", help="films: the first seed (default: 1)"),
         _option("--into", metavar="FILE",
                 help="films: add each film's counts to FILE; what it has already isn't filmed again"),
         _option("--keep", metavar="DIR", help="films: keep those in which something went wrong, as footage"),
         _option("--page", metavar="FILE", help="films: the kept report, with its own seeds, as Markdown"),
         JSON),
    ),
)  # fmt: skip


class _SayVersion(argparse.Action):
    """Print the version and end; argparse's own action wants to know it before anyone asks."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version  # noqa: PLC0415 # most of what starting a command would cost

        print(f"boardwarden {version('boardwarden')}")
        parser.exit()


def argument_parser() -> argparse.ArgumentParser:
    """Return the parser for the whole table."""
    parser = argparse.ArgumentParser(prog="boardwarden", description="Makes a physical game board smart.")
    parser.add_argument("--version", action=_SayVersion, nargs=0, help="say which version this is")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for command in COMMANDS:
        one = commands.add_parser(command.name, help=command.about, description=command.about)
        for option in command.options:
            one.add_argument(*option.flags, **option.settings)
    return parser


def said(parsed: argparse.Namespace, options: tuple[Option, ...]) -> tuple[str, ...]:
    """Return the words that say the same of these options to another command: `--bots=all`, one word each."""
    words: list[str] = []
    for option in options:
        flag = option.flags[0]
        value = getattr(parsed, flag.removeprefix("--"))
        words += [f"{flag}={one}" for one in (value if isinstance(value, list) else [value]) if one]
    return tuple(words)


def usual(options: tuple[Option, ...]) -> dict[str, Any]:
    """Return what these options say where nobody says anything, by name."""
    return {one.flags[0].removeprefix("--"): one.settings.get("default") for one in options}
