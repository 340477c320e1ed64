"""The balance report as a Markdown page, for the docs."""

from collections.abc import Iterable

from engine.bots.balance import Balance, WinTally
from engine.bots.series import Series
from engine.core.counting import counted

_TITLES = {
    "seat": "By seat",
    "place": "By place in the turn order",
    "bot": "By bot",
}


def balance_page(series: Series, balance: Balance) -> str:
    """Return the page: the command that makes it again, then each win rate with its 95 % interval."""
    played = (
        f"{counted(balance.matches, 'match', 'matches')}, {balance.unfinished} unfinished, "
        f"{balance.shared} shared; "
        f"{balance.turns:.1f} turns and {balance.actions:.0f} actions each. "
        f"Equal chances would give {balance.fair:.1%}. Made by:"
    )
    lines = [
        "# Balance between bots",
        "",
        played,
        "",
        "```",
        command_of(series, balance.matches),
        "```",
        "",
        "The same command under the same rules writes the same numbers. Rates are of finished matches,",
        "each with its 95 % interval. The rate of a card says how often its player won; it doesn't mean that",
        "the card won the match.",
        "",
        *(f"- ended by {reason}: {count}" for reason, count in balance.reasons),
    ]
    titles = {**_TITLES, **balance.titles}
    for what, tallies in balance.tallies.items():
        lines += ["", f"## {titles[what]}", "", *_table(tallies)]
    return "\n".join(lines) + "\n"


def command_of(series: Series, matches: int) -> str:
    """Return the command that plays a series again, with this number of matches."""
    words = [f"boardwarden balance --matches {matches} --bots {','.join(series.bots)} --seed {series.seed}"]
    words += [f"--game {series.game} --board {series.board}"]
    words += [f"--option {key}={value}" for key, value in series.options]
    if series.content != "house":
        words.append(f"--content {series.content}")
    if series.setup is not None:
        words.append("--setup FILE")
    if series.first_goes_round:
        words.append("--first-goes-round")
    return " ".join(words)


def _table(tallies: Iterable[WinTally]) -> list[str]:
    rows = [
        f"| {one.name} | {one.matches} | {one.rate:.1%} | {one.interval.low:.1%} to {one.interval.high:.1%} |"
        for one in sorted(tallies, key=lambda one: (-one.rate, one.name))
    ]
    return ["| | matches | won | 95 % interval |", "| --- | --- | --- | --- |", *rows]
