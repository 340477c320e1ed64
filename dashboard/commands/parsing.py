"""The parser of the command line: commands grouped by use, and what was meant where a word is wrong."""

import argparse
import re
from collections.abc import Sequence
from difflib import get_close_matches
from textwrap import fill
from typing import NoReturn

from dashboard.commands.table import COMMANDS, USES

_WIDE = 100
"""The widest that a line of help is, in characters."""
_NO_CHOICE = re.compile(r"argument (?P<of>\S+): invalid choice: '(?P<came>.*)' \(choose from (?P<known>.*)\)")
"""How argparse says that a word is none of those that it knows."""


class _SayVersion(argparse.Action):
    """Print the version and end; argparse's own action wants to know it before anyone asks."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from dashboard.version import version_line  # noqa: PLC0415 # most of what starting a command would cost

        print(version_line())
        parser.exit()


class _Parser(argparse.ArgumentParser):
    """A parser that says which word was probably meant."""

    def parse_known(self, arguments: Sequence[str] | None) -> argparse.Namespace:
        """Return the parsed words; end the program with a message where a word is unknown."""
        found, unknown = self.parse_known_args(arguments)
        if unknown:
            command = next(one for one in COMMANDS if one.name == found.command)
            flags = ["--help", *(flag for one in command.options for flag in one.flags)]
            told = meant(unknown[0].partition("=")[0], [flag for flag in flags if flag.startswith("-")])
            self.exit(
                2, f"boardwarden {command.name}: unknown {' '.join(unknown)}{told}\n{_way(command.name)}"
            )
        return found

    def error(self, message: str) -> NoReturn:
        """End the program with a message and the way to the help."""
        if found := _NO_CHOICE.match(message):
            # Before Python 3.12 members of an enum are written with their class.
            known = re.findall(r"'([^']+)'", found["known"]) or found["known"].split(", ")
            told = meant(found["came"], known) or f"; expected one of {', '.join(known)}"
            what = "command" if found["of"] == "COMMAND" else found["of"]
            message = f"unknown {what} '{found['came']}'{told}"
        self.exit(2, f"{self.prog}: {message}\n{_way(self.prog.partition(' ')[2])}")


class _TopParser(_Parser):
    """The parser of the program itself, whose help has the commands by their use."""

    def format_help(self) -> str:
        """Return the help: a heading for each use, a line or two for each command."""
        about = {command.name: command.about for command in COMMANDS}
        wide = max(map(len, about)) + 4
        lines = ["usage: boardwarden COMMAND ...", "", self.description or ""]
        for use, names in USES.items():
            lines += ["", f"{use}:"]
            for name in names:
                first = f"  {name}".ljust(wide)
                lines.append(fill(about[name], _WIDE, initial_indent=first, subsequent_indent=" " * wide))
        lines += [
            "",
            "boardwarden COMMAND --help lists what a command takes; --version says the version.",
        ]
        return "\n".join(lines) + "\n"


def meant(came: str, known: Sequence[str]) -> str:
    """Return the end of a sentence with the word that was probably meant; empty where none is near."""
    near = get_close_matches(came, known, n=1)
    return f"; did you mean {near[0]}?" if near else ""


def _way(command: str) -> str:
    return f"{f'boardwarden {command}'.strip()} --help says what there is\n"


def argument_parser() -> _Parser:
    """Return the parser for the whole table."""
    parser = _TopParser(prog="boardwarden", description="Makes a physical game board smart.")
    parser.add_argument("--version", action=_SayVersion, nargs=0, help="say which version this is")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=_Parser)
    for command in COMMANDS:
        one = commands.add_parser(command.name, help=command.about, description=command.about)
        for each in command.options:
            one.add_argument(*each.flags, **each.settings)
    return parser
