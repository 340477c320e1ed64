"""The choice of a command's ruleset: by its options, else the ruleset of the footage."""

import argparse
from collections.abc import Iterable

from engine.core.document import read_document
from engine.core.faults import InputFault
from engine.core.footage import DESCRIPTION, Footage
from engine.core.game import Ruleset


def chosen_ruleset(parsed: argparse.Namespace, footage: Footage | None = None) -> Ruleset:
    """Return the content pack and the options of the rules. The command line goes before the footage.

    Raises:
        InputFault: an `--option` that isn't KEY=VALUE.
    """
    recorded = recorded_ruleset(footage)
    return Ruleset(
        parsed.content or recorded.content, {**recorded.options, **dict(parse_options(parsed.option))}
    )


def parse_options(written: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return options of the rules, key and value, from `KEY=VALUE` words.

    Raises:
        InputFault: a word isn't of that form.
    """
    found = []
    for text in written:
        key, equals, value = text.partition("=")
        if not key or not equals:
            raise InputFault(f"--option {text}: expected KEY=VALUE, such as turn_order=dice")
        found.append((key, value))
    return tuple(found)


def ruleset_words(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the command-line words that choose a ruleset."""
    return (
        f"--content={ruleset.content}",
        *(f"--option={key}={value}" for key, value in ruleset.options.items()),
    )


def recorded_ruleset(footage: Footage | None) -> Ruleset:
    """Return the ruleset that footage was made with; without footage, the usual one."""
    if footage is None:
        return Ruleset()
    found = read_document(footage.folder / DESCRIPTION).mapping()
    content = found["content"].text() if "content" in found else Ruleset().content
    options = found["options"].mapping() if "options" in found else {}
    return Ruleset(content, {key: str(entry.plain()) for key, entry in options.items()})
