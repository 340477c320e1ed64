"""Quốc Chiến as a game: the interface of `engine.core.game`, on the kit, by the modules beside this one.

QC-1, QC-2.1 resolving/opening.py; QC-2 resolving/{phases,play_phase}.py; QC-3, QC-5 resolving/revealing.py;
QC-3.4, QC-4, QC-7, QC-10.2 position/kingdoms.py; QC-6 resolving/damage.py; cards
resolving/{permitted,using,effects}.py; skills skills/, which go off when skills/going_off.py.
"""

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import asdict, replace
from typing import Any, ClassVar

from engine.core.board import Board
from engine.core.decisions import Trace, Violation, broken
from engine.core.depiction import Person
from engine.core.document import Entry
from engine.core.faults import InputFault
from engine.core.game import BY, Ruleset
from engine.core.ids import PieceId, Seat
from engine.core.options import Option
from engine.core.phrase import Fact, Phrase
from engine.core.unusable import TEXTS as UNUSABLE
from engine.core.views import UseView
from engine.games.quoc_chien.content.cards import Kind, card_of, is_card, names
from engine.games.quoc_chien.content.generals import Gender, generals, skill_names
from engine.games.quoc_chien.options import OFFERED
from engine.games.quoc_chien.pages import PAGE_FRAMES
from engine.games.quoc_chien.position.actions import DEEDS, Discard, EndPlay, Respond, Reveal, Use, UseSkill
from engine.games.quoc_chien.position.counts import Family
from engine.games.quoc_chien.position.kingdoms import won
from engine.games.quoc_chien.position.registry import (
    has,
    is_played,
    roster_of,
    skills_of,
    usable_skills,
)
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
from engine.games.quoc_chien.resolving.changing import CHANGING_FRAMES
from engine.games.quoc_chien.resolving.comparing import COMPARING_FRAMES
from engine.games.quoc_chien.resolving.damage import DAMAGE_FRAMES, Healing, Losing
from engine.games.quoc_chien.resolving.effects import EFFECT_FRAMES
from engine.games.quoc_chien.resolving.extension import EXTENSION_FRAMES
from engine.games.quoc_chien.resolving.judging import JUDGING_FRAMES
from engine.games.quoc_chien.resolving.lapsing import lapsed
from engine.games.quoc_chien.resolving.nullifying import NULLIFYING_FRAMES
from engine.games.quoc_chien.resolving.obvious import OBVIOUS_FRAMES
from engine.games.quoc_chien.resolving.opening import OPENING_FRAMES, opening
from engine.games.quoc_chien.resolving.phases import PHASE_FRAMES, Turn, turn_cleared
from engine.games.quoc_chien.resolving.playing import PLAYING_FRAMES
from engine.games.quoc_chien.resolving.positions import position
from engine.games.quoc_chien.resolving.returning import RETURNING_FRAMES, returning
from engine.games.quoc_chien.resolving.revealing import REVEALING_FRAMES, SIX
from engine.games.quoc_chien.resolving.summoning import SUMMONING_FRAMES
from engine.games.quoc_chien.resolving.using import USING_FRAMES
from engine.games.quoc_chien.skills.doing import Doing
from engine.games.quoc_chien.skills.going_off import asks_anyway, triggers_of
from engine.games.quoc_chien.skills.used import shown_for, skill_used
from engine.games.quoc_chien.skills.wu.haoshi import Sharing
from engine.games.quoc_chien.telling import grouping
from engine.games.quoc_chien.telling.checking import checks
from engine.games.quoc_chien.telling.meaning import meant
from engine.games.quoc_chien.telling.printed import card_label, effect_text, general_text
from engine.games.quoc_chien.telling.reaching import distances
from engine.games.quoc_chien.telling.spelling import foreseen, spelled
from engine.games.quoc_chien.telling.standing import standing
from engine.games.quoc_chien.texts import TEXTS
from engine.kit.changed import altered
from engine.kit.choosing.actions import NONE, Choose, GameAction, Pass
from engine.kit.game import TableGame
from engine.kit.resolving.answer_windows import Asks
from engine.kit.resolving.frames import FrameStep, StackFrame, amended
from engine.kit.resolving.moments import Firing, Trigger
from engine.kit.scenario_words import Check
from engine.kit.zones.box import CardId
from engine.kit.zones.zone_layout import cells_of


