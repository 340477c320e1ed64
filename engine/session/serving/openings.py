"""How a table gets its matches: its own, one that a command opens, one that was broken off."""

import logging
from dataclasses import dataclass, replace
from typing import Generic

from engine.bus.messages.commands import AnswerCode, Command, CommandKind
from engine.core.document import entry_of
from engine.core.faults import InputFault
from engine.core.game import A, S
from engine.core.ids import Seconds
from engine.core.phrase import SILENCE, Phrase
from engine.core.terms import Terms
from engine.core.unusable import explained
from engine.core.verdict import Verdict
from engine.session.matches.journal import Journal, JournalFault
from engine.session.matches.match import Match, outcome_of
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.recall import recalled
from engine.session.serving.match_parts import MatchParts, MatchPartsMaker
from engine.session.texts import TEXTS

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Begun(Generic[S, A]):
    """A match that a table plays from now on."""

    parts: MatchParts[S, A]
    """The parts that it is played with."""
    match: Match[S]
    """The match."""
    journal: Journal
    """Its journal."""
    recent: tuple[Verdict, ...] = ()
    """The last verdicts about it."""


@dataclass(frozen=True, slots=True)
class NotBegun:
    """The reason why a command opens or takes up no match."""

    code: AnswerCode
    """The code of the answer."""
    text: Phrase = SILENCE
    """The reason for people."""


class Openings(Generic[S, A]):
    """Opens a table's matches. `make_parts` makes the parts for other terms."""

    def __init__(self, opening: MatchOpening, make_parts: MatchPartsMaker[S, A] | None) -> None:
        self._opening = opening
        self._make_parts = make_parts

    def first(self, parts: MatchParts[S, A], at: Seconds) -> Begun[S, A]:
        """Return the match that was broken off, or a new one.

        Raises:
            InputFault: the setup isn't the game's, or the pieces lack one of the match's.
            JournalFault: the disk refuses, or another engine plays the match.
        """
        found = parts.keeper.resume(self._opening)
        if found is None:
            match, journal = parts.keeper.open(self._with(parts), at)
            log.info("match %s begins", match.opening.match)
            return Begun(parts, match, journal)
        match, journal = found
        log.info("match %s goes on at revision %d", match.opening.match, match.revision)
        return Begun(parts, match, journal, recalled(parts.game, journal.entries))

    def asked(
        self, asked: Command, parts: MatchParts[S, A], now: Match[S], at: Seconds
    ) -> Begun[S, A] | NotBegun:
        """Return the match that a command opens, plays again or takes up. `now` is played until then."""
        taking_up = asked.kind is CommandKind.TAKE_UP
        if asked.name == now.opening.match if taking_up else asked.id in now.opening.causes:
            return NotBegun(AnswerCode.DONE, TEXTS.say("answer.done_before"))
        if asked.revision != now.revision or (asked.match and asked.match != now.opening.match):
            return NotBegun(AnswerCode.STALE, TEXTS.say("answer.gone_on"))
        if asked.kind is CommandKind.REMATCH and outcome_of(parts.game, now) is None:
            return NotBegun(AnswerCode.NOT_NOW, TEXTS.say("answer.not_over"))
        try:
            return self._taken_up(asked, parts) if taking_up else self._opened(asked, parts, now.opening, at)
        except InputFault as error:
            return NotBegun(AnswerCode.UNREADABLE, explained(error))
        except JournalFault as error:
            return NotBegun(AnswerCode.NOT_NOW, explained(error))

    def _opened(
        self, asked: Command, parts: MatchParts[S, A], before: MatchOpening, at: Seconds
    ) -> Begun[S, A]:
        again = ""
        if asked.kind is CommandKind.REMATCH:
            asked = replace(asked, setup=before.setup or {}, terms=None)
            again = before.again or before.match
        elif not asked.setup and _is_with_other_pieces(asked.terms, parts.terms):
            asked = replace(asked, setup=before.setup or {})
        parts = self._parts_for(asked, parts)
        opening = self._with(parts)
        opening = replace(
            opening,
            setup=asked.setup or opening.setup,
            causes=(asked.id,),
            players=before.players,
            signs=before.signs,
            again=again,
        )
        match, journal = parts.keeper.open(opening, at)
        return Begun(parts, match, journal)

    def _taken_up(self, asked: Command, parts: MatchParts[S, A]) -> Begun[S, A]:
        """Take up a match that was broken off; the current match can be taken up again too."""
        if self._opening.feed:
            raise InputFault(TEXTS.say("refused.footage"))
        found = parts.keeper.opening_of(asked.name)
        parts = self._parts_for(replace(asked, terms=found.terms, setup=found.setup or {}), parts)
        match, journal = parts.keeper.take_up(asked.name, self._opening)
        log.info("match %s is taken up at revision %d", match.opening.match, match.revision)
        return Begun(parts, match, journal, recalled(parts.game, journal.entries))

    def _parts_for(self, asked: Command, parts: MatchParts[S, A]) -> MatchParts[S, A]:
        if asked.terms is None or asked.terms == parts.terms:
            return parts
        if self._make_parts is None:
            raise InputFault(TEXTS.say("refused.terms"))
        if self._opening.feed and asked.terms.board != self._opening.board:
            raise InputFault(TEXTS.say("refused.board", board=self._opening.board, other=asked.terms.board))
        return self._make_parts(asked.terms, entry_of(asked.setup) if asked.setup else None)

    def _with(self, parts: MatchParts[S, A]) -> MatchOpening:
        """Return the opening of a match with these parts.

        The table's own setup is used with its game and board.
        """
        own = self._opening.terms
        if parts.terms == own:
            return self._opening
        fits = (parts.terms.game, parts.terms.board) == (own.game, own.board)
        return replace(self._opening, setup=self._opening.setup if fits else None).on_terms(parts.terms)


def _is_with_other_pieces(wanted: Terms | None, now: Terms) -> bool:
    """Tell whether a match is asked for that differs from the present one in its set of pieces alone.

    Such pieces have other labels on, and are laid out as the present ones.
    """
    return wanted is not None and wanted != now and replace(wanted, pieces=now.pieces) == now
