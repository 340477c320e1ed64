"""Writes the reference of commands from their table: `python -m dashboard.commands.document`."""

from collections.abc import Iterator
from pathlib import Path

from dashboard.commands.options import CommandOption
from dashboard.commands.table import COMMANDS, CommandLine

PAGE = Path(__file__).parents[2] / "docs" / "develop" / "commands.md"

_HEAD = """\
# Commands

Made from `dashboard/commands/table.py`. To change this page, change that table and run
`python -m dashboard.commands.document`.

`make play` installs the commands into `.venv/bin`. Run `. .venv/bin/activate` once in a terminal; then they
work as printed here. `--json` prints one JSON object a line. The exit status is 0 when all is well, 1 when a
check found something wrong, 2 for bad input, 3 when a device or service is missing.

To complete commands and options with the Tab key, run the line for your shell once:

    boardwarden completion bash > ~/.local/share/bash-completion/completions/boardwarden
    boardwarden completion fish > ~/.config/fish/completions/boardwarden.fish
    echo 'source <(boardwarden completion zsh)' >> ~/.zshrc     # after compinit

Next: [the bus](bus.md).
"""


def commands_page() -> str:
    """Return the page: every command with its options, as Markdown."""
    return "\n".join((_HEAD, *(_section(command) for command in COMMANDS)))


def _section(command: CommandLine) -> str:
    rows = tuple(_rows(command.options))
    table = ("| option | what it does |", "| --- | --- |", *rows, "") if rows else ()
    return "\n".join((f"## boardwarden {command.name}", "", f"{_cell(command.about)}.", "", *table))


def _rows(options: tuple[CommandOption, ...]) -> Iterator[str]:
    for one in options:
        metavar = str(one.settings.get("metavar") or "|".join(map(str, one.settings.get("choices") or ())))
        named = (
            f"{', '.join(one.flags)} {metavar}" if one.flags[0].startswith("-") else metavar or one.flags[0]
        )
        said = str(one.settings.get("help", "")) % {"default": one.settings.get("default")}
        yield f"| `{_cell(named).strip()}` | {_cell(said)} |"


def _cell(text: str) -> str:
    for mark in "|<*_":
        text = text.replace(mark, f"\\{mark}")
    return text


if __name__ == "__main__":
    PAGE.write_text(commands_page(), encoding="utf-8")
    print(PAGE)
