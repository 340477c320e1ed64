"""How a table comes to its matches: its own, one that is asked for, one that was broken off."""

import logging
from dataclasses import dataclass, replace
from typing import Generic

from engine.bus.messages.commands import AnswerCode, Command, CommandKind
from engine.core.document import entry_of
from engine.core.faults import InputFault
from engine.core.game import A, S
from engine.core.ids import Seconds
from engine.core.phrase import SILENCE, Phrase
from engine.core.unusable import explained
from engine.core.verdict import Verdict
from engine.session.matches.journal import Journal, JournalFault
from engine.session.matches.match import Match, outcome_of
from engine.session.matches.opening import MatchOpening
from engine.session.playing.recall import recalled
from engine.session.serving.kits import Kit, KitMaker
from engine.session.texts import CATALOGUE

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Begun(Generic[S, A]):
    """A match that a table plays from now on. `recent`: what was last said of it."""

    kit: Kit[S, A]
    match: Match[S]
    journal: Journal
    recent: tuple[Verdict, ...] = ()


@dataclass(frozen=True, slots=True)
class NotBegun:
    """Why a command opens or takes up no match, as it is answered."""

    code: AnswerCode
    text: Phrase = SILENCE


class Openings(Generic[S, A]):
    """Opens a table's matches. `opening` is how it opens one by itself; `kits` makes kits for other terms."""

    def __init__(self, opening: MatchOpening, kits: KitMaker[S, A] | None) -> None:
        self._opening = opening
        self._kits = kits

    def first(self, kit: Kit[S, A], at: Seconds) -> Begun[S, A]:
        """Return the match that was broken off, or a new one.

        Raises:
            InputFault: the setup isn't the game's, or the pieces lack one of the match's.
            JournalFault: the disk refuses, or another engine plays the match.
        """
        found = kit.keeper.resume(self._opening)
        if found is None:
            match, journal = kit.keeper.open(self._with(kit), at)
            log.info("match %s begins", match.opening.match)
            return Begun(kit, match, journal)
        match, journal = found
        log.info("match %s goes on at revision %d", match.opening.match, match.revision)
        return Begun(kit, match, journal, recalled(kit.game, journal.entries))

    def asked(self, asked: Command, kit: Kit[S, A], now: Match[S], at: Seconds) -> Begun[S, A] | NotBegun:
        """Return what a command to open, play again or take up a match leads to; `now` is played yet."""
        taking_up = asked.kind is CommandKind.TAKE_UP
        if asked.name == now.opening.match if taking_up else asked.id in now.opening.causes:
            return NotBegun(AnswerCode.DONE, CATALOGUE.say("answer.done_before"))
        if asked.revision != now.revision or (asked.match and asked.match != now.opening.match):
            return NotBegun(AnswerCode.STALE, CATALOGUE.say("answer.gone_on"))
        if asked.kind is CommandKind.REMATCH and outcome_of(kit.game, now) is None:
            return NotBegun(AnswerCode.NOT_NOW, CATALOGUE.say("answer.not_over"))
        try:
            return self._taken_up(asked, kit) if taking_up else self._opened(asked, kit, now.opening, at)
        except InputFault as error:
            return NotBegun(AnswerCode.UNREADABLE, explained(error))
        except JournalFault as error:
            return NotBegun(AnswerCode.NOT_NOW, explained(error))

    def _opened(self, asked: Command, kit: Kit[S, A], before: MatchOpening, at: Seconds) -> Begun[S, A]:
        again = ""
        if asked.kind is CommandKind.REMATCH:
            asked = replace(asked, setup=before.setup or {}, terms=None)
            again = before.again or before.match
        kit = self._kit_for(asked, kit)
        opening = self._with(kit)
        opening = replace(
            opening,
            setup=asked.setup or opening.setup,
            causes=(asked.id,),
            players=before.players,
            signs=before.signs,
            again=again,
        )
        match, journal = kit.keeper.open(opening, at)
        return Begun(kit, match, journal)

    def _taken_up(self, asked: Command, kit: Kit[S, A]) -> Begun[S, A]:
        """Go on with a match that was broken off; what is played now is, and can be taken up likewise."""
        if self._opening.feed:
            raise InputFault(CATALOGUE.say("refused.footage"))
        found = kit.keeper.opening_of(asked.name)
        kit = self._kit_for(replace(asked, terms=found.terms, setup=found.setup or {}), kit)
        match, journal = kit.keeper.take_up(asked.name, self._opening)
        log.info("match %s is taken up at revision %d", match.opening.match, match.revision)
        return Begun(kit, match, journal, recalled(kit.game, journal.entries))

    def _kit_for(self, asked: Command, kit: Kit[S, A]) -> Kit[S, A]:
        if asked.terms is None or asked.terms == kit.terms:
            return kit
        if self._kits is None:
            raise InputFault(CATALOGUE.say("refused.terms"))
        if self._opening.feed and asked.terms.board != self._opening.board:
            raise InputFault(
                CATALOGUE.say("refused.board", board=self._opening.board, other=asked.terms.board)
            )
        return self._kits(asked.terms, entry_of(asked.setup) if asked.setup else None)

    def _with(self, kit: Kit[S, A]) -> MatchOpening:
        """Return how a match is opened with a kit; the table's own setup goes with its game and board."""
        own = self._opening.terms
        if kit.terms == own:
            return self._opening
        fits = (kit.terms.game, kit.terms.board) == (own.game, own.board)
        return replace(self._opening, setup=self._opening.setup if fits else None).on_terms(kit.terms)
