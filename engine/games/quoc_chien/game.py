"""Quốc Chiến as a game: the interface of `engine.core.game`, made from the kit and the modules here.

QC-1, QC-2.1 resolving/opening.py; QC-2 resolving/{phases,play_phase}.py; QC-3, QC-5 resolving/revealing.py;
QC-3.4, QC-4, QC-7, QC-10.2 position/kingdoms.py; QC-6 resolving/{damage,dying}.py; cards
resolving/{permitted,using,effects}.py; skills skills/, which go off when skills/going_off.py.
"""

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import asdict, replace
from typing import Any, ClassVar

from engine.core.board import Board
from engine.core.decisions import TURN, Trace, Violation, broken
from engine.core.depiction import Person
from engine.core.document import Entry
from engine.core.faults import InputFault
from engine.core.game import BY, Ruleset
from engine.core.ids import PieceId, Seat
from engine.core.options import Option
from engine.core.phrase import SILENCE, Fact, Phrase
from engine.core.unusable import TEXTS as UNUSABLE
from engine.core.views import UseView
from engine.games.quoc_chien.content.cards import Kind, card_of, is_card, names
from engine.games.quoc_chien.content.generals import Gender, generals, skill_names
from engine.games.quoc_chien.options import OFFERED
from engine.games.quoc_chien.play import QuocPlay
from engine.games.quoc_chien.position.actions import Discard, EndPlay, Respond, Reveal, Use, UseSkill
from engine.games.quoc_chien.position.counts import Family
from engine.games.quoc_chien.position.moving import wearer
from engine.games.quoc_chien.position.registry import effect_of, skills_of
from engine.games.quoc_chien.position.skill import is_played
from engine.games.quoc_chien.position.state import (
    ASIDE,
    DISCARDS,
    MARKS,
    SEATS,
    State,
    alive,
    equipment_of,
    health_of,
    most_health,
    own,
    rule,
    tabletop,
)
from engine.games.quoc_chien.resolving.opening import opening
from engine.games.quoc_chien.resolving.positions import position
from engine.games.quoc_chien.skills.doing import Doing
from engine.games.quoc_chien.telling import grouping
from engine.games.quoc_chien.telling.asking import chosen_as, question_to, shown_by
from engine.games.quoc_chien.telling.checking import checks
from engine.games.quoc_chien.telling.consequences import consequences
from engine.games.quoc_chien.telling.meaning import meant
from engine.games.quoc_chien.telling.printed import card_label, effect_text, general_text, skill_effect
from engine.games.quoc_chien.telling.reaching import distances
from engine.games.quoc_chien.telling.spelling import foreseen, spelled
from engine.games.quoc_chien.telling.standing import standing
from engine.games.quoc_chien.texts import TEXTS
from engine.kit.choosing.actions import NONE, Choose, GameAction, Pass, words_of
from engine.kit.resolving.answer_windows import Asks
from engine.kit.resolving.combinations import Choosing
from engine.kit.resolving.frames import amended
from engine.kit.scenario_words import Check
from engine.kit.zones.box import CardId
from engine.kit.zones.zone_layout import cells_of


