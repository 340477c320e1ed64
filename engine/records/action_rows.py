"""A match as rows for tables: one for each action and each warning."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from engine.bots.registry import parse_seating
from engine.core.document import entry_of
from engine.core.faults import InputFault
from engine.core.ids import Seat
from engine.core.verdict import VerdictKind
from engine.records.evidence import evidence_files, read_evidence
from engine.records.recorded import RecordedMatch
from engine.records.replay import LONGEST_GAP_S, entry_times
from engine.session.matches.as_recorded import BY_RULES
from engine.session.matches.entries import EntryKind, JournalEntry, canonical
from engine.session.matches.journal_replay import replayed
from engine.session.matches.match import Match, described
from engine.session.matches.results import RESULTS, recorded_actions


@dataclass(frozen=True, slots=True)
class ActionRow:
    """One action of a match, or one warning in it."""

    match: str
    """The match's name."""
    game: str
    """The game's name."""
    at: float
    """When, in seconds by the wall clock."""
    number: int
    """The number of the action, from 1; of a warning, the number of actions before it."""
    round: int
    """The round that it was played in, from 1."""
    seat: str
    """The seat that acted; empty for chance, and for warnings."""
    player: str
    """The name of the seat's player; empty where nobody gave one."""
    bot: str
    """The name of the bot at the seat; empty for people."""
    action: str
    """The action as JSON, as everybody may know it; empty for warnings."""
    text: str
    """The action or the warning as a sentence."""
    seconds: float
    """The time since the entry before, with pauses of more than five minutes cut; 0 for warnings."""
    verdict: str
    """The kind of verdict: `settled`, or `illegal` for a warning."""
    rules: str
    """The rules that a warning names, with spaces between."""
    dice: str
    """The source of dice."""
    version: str
    """The version of the program that opened the match."""
    commit: str
    """That program's commit; empty where it isn't known."""
    rules_hash: str
    """The hash of the rules that it was played by; empty in older journals."""
    content: str
    """The content pack's name."""


def action_rows(match: RecordedMatch) -> Iterator[ActionRow]:
    """Yield a match's rows in order of time: its actions from the journal, its warnings from the evidence.

    Raises:
        InputFault: its journal can't be replayed, or its evidence can't be read.
    """
    yield from sorted((*_actions(match), *_warnings(match)), key=lambda row: row.at)


def _actions(match: RecordedMatch) -> Iterator[ActionRow]:
    matches = replayed(match.game, match.entries)
    before, last = next(matches), entry_times(match.path)[0]
    seats = tuple(one.seat for one in match.game.view(before.state, None).seats)
    bots: dict[Seat, str] = {}
    with suppress(InputFault):  # a bot that no longer exists
        bots = {seat: bot.name for seat, bot in parse_seating(match.opening.bots, seats).items()}
    for entry, after, at in zip(match.entries[1:], matches, entry_times(match.path)[1:], strict=False):
        if entry.kind is EntryKind.PLAYED:
            found = recorded_actions(entry) if RESULTS in entry.body else _by_rules(match, before, entry)
            round_number = match.game.view(before.state, None).round
            for number, one in enumerate(found, start=before.revision + 1):
                yield _row(
                    match,
                    at=at,
                    number=number,
                    round=round_number,
                    seat=one.by or "",
                    player=after.opening.players.get(one.by, "") if one.by else "",
                    bot=bots.get(one.by, "") if one.by else "",
                    action=canonical(one.action).decode(),
                    text=str(one.text),
                    # The actions of one entry were played at once: the first of them gets the time.
                    seconds=round(min(max(0.0, at - last), LONGEST_GAP_S), 3)
                    if number == before.revision + 1
                    else 0.0,
                    verdict=str(VerdictKind.SETTLED),
                )
        before, last = after, at


def _by_rules(match: RecordedMatch, before: Match[Any], entry: JournalEntry) -> list[Any]:
    state, found = before.state, []
    for written in entry.body["actions"]:
        action = match.game.parse_action(entry_of(written, "journal"))
        found.append(described(match.game, state, action))
        with suppress(*BY_RULES):
            state = match.game.apply(state, action)
    return found


def _warnings(match: RecordedMatch) -> Iterator[ActionRow]:
    for path in evidence_files(match.path.parent):
        for one in read_evidence(path, only=("verdict",)):
            verdict = one.message
            if verdict.kind is VerdictKind.ILLEGAL:
                yield _row(
                    match,
                    at=one.at_ns / 1e9,
                    number=verdict.revision,
                    text=str(verdict.text),
                    verdict=str(verdict.kind),
                    rules=" ".join(dict.fromkeys(broken.rule for broken in verdict.violations)),
                )


def _row(match: RecordedMatch, **known: Any) -> ActionRow:
    opening = match.opening
    usual: dict[str, Any] = {
        "round": 0,
        "seat": "",
        "player": "",
        "bot": "",
        "action": "",
        "seconds": 0.0,
        "rules": "",
    }
    return ActionRow(
        **usual | known,
        match=match.name,
        game=opening.game,
        dice=str(opening.dice),
        version=opening.version,
        commit=opening.played_with.commit,
        rules_hash=opening.played_with.rules,
        content=opening.content,
    )
