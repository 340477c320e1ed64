"""Dozen War as a game: the interface of `engine.core.game`, made from the modules beside this one."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import combinations
from random import Random
from typing import Any

from engine.core.advice import Advice, IntentCheck, TableAdvice
from engine.core.board import Board
from engine.core.decisions import Decision, Outcome, Trace, Violation
from engine.core.depiction import PieceFace, PlaceMark, PrintedCard
from engine.core.document import Entry
from engine.core.faults import IllegalActionFault
from engine.core.game import Game, Ruleset
from engine.core.ids import Cell, PieceId, Seat
from engine.core.layout import Layout
from engine.core.options import Option
from engine.core.phrase import Phrase
from engine.core.tags import Taggable
from engine.core.views import Held, UseView, View
from engine.games.dozen_war.actions import actions
from engine.games.dozen_war.actions.actions import Accept, Action
from engine.games.dozen_war.advice import asking, sheet
from engine.games.dozen_war.combat import levelling
from engine.games.dozen_war.content.pack import pack_files, pack_names
from engine.games.dozen_war.content.rules import Rules, known_content
from engine.games.dozen_war.legality import legal, violations
from engine.games.dozen_war.options import WAYS, options_of, readings_on
from engine.games.dozen_war.phases import rounds
from engine.games.dozen_war.position.field import field_of
from engine.games.dozen_war.position.roster import roster_of
from engine.games.dozen_war.position.state import State
from engine.games.dozen_war.resolving import chance, leaving, resolve
from engine.games.dozen_war.saving import adoption, corrections, positions
from engine.games.dozen_war.telling import (
    answering,
    belongings,
    consequences,
    depiction,
    expectations,
    grouping,
    guesses,
    secrecy,
    standing,
    table,
    views,
)
from engine.games.dozen_war.telling.things import things
from engine.games.dozen_war.texts import TEXTS


class DozenWar(Game[State, Action]):
    """Dozen War on one board with one ruleset."""

    has_secrets = True
    throws_dice = True

    def __init__(self, board: Board, ruleset: Ruleset) -> None:
        """Bind the game to a board and a ruleset.

        Raises:
            InputFault: the board lacks this game's map, or the ruleset names what doesn't exist.
        """
        field = field_of(board)
        content = known_content(ruleset.content)
        options = options_of(ruleset, duel=field.is_duel)
        self._rules = Rules(field, roster_of(field.seats), options, content)
        self._actions = legal.ActionTable(self._rules)
        self._texts = TEXTS

    @property
    def name(self) -> str:
        """The game's key."""
        return "dozen_war"

    def readings(self) -> tuple[Option, ...]:
        """Return the readings of the rulebook that a table can choose between on its board."""
        field = self._rules.field
        return readings_on(duel=field.is_duel, mountains=bool(field.mountains))

    def readings_in_force(self) -> Mapping[str, str]:
        """Return the value of each reading."""
        return asdict(self._rules.options)

    def ways(self) -> Mapping[str, Mapping[str, str]]:
        """Return the openings to choose from; a duel has only one."""
        return {} if self._rules.field.is_duel else WAYS

    def boxes(self, players: int) -> int:
        """Return one: one printed game is enough (DW-1)."""
        del players
        return 1

    def packs(self) -> tuple[str, ...]:
        """Return the content packs that come with the game."""
        return pack_names()

    def openings(self) -> Mapping[tuple[Seat, ...], dict[str, object]]:
        """Return the setup of the whole game for each group of seats: in a duel both, else two or more."""
        seats = self._rules.roster.seats
        sizes = range(len(seats) if self._rules.field.is_duel else 2, len(seats) + 1)
        groups = [group for size in reversed(sizes) for group in combinations(seats, size)]
        return {group: {"seats": [str(seat) for seat in group], "whole": True} for group in groups}

    def initial(self, setup: Entry | None) -> State:
        """Return the position of a setup; None is the standard opening."""
        return positions.initial(self._rules, setup)

    def decider(self, state: State) -> Decision:
        """Return the seat that must choose now; kinds are `turn`, `answer`, `placing`."""
        return views.decider(self._rules, state)

    def legal_actions(self, state: State) -> Sequence[Action]:
        """Return every legal action; an attack with splash always names its victim."""
        return legal.legal_actions(self._actions, state)

    def declined(self, state: State, seat: Seat) -> Action | None:
        """Return the pass of a seat that is hit (DW-9); None: the seat isn't asked."""
        if seat not in self.decider(state).seats:
            return None
        return next((one for one in self.legal_actions(state) if isinstance(one, Accept)), None)

    def violations(self, state: State, action: Action) -> tuple[Violation, ...]:
        """Return all rules broken; an attack may leave out the only possible splash victim."""
        return violations.violations(self._rules, state, action)

    def completed(self, state: State, action: Action) -> Action:
        """Return the action as `legal_actions` lists it: the only possible splash victim named."""
        return resolve.completed(self._rules, state, action)

    def listed(self, state: State, action: Action) -> Action:
        """Return the action as `legal_actions` lists it, for journals."""
        return self.completed(state, action)

    def apply(self, state: State, action: Action) -> State:
        """Return the position after a legal action.

        Raises:
            IllegalActionFault: the action isn't legal.
        """
        broken = violations.violations(self._rules, state, action)
        if broken:
            reasons = " ".join(f"{one.rule}: {self.violation_text(one)}" for one in broken)
            raise IllegalActionFault(f"{actions.format_action(action)}: {reasons}")
        return resolve.played(self._rules, state, action)

    def without(self, state: State, seat: Seat) -> State:
        """Return the position after a player has left the match.

        Raises:
            InputFault: the match isn't being played, or the player has left already.
        """
        seats = self._rules.roster.seats
        return leaving.without_player(self._rules, state, seats.index(seat))

    def outcome(self, state: State) -> Outcome | None:
        """Return how the match ended, or None while it runs."""
        return rounds.outcome(self._rules, state)

    def pieces(self, state: State) -> tuple[PieceId, ...]:
        """Return every piece of the match."""
        return table.pieces(self._rules, state)

    def twins(self, state: State, piece: PieceId) -> tuple[PieceId, ...]:
        """Return the soldiers of the same kind and owner: only their tags differ."""
        return table.twins(self._rules, state, piece)

    def comes_to_the_same(self, one: State, other: State) -> bool:
        """Tell whether positions differ only in the target of a hit that killed both of two units."""
        return levelling.comes_to_the_same(self._rules, one, other)

    def layout(self, state: State) -> Layout:
        """Return the layout of the table."""
        return table.layout(self._rules, state)

    def apart(self, one: Cell, other: Cell) -> int:
        """Return the distance between two cells in hexes."""
        field = self._rules.field
        return field.distances[field.index[one]][field.index[other]]

    def adopted(self, state: State, layout: Layout) -> State:
        """Return the position that goes on from a table as it lies."""
        return adoption.adopted(self._rules, state, layout)

    def correctable(self) -> tuple[str, ...]:
        """Return the facts that an arbiter can set."""
        return corrections.correctable(self._rules)

    def corrected(self, state: State, whose: str, fact: str, value: str) -> State:
        """Return the position with a fact set as an arbiter says."""
        return corrections.corrected(self._rules, state, whose, fact, value)

    def trace(self, state: State, action: Action) -> Trace:
        """Return the changes that an action leaves on the table."""
        return table.trace(self._rules, state, action)

    def guesses(self, state: State, layout: Layout) -> Sequence[Action]:
        """Return the actions that players may have meant by this table, nearest first."""
        return guesses.guesses(self._rules, state, layout)

    def advice(self, state: State, piece: PieceId) -> Advice:
        """Return all that one piece can do."""
        return sheet.advice_of(self._actions, self._texts, state, piece)

    def table_advice(self, state: State) -> TableAdvice:
        """Return the advice for all pieces, and what is left to do."""
        return sheet.table_advice(self._actions, self._texts, state)

    def why_not(self, state: State, piece: PieceId, place: str) -> tuple[IntentCheck, ...]:
        """Return the actions that a piece at a new place could mean, each with the rules that it breaks."""
        return asking.why_not(self._rules, state, piece, place)

    def chance_outcomes(self, state: State) -> Sequence[tuple[Action, float]]:
        """Return the possible outcomes of the open chance, each with its weight."""
        return chance.outcomes(self._rules, state)

    def shown_action(self, state: State, action: Action, seat: Seat | None) -> dict[str, object]:
        """Return an action as a seat may see it: others' drawn cards aren't named."""
        return secrecy.shown_action(self._rules, state, action, seat)

    def is_secret_choice(self, state: State, action: Action) -> bool:
        """Tell whether an action depends on a hidden card."""
        del state
        return secrecy.is_secret_choice(action)

    def own_text(self, state: State, action: Action) -> Phrase:
        """Return an action as a sentence for its chooser, with secrets such as the taken card."""
        named = secrecy.own_text(self._rules, self._texts, action)
        text = named or self.action_text(state, action)
        return answering.answer_text(self._rules, self._texts, state, action, text)

    def uses(self, state: State, seat: Seat) -> tuple[UseView, ...]:
        """Return a seat's cards, skills and actions, and the generals it may draft."""
        return belongings.uses(self._actions, self._texts, state, seat)

    def things(self) -> tuple[Taggable, ...]:
        """Return the cards and skills that a table may have as cards with RFID tags."""
        return things(self._rules.pack)

    def piece_faces(self, pieces: Sequence[PieceId]) -> tuple[PieceFace, ...]:
        """Return the names and owners of the physical pieces of a set."""
        return depiction.piece_faces(self._rules, pieces)

    def place_marks(self) -> tuple[PlaceMark, ...]:
        """Return the castles and the rows of deployment."""
        return depiction.place_marks(self._rules)

    def printed_cards(self) -> tuple[PrintedCard, ...]:
        """Return the cards of the content pack."""
        return depiction.printed_cards(self._rules.pack)

    def held(self, state: State) -> tuple[Held, ...]:
        """Return the equipment that each seat holds in its hand."""
        return secrecy.held(self._rules, state)

    def determinize(self, state: State, seat: Seat, chance: Random) -> State:
        """Return a position that looks the same to a seat, with all that it may not know dealt again."""
        return secrecy.determinized(self._rules, state, seat, chance)

    def view(self, state: State, seat: Seat | None) -> View:
        """Return all that a seat may know; None: all that everybody may."""
        return views.view(self._rules, self._texts, state, seat)

    def standing(self, state: State, seat: Seat) -> float:
        """Return a guess, for bots, how well a seat stands, in the worth of soldiers."""
        return standing.standing(self._rules, state, self._rules.roster.seats.index(seat))

    def group_titles(self) -> Mapping[str, str]:
        """Return the titles of the groups that reports count wins by."""
        return grouping.TITLES

    def groups(
        self, played: Sequence[tuple[Seat | None, Action]], final: State
    ) -> Mapping[str, Mapping[Seat, Sequence[str]]]:
        """Return each seat's generals, and which cards and skills it used."""
        return grouping.groups(played, self.view(final, None))

    def prospects(self, state: State, seat: Seat, actions: Sequence[Action]) -> Sequence[float]:
        """Return a guess, for bots, how a seat would stand after each action."""
        return standing.prospects(self._rules, state, self._rules.roster.seats.index(seat), actions)

    def parse_action(self, entry: Entry) -> Action:
        """Return the action that a scenario file writes."""
        return actions.parse_action(entry, self._rules.roster, self._rules.field)

    def format_action(self, action: Action) -> dict[str, Any]:
        """Return the action as scenario files write it."""
        return actions.format_action(action)

    def action_text(self, state: State, action: Action) -> Phrase:
        """Return the action as a sentence."""
        return views.action_text(self._rules, self._texts, state, action)

    def action_note(self, state: State, action: Action) -> Phrase:
        """Return the text on the card, skill, event or token that an action plays."""
        return views.action_note(self._rules, state, action)

    def consequences(self, before: State, after: State) -> tuple[Phrase, ...]:
        """Return the results of an action that pieces don't show by themselves."""
        return consequences.consequences(self._rules, self._texts, before, after)

    def violation_text(self, violation: Violation) -> Phrase:
        """Return the broken rule as a sentence."""
        return self._texts.say(f"violations.{violation.reason}.says", **dict(violation.facts))

    def mismatches(self, state: State, expected: Entry) -> tuple[str, ...]:
        """Return a sentence for each expected fact that doesn't hold."""
        return expectations.mismatches(self._rules, state, expected)

    def dump(self, state: State) -> dict[str, Any]:
        """Return the position as JSON values, in the words of a setup."""
        return positions.dump(self._rules, state)

    def load(self, document: dict[str, object]) -> State:
        """Return the position that `dump` wrote."""
        return positions.load(self._rules, document)


GAME = DozenWar
"""The game; the registry finds it by its folder."""

WORDS = actions.WORDS
"""The words of actions; a lesson's step may wait for one of them."""

PRESUPPOSES = {"skill": {"skills": "on"}}
"""The options that a scenario's words need, where the scenario doesn't choose them."""

CONTENT_FILES = pack_files
"""The files of a content pack, for journals, which carry their own copies."""

FORMER = {1: {"idle_uses": {"": "allowed"}, "enemy_blocks": {"soldiers": "soldiers alone"}}}
"""The former readings, for matches of earlier editions (`engine.games.registry.as_played`)."""