class QuocChien(QuocPlay):
    """Quốc Chiến on one board with one ruleset."""

    name = "quoc_chien"
    texts = TEXTS
    not_now = rule(2, 2)
    settable: ClassVar = {"health": (1, 20), "max_health": (1, 20)}
    state_kind = State

    def __init__(self, board: Board, ruleset: Ruleset) -> None:
        """Bind the game to a board and a ruleset.

        Raises:
            InputFault: the board lacks this game's zones, or the ruleset names what doesn't exist.
        """
        self.options = OFFERED.options_of(ruleset)
        cells = set(board.surface.cells)
        self.usual_seats = tuple(seat for seat in SEATS if f"{seat}.head" in cells)
        places = set(cells_of(tabletop()))
        absent = {cell for cell in places if cell.partition(".")[0] in set(SEATS) - set(self.usual_seats)}
        lacking = places - absent - cells
        if lacking or len(self.usual_seats) < 2:  # nobody plays alone
            lacks = ", ".join(sorted(lacking)) or "places for two players"
            raise InputFault(f"the board {board.name} lacks what Quốc Chiến needs: {lacks}")
        super().__init__(tabletop(), asks=Asks(self.options.asked))

    def readings(self) -> tuple[Option, ...]:
        """Return the readings of the rules that a table can choose between."""
        return OFFERED.readings

    def readings_in_force(self) -> Mapping[str, str]:
        """Return the value of each reading."""
        return asdict(self.options)

    def openings(self) -> Mapping[tuple[Seat, ...], dict[str, Any]]:
        """Return the setup of the standard opening for each number of seats; a full board's comes first."""
        sizes = range(len(self.usual_seats), 1, -1)
        groups = [self.usual_seats[:size] for size in sizes]
        return {group: {"seats": [str(seat) for seat in group], "box": "whole"} for group in groups}

    def initial(self, setup: Entry | None) -> State:
        """Return the position of a setup; None: the standard opening of the board's seats."""
        if setup is None:
            return self.begun(opening(self, self.usual_seats))
        return self.begun(position(self, setup))

    def violations(self, state: State, action: GameAction) -> tuple[Violation, ...]:
        """Return all rules that an action breaks.

        A skill may be written together with its later choices.
        """
        if spelled(self, state, action) or foreseen(self, state, action) is not None:
            return ()
        found = super().violations(state, action)
        if found and isinstance(action, Pass) and not super().violations(state, Choose(NONE, by=action.by)):
            return (broken(rule(2, 2), "choose_none"),)
        untimely = any(one.reason in ("not_now", "not_yours") for one in found)
        return (broken(rule(3, 2), "shown_when"),) if untimely and isinstance(action, Reveal) else found

    def listed(self, state: State, action: GameAction) -> GameAction:
        """Return a legal action as `legal_actions` lists it.

        An action that stands for several choices stays as written.
        """
        steps = spelled(self, state, action)
        return steps[0] if len(steps) == 1 else super().listed(state, action)

    def apply(self, state: State, action: GameAction) -> State:
        """Return the position after a legal action.

        Raises:
            IllegalActionFault: the action isn't legal.
        """
        steps = spelled(self, state, action)
        if not steps:
            later = foreseen(self, state, action)
            if later is None:
                return super().apply(state, action)
            bare, said = later
            return amended(self.patient(bare.by).apply(state, bare), Doing, said=said)
        patient = self.patient(steps[0].by)
        for step in steps:
            state = patient.apply(state, step)
        return state

    def parse_action(self, entry: Entry) -> GameAction:
        """Return the action that a scenario file writes.

        The common button for the end of a turn, on pages and pads, ends the play phase here (QC-2.2).
        """
        if "end_turn" not in entry.mapping():
            return super().parse_action(entry)
        given = entry.fields(required=("end_turn",), optional=(BY,))
        given["end_turn"].flag()
        by = given[BY].text(tuple(map(str, SEATS))) if BY in given else None
        return EndPlay(by=None if by is None else Seat(by))

    def patient(self, seat: Seat | None) -> "QuocChien":
        """Return the game that asks a seat even where there's only one way.

        It's for actions that are written out in full.
        """
        patient = copy(self)
        patient.asks_the_obvious = seat
        patient.forget()
        return patient

    def trace(self, state: State, action: GameAction) -> Trace:
        """Return the changes that an action leaves on the table.

        Passing, or choosing a number or a player, leaves nothing. Only a tablet can make a pass hold until
        the turn ends.
        """
        found = super().trace(state, action)
        if not isinstance(action, Choose | Pass) or self.table_of_actions.cards(action):
            return found
        stands = isinstance(action, Pass) and action.standing
        return replace(found, silent=True, explicit=found.explicit or stands)

    def is_secret_choice(self, state: State, action: GameAction) -> bool:
        """Tell whether only its seat may know if an action is possible.

        A hidden general's skill makes it so.
        """
        if isinstance(action, UseSkill | Use | Respond) and action.by is not None:
            open_ones = {skill.name for skill in skills_of(state, action.by)}
            if isinstance(action, UseSkill):
                return action.skill in skill_names() and action.skill not in open_ones
            if action.as_:
                return True
        return super().is_secret_choice(state, action)

    def one_by_one(self, action: GameAction) -> Sequence[GameAction]:
        """Return a discard of several cards as one action a card."""
        if isinstance(action, Discard) and len(action.discard) > 1:
            return [replace(action, discard=(card,)) for card in action.discard]
        return super().one_by_one(action)

    def card_kind(self, card: str) -> str:
        """Return a card's kind, or a general's kingdom."""
        return str(card_of(card).kind) if is_card(card) else str(generals()[card].kingdom)

    def card_effects(self, name: str) -> tuple[str, ...]:
        """Return a card's name without suit and rank: each name has its own effect."""
        return (card_of(name).name,) if is_card(name) else ()

    def card_person(self, name: str) -> Person | None:
        """Return the general that a card shows."""
        if is_card(name):
            return None
        one = generals()[name]
        return Person(name, str(one.kingdom), one.gender is Gender.FEMALE)

    def card_label(self, card: str) -> Phrase:
        """Return a card's name with suit and rank, or a general's name."""
        return card_label(card)

    def card_text(self, card: str) -> Phrase:
        """Return the text of a card, or of a general's skills."""
        if card in generals():
            return general_text(card, self.options)
        return effect_text(card_of(card).name, self.options)

    def question(self, state: State, seat: Seat) -> Phrase:
        """Return the question to a seat: the card that it answers, the user, and the price of passing."""
        found = self.waiting(state)
        if found is None or found.kind == TURN or seat not in found.seats:
            return SILENCE
        legal = [one for one in self.legal_actions(state) if one.by == seat]
        return question_to(state, seat, self.seat_label, legal)

    def own_text(self, state: State, action: GameAction) -> Phrase:
        """Return an action as its chooser's button says it.

        Consent to a skill is its use, or a pass; a card that is chosen to be discarded is discarded. If the
        skill is a hidden general's, the button says that the general is shown.
        """
        frame = state.stack[-1] if state.stack else None
        if isinstance(action, Choose) and isinstance(frame, Choosing):
            return super().own_text(state, chosen_as(frame, action))
        said = super().own_text(state, action)
        shows = shown_by(state, action)
        return TEXTS.say("reveals", deed=said, general=self.card_label(shows)) if shows else said

    def consequences(self, before: State, after: State) -> Sequence[Phrase]:
        """Return compared points, and lost health with its cause."""
        return tuple(consequences(before, after, self.seat_label))

    def own_note(self, state: State, action: GameAction) -> Phrase:
        """Return the text of the skill that an action uses."""
        del state
        return skill_effect(action.skill, self.options) if isinstance(action, UseSkill) else SILENCE

    def card_numbers(self, card: str) -> Sequence[tuple[str, int]]:
        """Return a general's half health points, or a weapon's range."""
        if card in generals():
            return (("halves", generals()[card].halves),)
        return (("range", card_of(card).reach),) if card_of(card).reach else ()

    def word(self, fact: str) -> Fact | None:
        """Return the name of a card in an action or a rule, without suit and rank."""
        return names()[fact].head.label if fact in names() else None

    def with_number(self, state: State, seat: Seat, what: str, number: int) -> State:
        """Return the position with a seat's health or its limit set; a lower limit lowers both."""
        if what == "health" and number > most_health(state, seat):
            raise InputFault(UNUSABLE.say("correcting.limit", most=most_health(state, seat)))
        state = super().with_number(state, seat, what, number)
        return super().with_number(
            state, seat, "health", min(health_of(state, seat), most_health(state, seat))
        )

    def shelves(self, state: State, card: CardId) -> Sequence[str]:
        """Return the places where an arbiter may lay an open card.

        They are the discard pile, and a place before a player who has room for the card. Generals stay in
        their places. So does a card with others under it, such as a treasure with its cargo.
        """
        before = state.zones.zone_of(card)
        if not is_card(card) or before is None:
            return ()
        owner, under = wearer(state, card), effect_of(card).under
        if owner is not None and under and state.zones.count(own(owner, under)):
            return ()
        kind, seats = card_of(card).kind, alive(state)
        laid = [own(seat, "judgment") for seat in seats if kind is Kind.DELAYED]
        worn = [
            own(seat, "equipment")
            for seat in seats
            if kind.is_equipment and equipment_of(state, seat, kind) is None
        ]
        return (DISCARDS, *laid, *worn)

    def numbers(self, state: State, seat: Seat) -> Sequence[tuple[str, int]]:
        """Return a seat's health and its limit, once it has generals, and the number of its hand cards."""
        most = most_health(state, seat)
        shown = (("health", health_of(state, seat)), ("max_health", most)) if most else ()
        aside = (*ASIDE, "cargo", "guises", "wounds", "dealt")
        return (
            *shown,
            *((mark, 1) for mark in MARKS if state.counters[seat, Family.GIVEN.of(mark)]),
            *((what, count) for what, count in self.sizes(state, seat) if count or what not in aside),
        )

    def intents(self, state: State, piece: PieceId, place: str) -> Sequence[GameAction]:
        """Return the action that a card's new cell means: its use, in the player's play phase."""
        return meant(self, state, piece)

    def uses(self, state: State, seat: Seat) -> tuple[UseView, ...]:
        """Return a seat's cards and actions, and its distances to the others."""
        return (*super().uses(state, seat), *distances(state, seat, self.seat_label))

    def checks(self) -> Mapping[str, Check]:
        """Return the facts of this game."""
        return checks(self.tabletop, self._skills_now)

    def _skills_now(self, state: State, seat: Seat) -> list[str]:
        legal = self.legal_actions(state) if self.waiting(state) is not None else ()
        named = {action.skill for action in legal if isinstance(action, UseSkill) and action.by == seat}
        always = {
            skill.name for skill in skills_of(state, seat) if skill.must and is_played(skill, self.options)
        }
        return sorted(named | always)

    def standing(self, state: State, seat: Seat) -> float:
        """Return how well a seat stands: its own and its kingdom's health and cards, against the others'."""
        return standing(state, seat)

    def group_titles(self) -> Mapping[str, str]:
        """Return the titles of the groups that reports count wins by."""
        return grouping.TITLES

    def groups(
        self, played: Sequence[tuple[Seat | None, GameAction]], final: State
    ) -> Mapping[str, Mapping[Seat, Sequence[str]]]:
        """Return each seat's kingdom and generals, and the skills and cards that it used."""
        return grouping.groups(played, final)


GAME = QuocChien

WORDS = words_of(QuocChien.actions)
"""The words of actions; a lesson's step may wait for one of them."""

FORMER = {
    1: {
        "qiangxi": {"": "reaching"},
        "qice": {"": "any"},
        "fengshi": {"": "asked"},
        "huashen": {"": "one"},
        "nullify": {"": "always"},
        "moved": {"": "laid"},
        "order": {"": "added"},
        "lord_side": {"": "apart"},
        "reward_order": {"": "half"},
        "declining": {"": "pass"},
    }
}
"""The readings of matches of earlier editions (`engine.games.registry.as_played`)."""
