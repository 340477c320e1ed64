"""The parser of the command line. Its help groups the commands by use. Its errors suggest the right word."""

import argparse
import re
from collections.abc import Sequence
from difflib import get_close_matches
from textwrap import fill
from typing import Any, NoReturn

from dashboard.commands.table import COMMANDS, USES

_WIDE = 100
"""The greatest length of a line of help, in characters."""
_NO_CHOICE = re.compile(r"argument (?P<of>\S+): invalid choice: '(?P<came>.*)' \(choose from (?P<known>.*)\)")
"""The form of argparse's message that a word is none of the choices."""


class _SayVersion(argparse.Action):
    """Print the version and end. Argparse's own action would need the version at every start."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from dashboard.version import version_line  # noqa: PLC0415 # slow to load at every start

        print(version_line())
        parser.exit()


class _Parser(argparse.ArgumentParser):
    """A parser whose errors name the word that was probably meant."""

    def parse_known(self, arguments: Sequence[str] | None) -> argparse.Namespace:
        """Return the parsed arguments; end the program with a message when a word is unknown."""
        found, unknown = self.parse_known_args(arguments)
        if unknown:
            command = next(one for one in COMMANDS if one.name == found.command)
            flags = ["--help", *(flag for one in command.options for flag in one.flags)]
            hint = meant(unknown[0].partition("=")[0], [flag for flag in flags if flag.startswith("-")])
            self.exit(
                2, f"boardwarden {command.name}: unknown {' '.join(unknown)}{hint}\n{_way(command.name)}"
            )
        return found

    def error(self, message: str) -> NoReturn:
        """End the program with a message, and say how to get help."""
        if found := _NO_CHOICE.match(message):
            # Before Python 3.12 argparse writes the members of an enum with their class.
            known = re.findall(r"'([^']+)'", found["known"]) or found["known"].split(", ")
            hint = meant(found["came"], known) or f"; expected one of {', '.join(known)}"
            what = "command" if found["of"] == "COMMAND" else found["of"]
            message = f"unknown {what} '{found['came']}'{hint}"
        self.exit(2, f"{self.prog}: {message}\n{_way(self.prog.partition(' ')[2])}")


class _CommandParser(_Parser):
    """The parser of one command. It adds the command's options when they are first needed."""

    _is_whole = False

    def parse_known_args(self, *arguments: Any, **further: Any) -> Any:
        """Parse as ever, with the command's options."""
        self._add_options()
        return super().parse_known_args(*arguments, **further)

    def format_help(self) -> str:
        """Return the help as ever, with the command's options."""
        self._add_options()
        return super().format_help()

    def _add_options(self) -> None:
        name = self.prog.rpartition(" ")[2]
        if not self._is_whole:
            self._is_whole = True
            for each in next(command for command in COMMANDS if command.name == name).options:
                self.add_argument(*each.flags, **each.settings)


class _TopParser(_Parser):
    """The parser of the whole program, whose help groups the commands by use."""

    def format_help(self) -> str:
        """Return the help, with a heading for each use and a line or two for each command."""
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
    """Return the end of a message that suggests the known word most like `came`; empty: none is like it."""
    near = get_close_matches(came, known, n=1)
    return f"; did you mean {near[0]}?" if near else ""


def _way(command: str) -> str:
    return f"{f'boardwarden {command}'.strip()} --help explains the options\n"


def argument_parser() -> _Parser:
    """Return the parser for the whole table of commands."""
    parser = _TopParser(prog="boardwarden", description="Makes a physical game board smart.")
    parser.add_argument("--version", action=_SayVersion, nargs=0, help="print the version")
    commands = parser.add_subparsers(
        dest="command", metavar="COMMAND", required=True, parser_class=_CommandParser
    )
    for command in COMMANDS:
        commands.add_parser(command.name, help=command.about, description=command.about)
    return parser
