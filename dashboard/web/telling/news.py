"""The news of a match for people who are away from the table: a turn, a warning, the end.

It has only what everybody at the table may know. No socket and no clock.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from dashboard.web.words.calling import by_name, labels_of
from dashboard.web.words.speaking import rendered
from engine.bus.client import BusEvent, ReceivedMessage
from engine.bus.messages.match import MatchState
from engine.core.phrase import ENGLISH, Phrase
from engine.core.verdict import Verdict, VerdictKind


class HookKind(StrEnum):
    """The kinds of news."""

    YOUR_TURN = "your_turn"
    """Another seat's turn has begun."""
    WARNING = "warning"
    """A play broke a rule."""
    MATCH_OVER = "match_over"
    """The match has an outcome."""


@dataclass(frozen=True, slots=True)
class MatchNews:
    """One piece of news."""

    kind: HookKind
    """Its kind."""
    seat: str
    """The seat whose turn it is; empty for other kinds."""
    phrase: Phrase
    """The sentence."""
    state: MatchState | None
    """The match; None before one was heard."""

    def said(self, language: str) -> str:
        """Return the sentence in a language, with the players' names."""
        return str(by_name(rendered(self.phrase, language), labels_of(self.state, language)))


class NewsOfMatch:
    """Makes news from the messages of the bus."""

    def __init__(self) -> None:
        self._match: MatchState | None = None
        self._warned = ""

    def take(self, event: BusEvent) -> Iterator[MatchNews]:
        """Yield the news that follow from one event of the bus."""
        match event:
            case ReceivedMessage(_, _, MatchState() as state):
                before, self._match = self._match, state
                if before is not None:
                    yield from self._changed(before, state)
            case ReceivedMessage("verdict", _, Verdict(kind=kind) as verdict):
                warning = MatchNews(HookKind.WARNING, "", verdict.text, self._match)
                text = warning.said(ENGLISH)
                if kind is VerdictKind.ILLEGAL and text != self._warned:
                    yield warning
                self._warned = text if kind is VerdictKind.ILLEGAL else ""

    def _changed(self, before: MatchState, state: MatchState) -> Iterator[MatchNews]:
        view, is_same = state.view, before.match == state.match
        if view.outcome is not None:
            if not is_same or before.view.outcome is None:
                yield MatchNews(HookKind.MATCH_OVER, "", view.headline, state)
        elif view.turn is not None and not (is_same and before.view.turn == view.turn):
            yield MatchNews(HookKind.YOUR_TURN, str(view.turn), view.headline, state)
