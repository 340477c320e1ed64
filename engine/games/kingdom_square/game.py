"""KingdomSquare as a game: the interface of `engine.core.game`, made from the kit and the modules here.

Cards are made of atoms/. KS-1 turn/deck_rules.py; KS-2 position/stats.py; KS-3 turn/damage.py,
turn/phases.py, turn/time_limit.py; KS-4 turn/opening.py; KS-5 turn/phases.py; KS-6 turn/usable_now.py and
turn/costs_and_draws.py; KS-7, KS-10 turn/moves.py; KS-8 turn/battles.py; KS-9 position/field.py and
position/aims.py; KS-11 turn/effects.py and turn/skills_and_abilities.py.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import ClassVar

from engine.core.advice import Advice
from engine.core.board import Board
from engine.core.decisions import Violation
from engine.core.decks import Deck, DeckPart
from engine.core.document import Entry
from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.core.ids import PieceId, Seat
from engine.core.options import Option
from engine.core.phrase import SILENCE, Phrase
from engine.core.views import UseView
from engine.games.kingdom_square.content.card_text import text_of
from engine.games.kingdom_square.content.cards import cards, record
from engine.games.kingdom_square.content.printed import Kind
from engine.games.kingdom_square.match import State
from engine.games.kingdom_square.options import OFFERED
from engine.games.kingdom_square.play import SquarePlay
from engine.games.kingdom_square.position.actions import (
    Begin,
)
from engine.games.kingdom_square.position.field import SEATS
from engine.games.kingdom_square.position.state import (
    card_of,
    face_of,
    is_hero,
    own,
    rule,
    seat_of,
    slug_of,
    tabletop,
    tile_of,
    usable,
)
from engine.games.kingdom_square.position.stats import hp
from engine.games.kingdom_square.telling import grouping
from engine.games.kingdom_square.telling.asking import question_to
from engine.games.kingdom_square.telling.checking import checks
from engine.games.kingdom_square.telling.decks import (
    deck_parts,
    faults_of,
    prints_of,
    sample_decks,
    setup_of,
)
from engine.games.kingdom_square.telling.depicting import signs_on
from engine.games.kingdom_square.telling.laying import can_be_laid, meant_by_laying
from engine.games.kingdom_square.telling.meaning import meant, read
from engine.games.kingdom_square.telling.reaching import shown, with_reach
from engine.games.kingdom_square.telling.single_uses import single_uses
from engine.games.kingdom_square.telling.standing import standing
from engine.games.kingdom_square.texts import TEXTS
from engine.games.kingdom_square.turn.opening import opening
from engine.games.kingdom_square.turn.positions import position
from engine.kit.choosing.actions import GameAction, words_of
from engine.kit.resolving.answer_windows import Asks
from engine.kit.scenario_words import Check
from engine.kit.zones.zone_layout import cells_of


class KingdomSquare(SquarePlay):
    """KingdomSquare on one board with one ruleset."""

    name = "kingdom_square"
    texts = TEXTS
    not_now = rule(5, 5)
    has_decks = True
    settable: ClassVar = {"hp": (1, 99)}
    state_kind = State

    def __init__(self, board: Board, ruleset: Ruleset) -> None:
        """Bind the game to a board and a ruleset.

        Raises:
            InputFault: the board lacks this game's places, or the ruleset names what doesn't exist.
        """
        self.options = OFFERED.options_of(ruleset)
        lacking = set(cells_of(tabletop())) - set(board.surface.cells)
        if lacking:
            some = ", ".join(sorted(lacking)[:6])
            raise InputFault(f"the board {board.name} lacks what KingdomSquare needs: {some}")
        super().__init__(tabletop(), asks=Asks(self.options.asked))

    def readings(self) -> tuple[Option, ...]:
        """Return the readings of the rules that a table can choose between."""
        return OFFERED.readings

    def readings_in_force(self) -> Mapping[str, str]:
        """Return the value of each reading."""
        return asdict(self.options)

    def openings(self) -> Mapping[tuple[Seat, ...], dict[str, object]]:
        """Return the setup of the standard opening."""
        return {SEATS: {"box": "whole"}}

    def initial(self, setup: Entry | None) -> State:
        """Return the position of a setup; None: the standard opening with the chosen sample decks."""
        return self.begun(opening(self) if setup is None else position(self, setup))

    def short_name(self, piece: str) -> str:
        """Return the number of a card without its owner and copy: `f.no.17#2` is `no.17`."""
        return slug_of(piece) if piece in self.tabletop.box.numbers and not is_hero(piece) else piece

    def parse_action(self, entry: Entry) -> GameAction:
        """Return the action that a scenario file writes: cards by number, without owner."""
        return super().parse_action(read(entry))

    def format_action(self, action: GameAction) -> dict[str, object]:
        """Return the action as scenario files write it."""
        written = super().format_action(action)
        if "counter" in written:
            written["counter"] = written["counter"] == "true"
        return written

    def completed(self, state: State, action: GameAction) -> GameAction:
        """Return an action as `legal_actions` lists it: with copies, targets and other forced choices."""
        waiting = self.waiting(state)
        seat = action.by
        if seat is None and waiting is not None and waiting.seats:
            seat = waiting.seats[0]
        legal = self.legal_actions(state)
        if action in legal:
            return action
        return super().completed(state, meant(self, state, action, seat))

    def is_open(self, state: State, card: PieceId, seat: Seat | None) -> bool:
        """Tell whether a seat may be shown a card.

        Of the opponent's graveyard only the top card may be seen (KS-12).
        """
        zone = state.zones.zone_of(card)
        if zone is None or zone.owner in (None, seat) or zone.name != own(zone.owner, "graveyard"):
            return True
        return self.options.graveyard == "top" and state.zones.cards(zone.name)[0] == card

    def is_secret_choice(self, state: State, action: GameAction) -> bool:
        """Tell whether only one seat may know if an action is possible.

        The possible starts of a hero would betray its face-down start points (KS-4.6).
        """
        return isinstance(action, Begin) or super().is_secret_choice(state, action)

    def question(self, state: State, seat: Seat) -> Phrase:
        """Return the question to a seat: the card that is turned up, or what it may respond to."""
        waiting = self.waiting(state)
        if waiting is None or seat not in waiting.seats:
            return SILENCE
        if waiting.kind == "keep":
            drawn = state.zones.known(own(seat, "drawn"))
            return self.texts.say("asks.keep", card=self.card_label(drawn[0])) if len(drawn) == 1 else SILENCE
        return question_to(state, seat, self.seat_label, self.own_label)

    def whose(self, state: State, card: PieceId) -> Seat | None:
        """Return the seat that a card belongs to.

        A unit belongs to its player wherever it stands; an explored land belongs to nobody.
        """
        is_unit = is_hero(card) or card_of(card).kind in (Kind.UNIT, Kind.TOKEN)
        if is_unit and tile_of(state, card) is not None:
            return seat_of(card)
        return super().whose(state, card)

    def card_kind(self, card: str) -> str:
        """Return the kind of a card."""
        return "hero" if is_hero(card) else str(card_of(card).kind)

    def card_effects(self, name: str) -> tuple[str, ...]:
        """Return a card's classes, the words of its effects, and its element, for its art."""
        return () if is_hero(name) else signs_on(slug_of(name))

    def stood_for(self) -> tuple[str, ...]:
        """Return the heroes: the box has one piece for each seat's hero, whichever it is."""
        return tuple(f"f.{slug}" for slug, one in cards().items() if one.kind is Kind.HERO)

    def stands_for(self, state: State, piece: PieceId) -> str:
        """Return the hero that a hero's piece is now."""
        return f"f.{face_of(state, piece)}" if is_hero(piece) else ""

    def card_label(self, card: str) -> Phrase:
        """Return a card's name."""
        if is_hero(card):
            return self.texts.say("hero", seat=self.seat_label(seat_of(card)))
        return card_of(card).head.label

    def own_label(self, card: str, seat: Seat) -> Phrase:
        """Return a card's name for a seat, which calls its hero its own."""
        if is_hero(card) and seat_of(card) == seat:
            return self.texts.say("own_hero")
        return self.card_label(card)

    def card_text(self, card: str) -> Phrase:
        """Return the text of a card, made from its effects."""
        if is_hero(card):
            return SILENCE
        return text_of(card_of(card))

    def card_numbers(self, card: str) -> Sequence[tuple[str, int]]:
        """Return a card's cost, attack, defense and speed, as far as they're printed on it.

        A hero, a land and a token have no cost; a skill may cost 0.
        """
        one = None if is_hero(card) else card_of(card)
        if one is None or one.kind is Kind.LAND:
            return ()
        stats = (("at", one.at), ("df", one.df), ("sp", one.sp)) if one.kind is not Kind.SKILL else ()
        return ((("cost", one.cost),) if one.kind in (Kind.UNIT, Kind.SKILL) else ()) + tuple(stats)

    def numbers(self, state: State, seat: Seat) -> Sequence[tuple[str, int]]:
        """Return a hero's HP, and the numbers of cards that nobody can count."""
        return (("hp", hp(self, state, seat)), *self.sizes(state, seat))

    def intents(self, state: State, piece: PieceId, place: str) -> Sequence[GameAction]:
        """Return the actions that a card's new cell means, legal or not."""
        return meant_by_laying(self, state, piece, place)

    def uses(self, state: State, seat: Seat) -> tuple[UseView, ...]:
        """Return a seat's cards, those on its table too, each with its present cost and reach.

        Each attack and each ability of a unit is a use of its own.
        """
        found = super().uses(state, seat)
        listed = {one.key for one in found}
        idle = (card for card in usable(state, seat) if card not in listed)
        return tuple(
            shown(state, seat, one)
            for one in (
                *(single for use in found for single in single_uses(self, state, use)),
                *(self._use_view(state, seat, card, []) for card in idle),
            )
        )

    def advice(self, state: State, piece: PieceId) -> Advice:
        """Return a unit's advice: its moves with their ways, its attacks, and the tiles in reach."""
        # A table shows some 90 cards that can't be laid: for these no cell needs to be tried.
        if not can_be_laid(state, piece):
            return Advice(piece)
        found = super().advice(state, piece)
        if piece not in self.tabletop.box.numbers or tile_of(state, piece) is None:
            return found
        return with_reach(self, state, piece, found)

    def word(self, fact: str) -> Phrase | None:
        """Return the name of a card that is given by its number."""
        return record(fact).head.label if fact in cards() else None

    def deck_parts(self) -> Sequence[DeckPart]:
        """Return hero, lands and book, with the cards that each may have."""
        return deck_parts()

    def sample_decks(self) -> Mapping[str, Deck]:
        """Return the sheet's sample decks."""
        return sample_decks()

    def deck_faults(self, deck: Deck) -> Sequence[Violation]:
        """Return each rule of KS-1 that a deck breaks."""
        return faults_of(deck)

    def deck_setup(self, deck: Deck) -> dict[str, object]:
        """Return the setup of a match where the first player uses a deck."""
        return setup_of(deck)

    def deck_prints(self, deck: Deck) -> Mapping[str, int]:
        """Return the first player's printed cards of a deck."""
        return prints_of(deck)

    def checks(self) -> Mapping[str, Check]:
        """Return the facts of this game."""
        return checks(self)

    def standing(self, state: State, seat: Seat) -> float:
        """Return how well a seat stands against the other, in points of HP."""
        return standing(self, state, seat)

    def group_titles(self) -> Mapping[str, str]:
        """Return the titles of the groups that reports count wins by."""
        return grouping.TITLES

    def groups(
        self, played: Sequence[tuple[Seat | None, GameAction]], final: State
    ) -> Mapping[str, Mapping[Seat, Sequence[str]]]:
        """Return each seat's deck, and the cards that the seat cast."""
        return grouping.groups(played, final, self.options)


GAME = KingdomSquare

WORDS = words_of(KingdomSquare.actions)
"""The words of actions; a lesson's step may wait for one of them."""

FORMER = {
    1: {
        "as_printed": {"": "off"},
        "passed_over": {"": "nothing"},
        "sniping": {"": "attacks"},
        "shared_gains": {"": "own"},
        "magic_circle": {"": "own"},
        "divine_might": {"": "two"},
    }
}
"""The meanings of readings in matches of earlier editions (`engine.games.registry.as_played`)."""
