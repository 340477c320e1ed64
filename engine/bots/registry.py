"""The bots by name, as people write them on the command line."""

from engine.bots.bot import Bot, RandomBot
from engine.bots.greedy import GreedyBot
from engine.bots.search import SearchBot
from engine.core.faults import InputFault

SPELLINGS = ("random", "greedy", "search", "search:NODES", "search:NODES:ROLLOUT")


def open_bot(spelled: str) -> Bot:
    """Return the bot of a name; `search` may say how much it thinks.

    Raises:
        InputFault: no such bot, or numbers that it can't think with.
    """
    name, *numbers = spelled.split(":")
    if name == "random" and not numbers:
        return RandomBot()
    if name == "greedy" and not numbers:
        return GreedyBot()
    whole = [int(number) for number in numbers if number.isdecimal()]
    if name != "search" or len(numbers) > 2 or len(whole) < len(numbers) or 0 in whole[:1]:
        raise InputFault(f"no bot '{spelled}'; expected {', '.join(SPELLINGS)}, with NODES 1 or more")
    return SearchBot(*whole)
