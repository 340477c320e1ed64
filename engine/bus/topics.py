"""From a channel of the table to its MQTT topic and back. No other place in the project spells a topic.

Table and object names are people's words, so they are percent-escaped into one topic level each: a camera
may be called `über #1`.
"""

import re
from dataclasses import dataclass
from urllib.parse import quote, unquote

from engine.bus.channels import BY_NAME, CHANNELS, Channel
from engine.core.faults import CallerFault, InputFault

_LONGEST_NAME = 200
_NAME_LEVEL = "{name}"
_OURS = "boardwarden/"
_ESCAPED = r"((?:[A-Za-z0-9_.~-]|%[0-9A-F]{2})+)"


@dataclass(frozen=True, slots=True)
class Address:
    """The parts of a topic: the channel, the table and the object's name."""

    channel: Channel
    """The channel."""
    table: str
    """The table's name."""
    name: str = ""
    """The object's name; empty if the topic has none."""


def channel_named(name: str) -> Channel:
    """Return the channel of that name.

    Raises:
        CallerFault: the table has no such channel.
    """
    channel = BY_NAME.get(name)
    if channel is None:
        raise CallerFault(f"no channel is called '{name}'; there are {', '.join(BY_NAME)}")
    return channel


def checked_table_name(name: str) -> str:
    """Return a table's name if a topic can carry it.

    Raises:
        InputFault: it is empty, too long, or no text that UTF-8 can write.
    """
    _escaped(name, "a table's name")
    return name


def topic_of(channel: Channel, *, table: str, name: str = "") -> str:
    """Return the topic of a channel; inverse of `parse_topic`.

    Raises:
        CallerFault: a name is given to a channel without one, or missing.
        InputFault: the table or the name can't be written as a topic level.
    """
    if (_NAME_LEVEL in channel.topic) is not bool(name):
        wants = "needs a name" if _NAME_LEVEL in channel.topic else "takes no name"
        raise CallerFault(f"channel '{channel.name}' {wants}; got '{name}'")
    topic = channel.topic.replace("{table}", _escaped(table, "a table's name"))
    return (
        topic.replace(_NAME_LEVEL, _escaped(name, f"a name on channel '{channel.name}'")) if name else topic
    )


def is_ours(topic: str) -> bool:
    """Tell whether a topic belongs to any table, on any channel."""
    return topic.startswith(_OURS)


def topics_of_table(table: str) -> str:
    """Return the subscription that matches all topics of one table."""
    escaped = _escaped(table, "a table's name")
    return f"{_OURS}{escaped}/#"


def topic_filter(channel: Channel, *, table: str) -> str:
    """Return the subscription that matches a channel's topics on one table, whatever the name."""
    topic = channel.topic.replace("{table}", _escaped(table, "a table's name"))
    return topic.replace(_NAME_LEVEL, "+")


def filter_of_all_tables(channel: Channel) -> str:
    """Return the subscription that matches a channel's topics on every table, whatever the names."""
    return channel.topic.replace("{table}", "+").replace(_NAME_LEVEL, "+")


def parse_topic(topic: str) -> Address:
    """Return the parts of a topic; inverse of `topic_of`.

    Raises:
        InputFault: no channel has such a topic.
    """
    for channel, pattern in _PATTERNS:
        match = pattern.fullmatch(topic)
        if match is None:
            continue
        try:
            table, *names = (unquote(level, errors="strict") for level in match.groups())
        except UnicodeDecodeError:
            break
        return Address(channel, table, names[0] if names else "")
    raise InputFault(f"topic '{topic[:200]}': expected one of the bus's topics; see docs/develop/bus.md")


def _escaped(name: str, what: str) -> str:
    if not 0 < len(name) <= _LONGEST_NAME:
        raise InputFault(f"{what} has 1 to {_LONGEST_NAME} characters; got {len(name)}: '{name[:40]}'")
    try:
        return quote(name, safe="")
    except UnicodeEncodeError as error:
        raise InputFault(f"{what}: expected text that UTF-8 can write; got {name!r}") from error


def _pattern(channel: Channel) -> re.Pattern[str]:
    literal = re.escape(channel.topic)
    for level in ("{table}", _NAME_LEVEL):
        literal = literal.replace(re.escape(level), _ESCAPED)
    return re.compile(literal)


_PATTERNS = tuple((channel, _pattern(channel)) for channel in CHANNELS)