class QuocChien(TableGame[State]):
    """Quốc Chiến on one board with one ruleset."""

    name = "quoc_chien"
    catalogue = TEXTS
    not_now = rule(2, 2)
    settable: ClassVar = {"health": (1, 20), "max_health": (1, 20)}
    state_kind = State
    frames = (
        *PHASE_FRAMES,
        *USING_FRAMES,
        *NULLIFYING_FRAMES,
        *EFFECT_FRAMES,
        *EXTENSION_FRAMES,
        *DAMAGE_FRAMES,
        *JUDGING_FRAMES,
        *PLAYING_FRAMES,
        *REVEALING_FRAMES,
        *RETURNING_FRAMES,
        *OPENING_FRAMES,
        *OBVIOUS_FRAMES,
        *COMPARING_FRAMES,
        *CHANGING_FRAMES,
        *SUMMONING_FRAMES,
        *PAGE_FRAMES,
    )
    actions = DEEDS
    asks_the_obvious: Seat | None = None
    """Of whom also a choice with one possible answer is asked."""

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

    @property
    def asks_all(self) -> bool:
        """Whether who might have an answer is asked, too."""
        return self.asks is Asks.ALL

    def readings(self) -> tuple[Option, ...]:
        """Return the readings of the rules that a table can choose between."""
        return OFFERED.readings

    def readings_in_force(self) -> Mapping[str, str]:
        """Return the value of each reading."""
        return asdict(self.options)

    def packs(self) -> tuple[str, ...]:
        """Return the content packs that come with the game."""
        return ("house",)

    def openings(self) -> Mapping[tuple[Seat, ...], dict[str, Any]]:
        """Return the setup of the standard opening for each number of seats, the whole board's first."""
        sizes = range(len(self.usual_seats), 1, -1)
        groups = [self.usual_seats[:size] for size in sizes]
        return {group: {"seats": [str(seat) for seat in group], "box": "whole"} for group in groups}

    def initial(self, setup: Entry | None) -> State:
        """Return the position of a setup; None: the standard opening of the board's seats."""
        if setup is None:
            return self.begun(opening(self, self.usual_seats))
        return self.begun(position(self, setup))

    def turn_of(self, seat: Seat) -> Turn:
        """Return a seat's turn."""
        return Turn(seat)

    def turn_ended(self, state: State) -> State:
        """Return the state without what lasts for a turn."""
        return altered(state, counters=turn_cleared(state.counters), standing=())

    def overdue(self, state: State, stack: tuple[StackFrame, ...]) -> FrameStep | None:
        """Return what ends with a skill that was lost."""
        return lapsed(state, stack)

    def judged(self, state: State) -> State:
        """Return the state, ended if somebody has won."""
        return altered(state, ended=won(state, self.options))

    def first_reveal_draws(self, state: State) -> bool:
        """Tell whether the first to reveal a general draws two cards (QC-4.3)."""
        wanted = self.options.first_reveal
        return wanted == "always" or (wanted == "six" and len(state.seats) >= SIX)

    def trigrams(self, state: State, seat: Seat) -> str:
        """Return as what a seat may judge in place of a Dodge; by its own name where that shows a general."""
        armour = equipment_of(state, seat, Kind.ARMOUR)
        if armour is not None:
            return TRIGRAMS if card_of(armour).name == TRIGRAMS else ""
        if has(state, seat, "bazhen"):
            return TRIGRAMS
        return "bazhen" if any(skill.name == "bazhen" for skill, _, _ in usable_skills(state, seat)) else ""

    def healing(self, seat: Seat) -> Healing:
        """Return that a seat recovers one health."""
        return Healing(seat)

    def losing(self, seat: Seat) -> Losing:
        """Return that a seat loses one health."""
        return Losing(seat)

    def returning(self, state: State, victim: Seat, killer: Seat | None) -> tuple[StackFrame, ...]:
        """Return that who was killed may come back, where the killer's sword says so."""
        return returning(self.options, state, victim, killer)

    def sharing(self, seat: Seat) -> StackFrame:
        """Return that a seat gives half of its hand away, if it has more than five cards."""
        return Sharing(seat)

    def duel_slashes(self, state: State, other: Seat) -> int:
        """Return how many Slashes a seat must play each time against another in a duel."""
        return 2 if has(state, other, "wushuang") else 1

    def shown_for(
        self, state: State, seat: Seat, cards: tuple[str, ...], as_: str, *, playing: bool
    ) -> tuple[State, tuple[StackFrame, ...]]:
        """Return the state in which cards count as another by a skill, and what shows its general."""
        return shown_for(state, seat, cards, as_, playing=playing)

    def skill_used(self, state: State, seat: Seat, name: str) -> tuple[State, tuple[StackFrame, ...]]:
        """Return the state in which a skill is used, and what shows its general."""
        return skill_used(state, seat, name)

    def triggers(self, state: State, firing: Firing) -> Sequence[Trigger]:
        """Return what goes off at a moment: skills, of hidden generals too, and equipment."""
        return [one for seat in state.in_play for one in self.triggers_of(state, firing, seat)]

    def triggers_of(self, state: State, firing: Firing, seat: Seat) -> Sequence[Trigger]:
        """Return what goes off at a moment for one seat: only who listens for it is asked."""
        return triggers_of(self, state, firing, seat)

    def is_awaited(self, state: State, firing: Firing) -> bool:
        """Tell whether anybody listens for a moment, or may be asked without."""
        return self.asks is Asks.ALL or firing.moment in roster_of(state).listening

    def asks_anyway(self, state: State, firing: Firing, seat: Seat) -> bool:
        """Tell whether a seat is asked that has nothing to use, so that nobody learns it."""
        return asks_anyway(self, state, firing, seat)

    def violations(self, state: State, action: GameAction) -> tuple[Violation, ...]:
        """Return all rules that an action breaks; a skill may be written with all that it asks for."""
        if spelled(self, state, action) or foreseen(self, state, action) is not None:
            return ()
        found = super().violations(state, action)
        if found and isinstance(action, Pass) and not super().violations(state, Choose(NONE, by=action.by)):
            return (broken(rule(2, 2), "choose_none"),)
        untimely = any(one.reason in ("not_now", "not_yours") for one in found)
        return (broken(rule(3, 2), "shown_when"),) if untimely and isinstance(action, Reveal) else found

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

        The button that ends a turn on every table, on pages and pads, ends the play phase here (QC-2.2).
        """
        if "end_turn" not in entry.mapping():
            return super().parse_action(entry)
        given = entry.fields(required=("end_turn",), optional=(BY,))
        given["end_turn"].flag()
        by = given[BY].text(tuple(map(str, SEATS))) if BY in given else None
        return EndPlay(by=None if by is None else Seat(by))

    def patient(self, seat: Seat | None) -> "QuocChien":
        """Return the game as it asks a seat where there's only one way, too: for what's written out."""
        patient = copy(self)
        patient.asks_the_obvious = seat
        patient.forget()
        return patient

    def trace(self, state: State, action: GameAction) -> Trace:
        """Return what an action leaves on the table: passing, or choosing a number or a player, nothing.

        That a pass stands till the turn ends is only ever said on the tablet.
        """
        found = super().trace(state, action)
        if not isinstance(action, Choose | Pass) or self.table_of_actions.cards(action):
            return found
        stands = isinstance(action, Pass) and action.standing
        return replace(found, silent=True, explicit=found.explicit or stands)

    def is_secret_choice(self, state: State, action: GameAction) -> bool:
        """Tell whether only its seat may know if an action is possible, as by a hidden general's skill."""
        if isinstance(action, UseSkill | Use | Respond) and action.by is not None:
            open_ones = {skill.name for skill in skills_of(state, action.by)}
            if isinstance(action, UseSkill):
                return action.skill in skill_names() and action.skill not in open_ones
            if action.as_:
                return True
        return super().is_secret_choice(state, action)

    def one_by_one(self, action: GameAction) -> Sequence[GameAction]:
        """Return several cards that are discarded at once as so many actions."""
        if isinstance(action, Discard) and len(action.discard) > 1:
            return [replace(action, discard=(card,)) for card in action.discard]
        return super().one_by_one(action)

    def card_kind(self, card: str) -> str:
        """Return a card's kind, or a general's kingdom."""
        return str(card_of(card).kind) if is_card(card) else str(generals()[card].kingdom)

    def card_effects(self, name: str) -> tuple[str, ...]:
        """Return a card's name whatever its suit and rank: each name does something else."""
        return (card_of(name).name,) if is_card(name) else ()

    def card_person(self, name: str) -> Person | None:
        """Return the general whom a card shows."""
        if is_card(name):
            return None
        one = generals()[name]
        return Person(name, str(one.kingdom), one.gender is Gender.FEMALE)

    def card_label(self, card: str) -> Phrase:
        """Return a card's name with suit and rank, or a general's."""
        return card_label(card)

    def card_text(self, card: str) -> Phrase:
        """Return what a card does, or what a general's skills are."""
        if card in generals():
            return general_text(card, self.options)
        return effect_text(card_of(card).name, self.options)

    def card_numbers(self, card: str) -> Sequence[tuple[str, int]]:
        """Return a general's half health points, or a weapon's range."""
        if card in generals():
            return (("halves", generals()[card].halves),)
        return (("range", card_of(card).reach),) if card_of(card).reach else ()

    def word(self, fact: str) -> Fact | None:
        """Return the name of a card, of whatever suit and rank, that an action or a rule is about."""
        return names()[fact].head.label if fact in names() else None

    def with_number(self, state: State, seat: Seat, what: str, number: int) -> State:
        """Return the position in which a seat's health or its limit is another; a lower limit lowers both."""
        if what == "health" and number > most_health(state, seat):
            raise InputFault(UNUSABLE.say("correcting.limit", most=most_health(state, seat)))
        state = super().with_number(state, seat, what, number)
        return super().with_number(
            state, seat, "health", min(health_of(state, seat), most_health(state, seat))
        )

    def shelves(self, state: State, card: CardId) -> Sequence[str]:
        """Return where an arbiter may lay an open card: discarded, or before a player who has room for it.

        Generals stay, and so does what others lie upon (a treasure with its cargo).
        """
        before = state.zones.zone_of(card)
        if not is_card(card) or before is None:
            return ()
        carries = card_of(card).name == "muniu-liuma" and before.owner is not None
        if carries and state.zones.count(own(Seat(before.owner or ""), "cargo")):
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
        """Return a seat's health, its limit, and how many cards it holds."""
        shown = (("health", health_of(state, seat)), ("max_health", most_health(state, seat)))
        aside = (*ASIDE, "cargo", "guises", "wounds", "dealt")
        return (
            *shown,
            *((mark, 1) for mark in MARKS if state.counters[seat, Family.GIVEN.of(mark)]),
            *((what, count) for what, count in self.sizes(state, seat) if count or what not in aside),
        )

    def intents(self, state: State, piece: PieceId, place: str) -> Sequence[GameAction]:
        """Return what is meant by putting a card in a cell: it's used, in the player's play phase."""
        return meant(self, state, piece)

    def uses(self, state: State, seat: Seat) -> tuple[UseView, ...]:
        """Return a seat's cards and actions, and how far it sees the others."""
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
        """Return how well a seat stands: its own health and cards, its kingdom's, against the others'."""
        return standing(state, seat)

    def group_titles(self) -> Mapping[str, str]:
        """Return by what wins are counted in reports."""
        return grouping.TITLES

    def groups(
        self, played: Sequence[tuple[Seat | None, GameAction]], final: State
    ) -> Mapping[str, Mapping[Seat, Sequence[str]]]:
        """Return each seat's kingdom and generals, and which skills and cards it used."""
        return grouping.groups(played, final)


TRIGRAMS = "bagua-zhen"

GAME = QuocChien

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
"""What readings meant in matches of earlier editions (`engine.games.registry.as_played`)."""
