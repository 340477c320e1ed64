"""The bots by name, as people write them on the command line."""

from collections.abc import Sequence

from engine.bots.bot import Bot, RandomBot
from engine.bots.greedy import GreedyBot
from engine.bots.search import SearchBot
from engine.core.faults import InputFault
from engine.core.ids import Seat
from engine.core.unusable import TEXTS

NAMES = ("random", "greedy", "search")
SPELLINGS = (*NAMES, "search:NODES", "search:NODES:ROLLOUT")
MOST_AT_A_TABLE = 4_000
"""The most actions that a bot may play in its head for one action: at a table it thinks in the engine's
time."""

ALL = "all"
"""The word for every seat."""


def open_bot(spelled: str) -> Bot:
    """Return the bot of a name; `search` may be followed by numbers that say how long it thinks.

    Raises:
        InputFault: no such bot, or impossible numbers.
    """
    name, *numbers = spelled.split(":")
    if name == "random" and not numbers:
        return RandomBot()
    if name == "greedy" and not numbers:
        return GreedyBot()
    whole = [int(number) for number in numbers if number.isdecimal()]
    if name != "search" or len(numbers) > 2 or len(whole) < len(numbers) or 0 in whole[:1]:
        raise InputFault(TEXTS.say("terms.no_bot", name=spelled, known=", ".join(SPELLINGS)))
    return SearchBot(*whole)


def parse_seating(text: str, seats: Sequence[Seat]) -> dict[Seat, Bot]:
    """Return the bots by seat from a text such as `west,north=search:60`; without a name a bot is greedy.

    `all` means every seat and may name a bot too. A number means the last seats, this many. An empty text
    means no bots.

    Raises:
        InputFault: no such seat or bot, a seat twice, or a bot that thinks longer than a table waits.
    """
    found: dict[Seat, Bot] = {}
    for word in filter(None, text.split(",")):
        name, _, spelled = word.partition("=")
        if name.isdecimal() and 0 < int(name) <= len(seats):
            taken = tuple(seats[-int(name) :])
        else:
            taken = tuple(seats) if name == ALL else (Seat(name),)
        for seat in taken:
            if seat not in seats or seat in found:
                key = "seat_twice" if seat in found else "no_seat"
                raise InputFault(TEXTS.say(f"terms.{key}", text=text, seat=seat, known=", ".join(seats)))
            found[seat] = bot = open_bot(spelled or "greedy")
            if isinstance(bot, SearchBot) and bot.nodes * (1 + bot.rollout) > MOST_AT_A_TABLE:
                raise InputFault(TEXTS.say("terms.bot_too_slow", name=spelled, most=MOST_AT_A_TABLE))
    return found
