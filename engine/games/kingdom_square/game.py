"""KingdomSquare as a game: the interface of `engine.core.game`, on the kit, by the modules beside this one.

Cards are made of atoms/. KS-1 turn/deck_rules.py; KS-2 position/stats.py; KS-3 turn/damage.py,
turn/phases.py, turn/time_limit.py; KS-4 turn/opening.py; KS-5 turn/phases.py; KS-6 turn/usable_now.py and
turn/costs_and_draws.py; KS-7, KS-10 turn/moves.py; KS-8 turn/battles.py; KS-9 position/field.py and
position/aims.py; KS-11 turn/effects.py and turn/skills_and_abilities.py.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import ClassVar

from engine.core.advice import Advice
from engine.core.board import Board
from engine.core.decisions import Trace, Violation
from engine.core.decks import Deck, DeckPart
from engine.core.document import Entry
from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.core.ids import PieceId, Seat
from engine.core.options import Option
from engine.core.phrase import SILENCE, Phrase
from engine.core.unusable import TEXTS as UNUSABLE
from engine.core.views import UseView
from engine.games.kingdom_square.content.card_text import text_of
from engine.games.kingdom_square.content.cards import cards, record
from engine.games.kingdom_square.content.printed import Kind
from engine.games.kingdom_square.match import Counts, State
from engine.games.kingdom_square.options import OFFERED
from engine.games.kingdom_square.position.actions import (
    DEEDS,
    Begin,
    Concede,
    Move,
    TimeUp,
)
from engine.games.kingdom_square.position.field import SEATS, TILES, foe
from engine.games.kingdom_square.position.state import (
    counted_as,
    hero,
    is_hero,
    own,
    rule,
    seat_of,
    slug_of,
    stand,
    tabletop,
    tile_of,
    usable,
)
from engine.games.kingdom_square.position.stats import left
from engine.games.kingdom_square.telling import grouping
from engine.games.kingdom_square.telling.checking import checks
from engine.games.kingdom_square.telling.decks import (
    deck_parts,
    faults_of,
    prints_of,
    sample_decks,
    setup_of,
)
from engine.games.kingdom_square.telling.depicting import signs_on
from engine.games.kingdom_square.telling.laying import meant_by_laying
from engine.games.kingdom_square.telling.meaning import meant, read
from engine.games.kingdom_square.telling.reaching import shown, with_reach
from engine.games.kingdom_square.telling.standing import standing
from engine.games.kingdom_square.texts import TEXTS
from engine.games.kingdom_square.turn.battles import Battling, Rushing, Swapping
from engine.games.kingdom_square.turn.book_searches import Fetching, Pawning, Wondering
from engine.games.kingdom_square.turn.card_choices import Choice, Weighing
from engine.games.kingdom_square.turn.consequences import Event, Follows
from engine.games.kingdom_square.turn.costs_and_draws import Drawn, Dropping, Milling, OpenDrawing, Paying
from engine.games.kingdom_square.turn.damage import ended
from engine.games.kingdom_square.turn.effects import (
    DIES,
    SUMMONED,
    Recalling,
    Reclaiming,
    Returning,
    Working,
    face_at,
)
from engine.games.kingdom_square.turn.moves import Exploring, Moving, turns_back
from engine.games.kingdom_square.turn.opening import OPENING_FRAMES, opening, position
from engine.games.kingdom_square.turn.phases import DrawPhase, Ending, Main, Starting
from engine.games.kingdom_square.turn.shifts import Chaining, Shoving, Whirling
from engine.games.kingdom_square.turn.skills_and_abilities import Casting, Lifting, Responding, Using
from engine.games.kingdom_square.turn.time_limit import timed_out
from engine.kit.changed import altered
from engine.kit.choosing.actions import GameAction
from engine.kit.game import TableGame
from engine.kit.resolving.answer_windows import Asks
from engine.kit.resolving.frames import StackFrame
from engine.kit.scenario_words import Check
from engine.kit.zones.box import CardId, bits
from engine.kit.zones.zone_layout import cells_of


class KingdomSquare(TableGame[State]):
    """KingdomSquare on one board with one ruleset."""

    name = "kingdom_square"
    catalogue = TEXTS
    not_now = rule(5, 5)
    has_decks = True
    settable: ClassVar = {"hp": (1, 99)}
    state_kind = State
    frames = (
        Main,
        Starting,
        DrawPhase,
        Ending,
        Drawn,
        Dropping,
        Paying,
        Milling,
        OpenDrawing,
        Casting,
        Using,
        Lifting,
        Responding,
        Moving,
        Exploring,
        Battling,
        Swapping,
        Rushing,
        Follows,
        Working,
        Returning,
        Reclaiming,
        Recalling,
        Fetching,
        Pawning,
        Wondering,
        Shoving,
        Chaining,
        Whirling,
        Weighing,
        *OPENING_FRAMES,
    )
    actions = DEEDS

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

    def packs(self) -> tuple[str, ...]:
        """Return the content packs that come with the game."""
        return ("house",)

    def openings(self) -> Mapping[tuple[Seat, ...], dict[str, object]]:
        """Return the setup of the standard opening."""
        return {SEATS: {"box": "whole"}}

    def initial(self, setup: Entry | None) -> State:
        """Return the position of a setup; None: the standard opening with the chosen sample decks."""
        return self.begun(opening(self) if setup is None else position(self, setup))

    def pieces(self, state: State) -> tuple[PieceId, ...]:
        """Return the cards that are in the match."""
        unnamed = 0
        for pool in state.zones.pools:
            unnamed |= pool
        inside = set(bits(unnamed)) | {n for n, at in enumerate(state.zones.where) if at >= 0}
        return tuple(card for n, card in enumerate(self.tabletop.box.cards) if n in inside)

    def short_name(self, piece: str) -> str:
        """Return the number of a card, whosever it is: `f.no.17#2` is `no.17`."""
        return slug_of(piece) if piece in self.tabletop.box.numbers and not is_hero(piece) else piece

    def parse_action(self, entry: Entry) -> GameAction:
        """Return the action that a scenario file writes: cards by their number, without whose they are."""
        return super().parse_action(read(entry))

    def format_action(self, action: GameAction) -> dict[str, object]:
        """Return the action as scenario files write it."""
        written = super().format_action(action)
        if "counter" in written:
            written["counter"] = written["counter"] == "true"
        return written

    def completed(self, state: State, action: GameAction) -> GameAction:
        """Return an action as `legal_actions` lists it: with copies, targets and what follows by rule."""
        waiting = self.waiting(state)
        seat = action.by
        if seat is None and waiting is not None and waiting.seats:
            seat = waiting.seats[0]
        legal = self.legal_actions(state)
        if action in legal:
            return action
        return super().completed(state, meant(self, state, action, seat))

    def following(self, state: State, what: Follows) -> tuple[StackFrame, ...]:
        """Return what follows from something that happened."""
        seat = what.seat
        match what.event:
            case Event.DIED:
                return (Working(seat, what.tile, what.what, DIES),)
            case Event.SUMMONED:
                gone = tile_of(state, what.what) is None
                source = what.tile if gone else what.what
                return (Working(seat, source, face_at(state, what.what), SUMMONED),)
            case Event.SAVED:
                return (Reclaiming(what.what),)
            case Event.DRAWS:
                return tuple(Drawn(seat) for _ in range(what.number))
            case Event.DISCARDS:
                return (Dropping(seat, what.number),)
            case Event.RANSOMED:
                return (Weighing(seat, Choice.RANSOM, what.what, what.number),)
            case Event.LECTURED:
                return (Drawn(seat), Dropping(seat, 1))
            case Event.RUSHES:
                return (Rushing(seat, what.number),)

    def is_anytime(self, action: GameAction) -> bool:
        """Tell whether any seat may do such an action at any time: conceding (KS-3)."""
        return isinstance(action, Concede)

    def volunteered(self, state: State, action: GameAction) -> State | None:
        """Return the state after a seat has conceded, or whoever is asked has called time (KS-3)."""
        timed = self.options.time_limit == "on" and all(
            tile_of(state, hero(one)) is not None for one in SEATS
        )
        if isinstance(action, TimeUp) and timed:
            return replace(timed_out(state), stack=())
        if not isinstance(action, Concede) or action.by is None:
            return None
        return replace(ended(state, (foe(action.by),), rule(3), "conceded"), stack=())

    def trace(self, state: State, action: GameAction) -> Trace:
        """Return what the table shows of an action; nobody can see that a unit has come to a tile twice."""
        found = super().trace(state, action)
        unseen = isinstance(action, Move) and turns_back(state, action)
        return replace(found, explicit=True) if unseen else found

    def is_open(self, state: State, card: PieceId, seat: Seat | None) -> bool:
        """Tell whether a seat may be shown a card: of the other's graveyard only the top (KS-12)."""
        zone = state.zones.zone_of(card)
        if zone is None or zone.owner in (None, seat) or zone.name != own(zone.owner, "graveyard"):
            return True
        return self.options.graveyard == "top" and state.zones.cards(zone.name)[0] == card

    def is_secret_choice(self, state: State, action: GameAction) -> bool:
        """Tell whether only one seat may know if an action is possible.

        Where a hero may start says where a start point lies face down (KS-4.6).
        """
        return isinstance(action, Begin) or super().is_secret_choice(state, action)

    def whose(self, state: State, card: PieceId) -> Seat | None:
        """Return whose a card is; a unit is its player's wherever it stands, an explored land nobody's."""
        is_unit = is_hero(card) or record(slug_of(card)).kind in (Kind.UNIT, Kind.TOKEN)
        if is_unit and tile_of(state, card) is not None:
            return seat_of(card)
        return super().whose(state, card)

    def card_kind(self, card: str) -> str:
        """Return what kind of card it is."""
        return "hero" if is_hero(card) else str(record(slug_of(card)).kind)

    def card_effects(self, name: str) -> tuple[str, ...]:
        """Return a card's classes, the words of what it does, and its element, for its art."""
        return () if is_hero(name) else signs_on(slug_of(name))

    def card_label(self, card: str) -> Phrase:
        """Return a card's name."""
        if is_hero(card):
            return self.catalogue.say("hero", seat=self.seat_label(seat_of(card)))
        return record(slug_of(card)).head.label

    def card_text(self, card: str) -> Phrase:
        """Return what stands on a card, made from its effects."""
        if is_hero(card):
            return SILENCE
        return text_of(record(slug_of(card)))

    def card_numbers(self, card: str) -> Sequence[tuple[str, int]]:
        """Return a card's cost, attack, defense and speed, as far as they're printed on it."""
        one = None if is_hero(card) else record(slug_of(card))
        if one is None or one.kind is Kind.LAND:
            return ()
        stats = (("at", one.at), ("df", one.df), ("sp", one.sp)) if one.kind is not Kind.SKILL else ()
        return ((("cost", one.cost),) if one.kind is not Kind.TOKEN else ()) + tuple(stats)

    def with_number(self, state: State, seat: Seat, what: str, number: int) -> State:
        """Return the position where a hero's HP is another, by the damage it has taken."""
        del what
        one = hero(seat)
        there = tile_of(state, one) is not None
        whole = left(self, state, one) + state.counters[one, Counts.DAMAGE] if there else 0
        if number > whole:
            raise InputFault(UNUSABLE.say("correcting.limit", most=whole))
        return counted_as(state, one, Counts.DAMAGE, whole - number)

    def shelves(self, state: State, card: CardId) -> Sequence[str]:
        """Return where an arbiter may lay an open card: a unit on a tile or in its owner's graveyard."""
        is_unit = is_hero(card) or record(slug_of(card)).kind in (Kind.UNIT, Kind.TOKEN)
        stays = is_hero(card) or slug_of(card).startswith("token")
        return [
            *(stand(tile) for tile in TILES if is_unit),
            *([] if stays or not is_unit else [own(seat_of(card), "graveyard")]),
        ]

    def with_card(self, state: State, card: CardId, zone: str) -> State:
        """Return the position with a unit elsewhere; from the field into a graveyard go its binds, too."""
        if zone != own(seat_of(card), "graveyard"):
            return altered(
                state, zones=state.zones.moved(card, zone, sideways=state.zones.look(card).sideways)
            )
        zones = state.zones
        for bind, object_ in state.binds:
            if object_ == card:
                zones = zones.moved(bind, own(seat_of(bind), "graveyard"))
        binds = tuple(one for one in state.binds if one[1] != card)
        turncoats = tuple(one for one in state.turncoats if one != card)
        return super().with_card(altered(state, zones=zones, binds=binds, turncoats=turncoats), card, zone)

    def numbers(self, state: State, seat: Seat) -> Sequence[tuple[str, int]]:
        """Return a hero's HP, and how many cards lie where nobody can count them."""
        there = tile_of(state, hero(seat)) is not None
        life = left(self, state, hero(seat)) if there else 0
        return (("hp", life), *self.sizes(state, seat))

    def intents(self, state: State, piece: PieceId, place: str) -> Sequence[GameAction]:
        """Return what is meant by putting a card in a cell, legal or not."""
        return meant_by_laying(self, state, piece, place)

    def uses(self, state: State, seat: Seat) -> tuple[UseView, ...]:
        """Return a seat's cards, those on its table too, each with its present cost and reach."""
        found = super().uses(state, seat)
        listed = {one.key for one in found}
        idle = (card for card in usable(state, seat) if card not in listed)
        return tuple(
            shown(state, seat, one)
            for one in (*found, *(self._use_view(state, seat, card, []) for card in idle))
        )

    def advice(self, state: State, piece: PieceId) -> Advice:
        """Return what a unit can do: where to, by which ways, whom it may attack, what its attack reaches."""
        found = super().advice(state, piece)
        if piece not in self.tabletop.box.numbers or tile_of(state, piece) is None:
            return found
        return with_reach(self, state, piece, found)

    def word(self, fact: str) -> Phrase | None:
        """Return the name of a card that is called by its number."""
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
        """Return the setup of a match where the first player has a deck."""
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
        """Return by what wins are counted in reports."""
        return grouping.TITLES

    def groups(
        self, played: Sequence[tuple[Seat | None, GameAction]], final: State
    ) -> Mapping[str, Mapping[Seat, Sequence[str]]]:
        """Return each seat's deck, and what it cast."""
        return grouping.groups(played, final, self.options)


GAME = KingdomSquare

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
"""What readings meant in matches of earlier editions (`engine.games.registry.as_played`)."""
