"""`boardwarden completion`: prints a script for a shell, which then completes commands at Tab.

The scripts are made from the table of commands.
"""

import argparse
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from dashboard.commands import DONE
from dashboard.commands.options import CommandOption
from dashboard.commands.table import COMMANDS, CommandLine
from engine.core.board import board_names
from engine.games.registry import GAMES

_FOLDERS, _FILES = "folders", "files"
_KINDS = {
    **dict.fromkeys(("DIR", "FOLDER"), _FOLDERS),
    **dict.fromkeys(("FILE", "SOURCE", "RECORD", "BOARD.JSON", "MATCH"), _FILES),
}
"""The kind of path that is offered for an option, by the option's metavar."""


@dataclass(frozen=True, slots=True)
class Offer:
    """The values that are offered for an option or a positional argument."""

    words: tuple[str, ...] = ()
    """The words that the option takes; empty: any word."""
    kind: str = ""
    """The kind of path that the option takes, `files` or `folders`; empty: no path."""


def run(parsed: argparse.Namespace) -> int:
    """Print the script for a shell."""
    print(SHELLS[parsed.shell](), end="")
    return DONE


def offer_of(option: CommandOption) -> Offer | None:
    """Return the values to offer for an option; None: the option takes no value."""
    if option.settings.get("action") == "store_true":
        return None
    named = {"--game": tuple(GAMES), "--board": board_names()}
    words = tuple(map(str, option.settings.get("choices") or named.get(option.flags[0], ())))
    return Offer(words, _KINDS.get(str(option.settings.get("metavar", "")), ""))


def _flags(command: CommandLine) -> Iterator[tuple[str, CommandOption]]:
    return ((flag, one) for one in command.options for flag in one.flags if flag.startswith("-"))


def _positionals(command: CommandLine) -> tuple[Offer, ...]:
    offers = (offer_of(one) for one in command.options if not one.flags[0].startswith("-"))
    return tuple(one for one in offers if one is not None)


def bash_script() -> str:
    """Return the script for bash, which offers commands, options and the options' values."""
    options, values = [], []
    for command in COMMANDS:
        flags = " ".join((*(flag for flag, _ in _flags(command)), "--help"))
        words = " ".join(word for one in _positionals(command) for word in one.words)
        options.append(f'        {command.name}) flags="{flags}" words="{words}" ;;')
        for flag, option in _flags(command):
            if (offer := offer_of(option)) is not None:
                values.append(f'        "{command.name} {flag}") {_bash_offer(offer)}; return ;;')
    return _BASH.format(
        commands=" ".join((*(one.name for one in COMMANDS), "--help", "--version")),
        options="\n".join(options),
        values="\n".join(values),
    )


def _bash_offer(offer: Offer) -> str:
    if offer.words:
        return f'COMPREPLY=($(compgen -W "{" ".join(offer.words)}" -- "$word"))'
    wanted = {_FILES: "-f", _FOLDERS: "-d"}.get(offer.kind)
    return f'COMPREPLY=($(compgen {wanted} -- "$word"))' if wanted else "compopt +o default"


_BASH = """\
# What bash offers for boardwarden at Tab; made by `boardwarden completion bash`.
_boardwarden() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} command=${{COMP_WORDS[1]}}
    local flags words
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W "{commands}" -- "$word"))
        return
    fi
    case "$command $before" in
{values}
    esac
    case "$command" in
{options}
    esac
    case "$word" in
        -*) COMPREPLY=($(compgen -W "$flags" -- "$word")) ;;
        *) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
    esac
}}
complete -o default -F _boardwarden boardwarden
"""


def zsh_script() -> str:
    """Return the script for zsh, which offers the same as bash's and explains each command and option."""
    commands = "\n".join(f"        {_zsh_quoted(f'{one.name}:{one.about}')}" for one in COMMANDS)
    cases = "\n".join(f"        {one.name}) _arguments {' '.join(_zsh_specs(one))} ;;" for one in COMMANDS)
    return _ZSH.format(commands=commands, cases=cases)


def _zsh_specs(command: CommandLine) -> Iterator[str]:
    for flag, option in _flags(command):
        about = re.sub(r"([\[\]:\\])", r"\\\1", _help_of(option))
        offer = offer_of(option)
        taken = "" if offer is None else f": :{_zsh_offer(offer)}"
        yield _zsh_quoted(f"*{flag}[{about}]{taken}")
    yield _zsh_quoted("--help[explain the options]")
    for one in _positionals(command):
        yield _zsh_quoted(f"*: :{_zsh_offer(one)}")
        return


def _zsh_offer(offer: Offer) -> str:
    if offer.words:
        return f"({' '.join(offer.words)})"
    return {_FILES: "_files", _FOLDERS: "_files -/"}.get(offer.kind, "")


def _zsh_quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


_ZSH = """\
#compdef boardwarden
# What zsh offers for boardwarden at Tab; made by `boardwarden completion zsh`.
_boardwarden() {{
    local -a commands=(
{commands}
    )
    if ((CURRENT == 2)); then
        _describe command commands
        return
    fi
    local command=$words[2]
    shift words
    ((CURRENT--))
    case $command in
{cases}
    esac
}}
compdef _boardwarden boardwarden
"""


def fish_script() -> str:
    """Return the script for fish, which offers the same as bash's and explains each command and option."""
    lines = ["# What fish offers for boardwarden at Tab; made by `boardwarden completion fish`."]
    lines += [
        f"complete -c boardwarden -n __fish_use_subcommand -xa {one.name} -d {_fish_quoted(one.about)}"
        for one in COMMANDS
    ]
    for command in COMMANDS:
        at = f"complete -c boardwarden -n '__fish_seen_subcommand_from {command.name}'"
        for flag, option in _flags(command):
            about = _fish_quoted(_help_of(option))
            lines.append(f"{at} -l {flag.removeprefix('--')} -d {about}{_fish_offer(offer_of(option))}")
        words = " ".join(word for one in _positionals(command) for word in one.words)
        lines += [f"{at} -xa {_fish_quoted(words)}"] if words else []
    return "\n".join(lines) + "\n"


def _fish_offer(offer: Offer | None) -> str:
    if offer is None:
        return ""
    if offer.words:
        return f" -xa {_fish_quoted(' '.join(offer.words))}"
    return {_FILES: " -rF", _FOLDERS: " -xa '(__fish_complete_directories)'"}.get(offer.kind, " -x")


def _fish_quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _help_of(option: CommandOption) -> str:
    return str(option.settings.get("help", "")) % {"default": option.settings.get("default")}


SHELLS: dict[str, Callable[[], str]] = {"bash": bash_script, "zsh": zsh_script, "fish": fish_script}
