"""The one table of the command line; the parser and the docs page are made from it."""

import argparse
from dataclasses import dataclass

from dashboard.commands.options import (
    BOARD,
    BROKER,
    CLUSTER,
    DATA,
    GAME,
    HTTP,
    JSON,
    PIECES,
    RULESET,
    SERVICE_OPTIONS,
    SETUP,
    SOURCE,
    TABLE_OPTIONS,
    WIRING,
    CommandOption,
    option,
)


@dataclass(frozen=True, slots=True)
class CommandLine:
    """One command."""

    name: str
    """Its name."""
    about: str
    """The command's purpose, in one sentence."""
    module: str
    """The module whose `run(parsed)` does it."""
    options: tuple[CommandOption, ...] = ()
    """Its options and positionals."""


COMMANDS: tuple[CommandLine, ...] = (
    CommandLine(
        "play", "run a table: broker, bridge, vision, engine, dashboard", "dashboard.commands.play",
        (
            *TABLE_OPTIONS,
            option("--resume", metavar="MATCH", default="",
                   help="go on with a recorded match that was broken off: its name, or the number it begins "
                   "with; game, board, rules and clock are the match's own"),
            option("--no-browser", action="store_true",
                   help="don't open the arbiter's page in this machine's browser; it opens only from a "
                   "terminal on a desktop"),
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
        "service", "have systemd start a table with the machine, and keep it", "dashboard.commands.service",
        (
            option("action", choices=("install", "status", "logs", "uninstall"),
                   help="install: write its unit and start it | status: how it does | logs: what it said | "
                   "uninstall: stop it and remove its unit; the matches stay"),
            option("--of", dest="runs", choices=("play", "vision", "bridge", "engine", "dashboard"),
                   default="play", help="the whole table (play, default), or one service of it"),
            option("--system", action="store_true",
                   help="the system's, as a user of its own, in place of your own; needs root"),
            option("--into", metavar="DIR", default="",
                   help="install: write the unit there, and start nothing"),
            option("--lines", metavar="N", default="100", help="logs: how many lines (default: 100)"),
            option("--follow", action="store_true", help="logs: go on printing what it says"),
            *(one for one in TABLE_OPTIONS if one is not DATA),
            option("--data", metavar="DIR",
                   help="where matches are kept (default: ~/.local/share/boardwarden; --system: "
                   "/var/lib/boardwarden/matches)"),
        ),
    ),
    CommandLine(
        "simulate",
        "a table with no hardware: rendered camera, simulated board",
        "dashboard.commands.simulate",
        (
            *SERVICE_OPTIONS,
            option("--stream", metavar="HOST:PORT", help="where the rendered camera is served"),
            option("--pty", metavar="PATH",
                   help="link to the simulated board's port; auto: where --serial auto finds it"),
            option("--no-camera", action="store_true", help="the board alone: nothing is rendered"),
            option("--no-hand", action="store_true", help="pieces move without an arm in the picture"),
            option("--faults", metavar="FILE",
                   help="what goes wrong: a list of {at: SECONDS, fault: NAME, piece: ID, for: SECONDS}"),
            option("--record", metavar="DIR", help="write what the camera sees as footage, with the truth"),
        ),
    ),
    CommandLine(
        "see", "run vision on frames", "dashboard.commands.see",
        (SOURCE, BOARD, PIECES,
         option("--times", action="store_true",
                help="after the last frame, a table of what each step of vision took"),
         option("--steps", metavar="DIR",
                help="write pictures of each step of the last frame that was read, and a page about them"),
         option("--frame", metavar="N", help="end after frame N (default: after the last)"),
         JSON),
    ),
    CommandLine(
        "judge", "vision, fusion and referee over footage", "dashboard.commands.judge",
        (SOURCE, GAME, BOARD, PIECES, SETUP, *RULESET, JSON),
    ),
    CommandLine(
        "footage", "keep a reported picture or film with its truth, as a case that tests go through",
        "dashboard.commands.footage",
        (option("action", choices=("add",), help="add: keep one more"),
         SOURCE,
         option("--truth", metavar="FILE", required=True,
                help="what lies where, a JSON object a picture, as footage's truth.jsonl has it"),
         option("--expect", metavar="FILE",
                help="what must be judged of a film, in order, as expect.json has it"),
         option("--as", dest="name", metavar="NAME", required=True, help="the case's name"),
         option("--into", metavar="DIR", default="tests/cases", help="where cases are kept"),
         GAME, BOARD, PIECES, SETUP, JSON),
    ),
    CommandLine(
        "scenario", "run scenario files", "dashboard.commands.scenario",
        (option("files", metavar="FILE", nargs="+", help="scenario files"), JSON),
    ),
    CommandLine(
        "check", "check records that somebody hands over: journal, evidence, signature",
        "dashboard.commands.check",
        (option("records", metavar="RECORD", nargs="+", help="a match's folder, or the journal in one"),
         option("--code", default="", help="the code that the table showed at the end"),
         option("--key", default="", help="the fingerprint of the table's key"),
         JSON),
    ),
    CommandLine(
        "matches", "list the recorded matches; verify, import, delete them", "dashboard.commands.matches",
        (option("matches", metavar="MATCH", nargs="*",
                help="a match's name, or the number it begins with (default: all)"),
         option("--upgrade", action="store_true",
                help="add to older journals what those of today keep: results, board and cards"),
         option("--verify", action="store_true",
                help="check each journal's hash chain; name every entry that was changed, removed, moved"),
         option("--import", dest="imports", metavar="FILE", nargs="+",
                help="take matches in from elsewhere: a journal, its folder, a match's text (.bwn), or a "
                "film of one: a video or footage, judged as it was played"),
         option("--answers", metavar="FRAME=N,...", default="",
                help="what was played where a film doesn't tell (else asked)"),
         GAME, BOARD, PIECES, SETUP, *RULESET,
         option("--delete", action="store_true", help="delete the named matches; asks first"),
         option("--yes", action="store_true", help="don't ask"),
         DATA, JSON),
    ),
    CommandLine(
        "backup", "keep matches, tags, keys, lenses and settings in one file; the table may be playing",
        "dashboard.commands.backup",
        (option("file", metavar="FILE", help="the backup, such as club.tar.gz; only you can read it"),
         option("--without-evidence", action="store_true",
                help="leave out recorded looks and pictures, which are most of it"),
         DATA),
    ),
    CommandLine(
        "restore", "bring a data folder and the lenses back from a backup", "dashboard.commands.restore",
        (option("file", metavar="FILE", help="the backup"),
         option("--force", action="store_true", help="over files that are there and differ"),
         DATA),
    ),
    CommandLine(
        "export", "write a recorded match as text, a document, pictures, a film, or a part of its evidence",
        "dashboard.commands.export",
        (option("match", metavar="MATCH",
                help="the match's name, or the number it begins with; for a table also: all; or esphome"),
         option("node", metavar="BOARD.JSON", nargs="?",
                help="esphome: make a node for ESPHome out of this board (docs/build-and-run/devices.md)"),
         option("--name", metavar="NAME", default="", help="esphome: the node's name (default: the board's)"),
         option("--reader", choices=("mfrc522", "pn532"), default="",
                help="esphome: the reader that each pad has (default: as the board says)"),
         option("--to", choices=("notation", "json", "table", "png", "gif", "mp4", "mcap"),
                help="notation: a move a line (docs/build-and-run/notation.md); "
                "json: one document with times; table: a row an action, CSV or Parquet by the "
                "file's name; png: a position; gif: a scene a second; mp4: camera and board side by side; "
                "mcap: the evidence"),
         option("--out", metavar="FILE",
                help="where it goes (notation and json: else standard output); esphome: a folder"),
         option("--from", dest="from_time", metavar="H:MM:SS",
                help="gif, mp4, mcap: begin so long after the opening"),
         option("--until", metavar="H:MM:SS", help="gif, mp4, mcap: end so long after the opening"),
         option("--speed", metavar="N", default="1", help="mp4: times as fast as it was (default: 1)"),
         option("--at", metavar="H:MM:SS", help="png: the position so long after the opening"),
         option("--move", metavar="N", help="png: the position after this move"),
         option("--lang", choices=("en", "vi", "ja"), default="en",
                help="png, gif, mp4: the language of what stands in the pictures (default: en)"),
         option("--secrets", action="store_true",
                help="notation, json: of a match that isn't over, what is hidden too, and its positions"),
         DATA),
    ),
    CommandLine(
        "replay", "play a recorded match onto the bus and a page", "dashboard.commands.replay",
        (option("match", metavar="MATCH", help="the match's name, or the number it begins with"),
         option("--speed", metavar="N", default="1", help="how many times as fast as it was (default: 1)"),
         option("--from", dest="from_time", metavar="H:MM:SS", help="begin so long after the opening"),
         option("--to", dest="to_time", metavar="H:MM:SS", help="end so long after the opening"),
         BROKER, HTTP,
         option("--table", metavar="NAME", default="replay",
                help="the table's name on the bus (default: replay)"),
         DATA),
    ),
    CommandLine(
        "rejudge", "judge recorded matches again, and print what differs", "dashboard.commands.rejudge",
        (option("matches", metavar="MATCH", nargs="*", help="a match's name, or the number it begins with"),
         option("--all", action="store_true", help="judge all matches of the folder"),
         CLUSTER,
         option("--option", metavar="KEY=VALUE", action="append", default=[],
                help="judge with another reading of the rules, side by side; may be given again"),
         option("--from-frames", action="store_true",
                help="run vision again too, over the recorded pictures; the first stage that differs is "
                "named"),
         DATA, JSON),
    ),
    CommandLine(
        "statistics", "count over recorded matches: wins, warnings by rule, time a turn",
        "dashboard.commands.statistics",
        (option("matches", metavar="MATCH", nargs="*",
                help="a match's name, or the number it begins with (default: all)"),
         option("--csv", metavar="FILE", help="write the table as CSV too"),
         option("--pictures", metavar="DIR", help="draw the numbers as pictures (SVG) into this folder"),
         CLUSTER, DATA, JSON),
    ),
    CommandLine(
        "print", "true-to-scale PDF and SVG of a board, its pieces, cards, dice tray, the calibration sheet",
        "dashboard.commands.printing",
        (option("what", metavar="WHAT", choices=("board", "pieces", "cards", "tray", "calibration"),
                help="board | pieces | cards | tray | calibration"),
         GAME, BOARD, PIECES,
         option("--content", metavar="PACK", help="content pack of the cards (default: house)"),
         option("--lang", choices=("en", "vi", "ja"), default="en",
                help="the language of names and texts (default: en)"),
         option("--flip", choices=("long", "short"), default="long",
                help="cards: over which edge the printer turns the sheet (default: long)"),
         option("--paper", choices=("a4", "a3", "letter", "sheet"), default="a4",
                help="tiles of this paper (default: a4), or all on one sheet"),
         option("--format", choices=("pdf", "svg", "both"), default="both", help="default: both"),
         option("--out", metavar="FOLDER", default=".", help="where the files go (default: here)"),
         JSON),
    ),
    CommandLine(
        "enrol", "link RFID tags to cards and pieces: on a page, or with --as",
        "dashboard.commands.enrol",
        (option("--as", dest="thing", metavar="THING",
                help="the next tag laid down is this, as 'card bua-chien' or 'piece w.inf.1'; then end"),
         option("--pad", metavar="PAD", help="with --as: only a tag on this pad, such as west"),
         option("--pieces", metavar="NAME", nargs="?", const="",
                help="alone: each piece of the board's set that has no sticker yet, one after the other; "
                "with NAME: the piece set, by name or file (default: BOARD-pieces)"),
         option("--each", metavar="N",
                help="with --pieces: this many stickers a piece, one after the other (default: 1)"),
         option("--list", action="store_true", help="list the tags that are known"),
         option("--serial", metavar="PORT", default="auto", help="auto (default) | ports, with commas"),
         WIRING,
         option("--http", metavar="HOST:PORT", default="127.0.0.1:8323", help="where the page is served"),
         GAME, BOARD, *RULESET, DATA, JSON),
    ),
    CommandLine(
        "flash", "put MicroPython and the firmware on a board, or update one that runs",
        "dashboard.commands.flash",
        (option("port", metavar="PORT", nargs="?", help="the board's port (default: the only board's)"),
         option("--wiring", metavar="FILE", action="append", default=[],
                help="the board.json to put on it; a bare board needs one (default: it keeps its own)"),
         option("--micropython", metavar="FILE",
                help="put this MicroPython on a bare board: .uf2 (Pico) | .bin (ESP32-S3)")),
    ),
    CommandLine(
        "calibrate", "measure a camera's lens, guided in the browser, or from pictures of the sheet",
        "dashboard.commands.calibrate",
        (option("source", metavar="SOURCE", nargs="?",
                help="0, 1, ... | stream URL: guided on a page; folder | video: from its pictures "
                "(default: camera 0)"),
         option("--for", dest="keep_for", metavar="CAMERA",
                help="whose lens it is, where the pictures are recorded: a number or a stream's URL"),
         option("--http", metavar="HOST:PORT", default="127.0.0.1:8322", help="where the page is served"),
         BOARD, PIECES, JSON),
    ),
    CommandLine(
        "doctor", "look at camera, print, tags, serial, broker, clock and disk; say what to change first",
        "dashboard.commands.doctor",
        (option("parts", metavar="PART", nargs="*",
                help="camera, tags, serial, broker, sensors (of a running table), clock, disk "
                "(default: all); or board: learn a board's wiring, cell by cell"),
         option("--camera", metavar="SOURCE", action="append",
                help="0, 1, ... | stream URL | image | video | folder (default: 0, if there is one); "
                "may be given again"),
         BOARD, PIECES,
         option("--serial", metavar="PORT", default="auto",
                help="auto (default) | ports, with commas | none"),
         option("--broker", metavar="URL", help="mqtt://[user:password@]host:port (else the table's own)"),
         option("--table", metavar="NAME", default="table", help="the table's name on the bus"),
         option("--wiring", metavar="FILE", help="board: the board.json that is on the board"),
         option("--learn", metavar="WHAT", default="switches",
                help="board: switches (default) | lights, once the switches are right"),
         option("--into", metavar="FILE", help="board: where the new file goes (default: FILE.learnt.json)"),
         DATA,
         JSON),
    ),
    CommandLine(
        "balance", "let bots play each other, and report who wins how often", "dashboard.commands.balance",
        (GAME, BOARD, SETUP,
         option("--matches", metavar="N", default="200", help="how many matches (default: 200)"),
         option("--bots", metavar="BOT[,BOT...]", default="greedy",
                help="random | greedy (default) | search[:NODES[:ROLLOUT]]; one for all seats, or one each"),
         option("--seed", metavar="N", default="0", help="the first match's seed (default: 0)"),
         option("--workers", metavar="N", help="how many processes play (default: one a processor)"),
         option("--option", metavar="KEY=VALUE", action="append", default=[],
                help="a reading of the rules, such as turn_order=dice; may be given again"),
         option("--content", metavar="PACK", default="house", help="content pack (default: house)"),
         option("--first-goes-round", action="store_true", help="the seats take turns at beginning"),
         option("--band", metavar="LOW-HIGH",
                help="per cent; fail unless each seat's win rate is surely within"),
         option("--page", metavar="FILE", help="write the report as a Markdown page too"),
         JSON),
    ),
    CommandLine(
        "bench", "measure: speed as ratios to a reference in the same run; how often the referee is right",
        "dashboard.commands.bench",
        (option("parts", metavar="PART", nargs="*",
                help="vision engine referee table board records dashboard films (default: all)"),
         option("--game", metavar="NAME", default="",
                help="not Dozen War: referee, a game of cards, laid by simulated people; engine, any"),
         option("--accuracy", action="store_true",
                help="vision: what is read right on rendered boards, by condition"),
         option("--limits", metavar="DIR",
                help="vision: draw how small, tilted, dark, ... a board may be, as pictures in DIR"),
         option("--changed", metavar="DIR",
                help="vision: kept films in DIR under changed light and lenses: what is seen and judged"),
         option("--number", metavar="MODULE:NAME", default="",
                help="vision: with --changed, half and twice a number such as change.difference:_CHANGED"),
         option("--photos", metavar="DIR",
                help="vision: photographs in DIR with known tags, read beside OpenCV's own detector"),
         option("--cards", action="store_true",
                help="vision: cards in a market, in play, in fans; what a thousand tag ids cost against 250"),
         option("--steps", action="store_true",
                help="vision: what each step of a frame takes, in milliseconds and calls"),
         option("--rows", metavar="TEXT", default="", help="only what has TEXT in its name"),
         option("--boards", metavar="N", help="how many boards a row or point (default: 2; --limits 1)"),
         option("--conditions", metavar="TEXT[,TEXT...]", default="",
                help="films: only under conditions that have one of the TEXTs in their names"),
         option("--actions", metavar="N", help="films: how many actions in all (default: 3000)"),
         option("--seed", metavar="N", help="films: the first seed (default: 1)"),
         option("--into", metavar="FILE",
                help="films: add each film's counts to FILE; what it has already isn't filmed again"),
         option("--keep", metavar="DIR", help="films: keep those where something went wrong, as footage"),
         option("--page", metavar="FILE", help="films: the kept report, with its own seeds, as Markdown"),
         JSON),
    ),
)  # fmt: skip


class _SayVersion(argparse.Action):
    """Print the version and end; argparse's own action wants to know it before anyone asks."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from dashboard.version import version_line  # noqa: PLC0415 # most of what starting a command would cost

        print(version_line())
        parser.exit()


def argument_parser() -> argparse.ArgumentParser:
    """Return the parser for the whole table."""
    parser = argparse.ArgumentParser(prog="boardwarden", description="Makes a physical game board smart.")
    parser.add_argument("--version", action=_SayVersion, nargs=0, help="say which version this is")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for command in COMMANDS:
        one = commands.add_parser(command.name, help=command.about, description=command.about)
        for each in command.options:
            one.add_argument(*each.flags, **each.settings)
    return parser
