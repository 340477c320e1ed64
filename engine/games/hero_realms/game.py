"""Hero Realms as a game: the interface of `engine.core.game`, made from the kit and the modules here.

DG-3, DG-4 turn/main.py and turn/working.py; DG-5 turn/main.py; DG-6, DG-8 position/sides.py; DG-7
turn/ending.py; DG-1, DG-2 content/ and turn/opening.py.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import ClassVar

from engine.core.advice import LeftToDo
from engine.core.board import Board
from engine.core.decisions import TURN, Trace, Violation
from engine.core.depiction import Person
from engine.core.document import Entry
from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.core.ids import PieceId, Seat
from engine.core.options import Option
from engine.core.phrase import Phrase
from engine.core.sentences import joined
from engine.core.views import UseView
from engine.games.hero_realms.content import words
from engine.games.hero_realms.content.cards import FIRE_GEM, box, record
from engine.games.hero_realms.options import OFFERED
from engine.games.hero_realms.position.actions import ACTIONS, Acquire, Attack, EndTurn
from engine.games.hero_realms.position.sides import health_of, holder
from engine.games.hero_realms.position.state import (
    GEMS,
    SEATS,
    Format,
    State,
    Tallied,
    missing,
    rule,
    shelves,
    tabletop,
)
from engine.games.hero_realms.telling import grouping, standing
from engine.games.hero_realms.telling.checking import checks
from engine.games.hero_realms.telling.depicting import person_on, signs_on
from engine.games.hero_realms.telling.foreseeing import prospects
from engine.games.hero_realms.telling.left import left_in_turn
from engine.games.hero_realms.telling.meaning import meant, meant_out_of_turn
from engine.games.hero_realms.telling.owing import refused
from engine.games.hero_realms.telling.using import actions_in_turn
from engine.games.hero_realms.texts import TEXTS
from engine.games.hero_realms.turn.ending import ENDING_FRAMES
from engine.games.hero_realms.turn.main import Main, combat_of, enough
from engine.games.hero_realms.turn.opening import OPENING_FRAMES, opening
from engine.games.hero_realms.turn.positions import position
from engine.games.hero_realms.turn.working import WORKING_FRAMES
from engine.kit.choosing.actions import GameAction, words_of
from engine.kit.draws import Drawing
from engine.kit.game import TableGame
from engine.kit.resolving.frames import answered
from engine.kit.scenario_words import Check
from engine.kit.zones.box import CardId, name_of
from engine.kit.zones.zone_layout import cells_of

DECKS_A_BOX = 4
"""The number of players that one printed game has starting cards for: 28 gold, four of each other card
(DG-1.1)."""


class HeroRealms(TableGame[State]):
    """Hero Realms on one board with one ruleset."""

    name = "hero_realms"
    texts = TEXTS
    not_now = rule(3, 1)
    settable: ClassVar = {"health": (1, 999), "gold": (0, 99), "combat": (0, 99)}
    state_kind = State
    frames = (Main, *WORKING_FRAMES, *ENDING_FRAMES, *OPENING_FRAMES)
    actions = ACTIONS

    def __init__(self, board: Board, ruleset: Ruleset) -> None:
        """Bind the game to a board and a ruleset.

        Raises:
            InputFault: the board lacks this game's zones, or the ruleset names what doesn't exist.
        """
        self.options = OFFERED.options_of(ruleset)
        cells = set(board.surface.cells)
        self.usual_seats = tuple(seat for seat in SEATS if f"{seat}.champions" in cells)
        all_cards = box(printed=self.options.counts == "printed")
        lacking = set(cells_of(tabletop(self.usual_seats, all_cards))) - cells
        if lacking or len(self.usual_seats) < 2:  # nobody plays alone
            lacks = ", ".join(sorted(lacking)) or "places for two players"
            raise InputFault(f"the board {board.name} lacks what Hero Realms needs: {lacks}")
        super().__init__(tabletop(SEATS, all_cards))

    def readings(self) -> tuple[Option, ...]:
        """Return the readings of the rules that a table can choose between."""
        return OFFERED.readings

    def readings_in_force(self) -> Mapping[str, str]:
        """Return the value of each reading."""
        return asdict(self.options)

    def ways(self) -> Mapping[str, Mapping[str, str]]:
        """Return the way by the book: partners end their turn together.

        In scenarios one may end it for both.
        """
        return {"book": {"joint_end": "both"}}

    def boxes(self, players: int) -> int:
        """Return how many printed games a number of players needs: one has four starting decks (DG-1.1)."""
        return -(-players // DECKS_A_BOX)

    def openings(self) -> Mapping[tuple[Seat, ...], dict[str, object]]:
        """Return the setup of the standard opening for each number of seats, the whole board's first."""
        least = {"free_for_all": 2, "song_dau": 4}.get(self.options.format, 3)
        most = 4 if self.options.format == "song_dau" else len(self.usual_seats)
        sizes = range(most, least - 1, -1)
        groups = [self.usual_seats[:size] for size in sizes if size <= len(self.usual_seats)]
        return {group: {"seats": [str(seat) for seat in group], "box": "whole"} for group in groups}

    def initial(self, setup: Entry | None) -> State:
        """Return the position of a setup; None: the standard opening of the board's seats."""
        if setup is None:
            return self.begun(opening(self, self.usual_seats, Format(self.options.format)))
        return self.begun(position(self, setup))

    def main(self, side: tuple[Seat, ...]) -> Main:
        """Return the main phase of a side."""
        return Main(side)

    def completed(self, state: State, action: GameAction) -> GameAction:
        """Return an action as `legal_actions` lists it: an attack with its champion's owner and amount."""
        waiting = self.waiting(state)
        if waiting is not None and action.by is None and state.turn in waiting.seats and waiting.kind == TURN:
            action = replace(action, by=state.turn)
        if isinstance(action, Attack):
            action = self._aimed(state, action)
        return super().completed(state, action)

    def _aimed(self, state: State, action: Attack) -> Attack:
        seat = action.by if action.by is not None else state.turn
        named = str(action.attack)
        if named in state.seats:
            least = max(1, health_of(state, Seat(named)))
            usual = min(combat_of(state, seat, shared=False), least)
            return action if action.amount is not None else replace(action, amount=max(1, usual))
        zones = state.zones
        owners = state.seats if action.owner is None else (action.owner,)
        candidates = [
            (owner, card)
            for owner in owners
            for card in zones.known(f"{owner}.champions")
            if named in (card, card.partition("#")[0]) and (owner != seat or action.owner == seat)
        ]
        if not candidates:
            return action
        owner, card = candidates[0]
        amount = action.amount if action.amount is not None else missing(state, card)
        return replace(action, attack=str(card), owner=owner, amount=amount)

    def listed(self, state: State, action: GameAction) -> GameAction:
        """Return a legal action as it's listed: an attack with no more combat than it needs.

        The table doesn't show that more was meant, and more isn't offered (DG-6.2).
        """
        found = super().listed(state, action)
        meant = self.completed(state, found)
        if not isinstance(meant, Attack) or self._overdone(state, meant) is None:
            return found
        return replace(meant, amount=enough(state, str(meant.attack)))

    def volunteered(self, state: State, action: GameAction) -> State | None:
        """Return the result of an action that a player may take though it isn't listed.

        Examples are buying another fire gem than the listed one, and attacking with more combat than is
        needed.
        """
        if isinstance(action, Attack):
            return self._overdone(state, action)
        if not isinstance(action, Acquire) or not state.zones.is_in(action.acquire, GEMS):
            return None
        listed = replace(action, acquire=state.zones.known(GEMS)[0])
        return answered(self, state, action) if self.is_listed(state, listed) else None

    def _overdone(self, state: State, action: Attack) -> State | None:
        known = str(action.attack) in (*self.tabletop.box.numbers, *state.seats)
        if not known or action.by is None or action.amount is None:
            return None
        needed = enough(state, str(action.attack))
        spent = combat_of(state, action.by, shared=action.owner is not None)
        listed = replace(action, amount=needed)
        does = needed < action.amount <= spent and self.is_listed(state, listed)
        return answered(self, state, action) if does else None

    def twins(self, state: State, piece: PieceId) -> Sequence[PieceId]:
        """Return the fire gems of the pile that may be laid for one that was bought."""
        gems = state.zones.known(GEMS)
        return gems if name_of(piece) == FIRE_GEM and piece not in gems else ()

    def trace(self, state: State, action: GameAction) -> Trace:
        """Return the changes that an action leaves on the table.

        The end of a turn that only takes cards out of a hand has to be announced, because a card that slipped
        onto the discard pile would look the same.
        """
        found = super().trace(state, action)
        if not isinstance(action, EndTurn):
            return found
        beside = {piece for piece, lies in self.layout(state).items() if not lies.piled}
        return replace(found, explicit=True) if found.pieces.isdisjoint(beside) else found

    def violations(self, state: State, action: GameAction) -> tuple[Violation, ...]:
        """Return all rules that an action breaks; open draws come first."""
        return refused(state, action, super().violations(state, action))

    def card_kind(self, card: str) -> str:
        """Return a card's faction, or the word for items."""
        one = record(card)
        return str(one.faction) if one.faction != "none" else str(one.kind)

    def card_label(self, card: str) -> Phrase:
        """Return a card's name."""
        return record(card).head.label

    def card_text(self, card: str) -> Phrase:
        """Return the text of a card, made from its effects."""
        one = record(card)
        parts = [words.WORDS.texts(one.play)] if one.play else []
        for ability in ("expend", "ally", "sacrifice"):
            does = getattr(one, ability)
            if does:
                parts.append(self.texts.say(f"abilities.{ability}", does=words.WORDS.texts(does)))
        if one.is_champion:
            key = "guard" if one.guard else "champion"
            parts.insert(0, self.texts.say(f"abilities.{key}", defense=one.defense))
        return joined(parts, "sentences")

    def card_effects(self, name: str) -> tuple[str, ...]:
        """Return a card's name and the words of its effects, for its art."""
        return signs_on(name)

    def card_person(self, name: str) -> Person | None:
        """Return the champion that a card shows."""
        return person_on(name)

    def with_number(self, state: State, seat: Seat, what: str, number: int) -> State:
        """Return the position with another number for a seat; a team's health belongs to its side."""
        return super().with_number(state, holder(state, seat) if what == "health" else seat, what, number)

    def numbers(self, state: State, seat: Seat) -> Sequence[tuple[str, int]]:
        """Return a seat's health and pools, and the numbers of its cards that nobody can count."""
        pools = [(str(what), state.counters[seat, what]) for what in (Tallied.GOLD, Tallied.COMBAT)]
        shown = [one for one in pools if one[1] or seat == state.turn]
        return (("health", health_of(state, seat)), *shown, *self.sizes(state, seat))

    def intents(self, state: State, piece: PieceId, place: str) -> Sequence[GameAction]:
        """Return the actions that a card's new cell means, legal or not."""
        card = next((one for one in (piece,) if one in self.tabletop.box.numbers), None)
        frame = state.stack[-1] if state.stack else None
        if card is None or not isinstance(frame, Main | Drawing):
            return ()
        # A player who plays out of turn, or while others draw, still means a play.
        actors = frame.side if isinstance(frame, Main) else state.in_play
        card = self.tabletop.box.cards[self.tabletop.box.numbers[card]]
        found = (*meant(state, card, place, actors), *meant_out_of_turn(state, card, place, actors))
        return tuple(self.completed(state, one) for one in found)

    def card_numbers(self, card: str) -> Sequence[tuple[str, int]]:
        """Return a card's cost, if it can be bought, and a champion's defense."""
        one = record(card)
        cost = () if one.cost is None else (("cost", one.cost),)
        return (*cost, ("defense", one.defense)) if one.is_champion else cost

    def shelves(self, state: State, card: CardId) -> Sequence[str]:
        """Return where an arbiter may lay an open card: into the match, into the row, or out of it."""
        return [
            zone
            for zone in shelves(card)
            if (owner := self.tabletop.zone(zone).owner) is None or owner in state.seats
        ]

    def uses(self, state: State, seat: Seat) -> tuple[UseView, ...]:
        """Return a seat's hand and, in its turn, targets, purchases and abilities, or the rules against."""
        found, waiting = super().uses(state, seat), self.waiting(state)
        if waiting is None or waiting.kind != TURN or seat not in waiting.seats:
            return found
        hand = state.zones.known(f"{seat}.hand")
        held = [use for use in found if use.key in hand]
        return (*held, *actions_in_turn(self, state, seat))

    def left_to_do(self, state: State) -> Iterable[LeftToDo]:
        """Yield the things that can still be done in a turn, or a choice that must be made."""
        found = self.waiting(state)
        if found is None or found.kind != TURN:
            return super().left_to_do(state)
        return left_in_turn(self, state, found.seats)

    def checks(self) -> Mapping[str, Check]:
        """Return the facts of this game."""
        return checks(self.tabletop)

    def standing(self, state: State, seat: Seat) -> float:
        """Return how well a seat stands against the others."""
        return standing.standing(state, seat)

    def prospects(self, state: State, seat: Seat, actions: Sequence[GameAction]) -> Sequence[float]:
        """Return how well a seat would stand after each of these legal actions."""
        return prospects(self, state, seat, actions)

    def group_titles(self) -> Mapping[str, str]:
        """Return the titles of the groups that reports count wins by."""
        return grouping.TITLES

    def groups(
        self, played: Sequence[tuple[Seat | None, GameAction]], final: State
    ) -> Mapping[str, Mapping[Seat, Sequence[str]]]:
        """Return the faction that each seat bought most of, and the cards that it played."""
        del final
        return grouping.groups(played, self.card_kind)


GAME = HeroRealms

WORDS = words_of(HeroRealms.actions)
"""The words of actions; a lesson's step may wait for one of them."""

FORMER = {1: {"guard_hand": {"": "shielded"}}}
"""Former meanings of readings, in matches of earlier editions (`engine.games.registry.as_played`)."""
