"""Kinds of skills: code that several skills share."""

from collections.abc import Iterable, Iterator, Sequence

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import RED, SLASHES, Suit
from engine.games.quoc_chien.position.actions import UseSkill
from engine.games.quoc_chien.position.counts import Count, Family
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import has
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.skill import Converted, Skill
from engine.games.quoc_chien.position.state import State, cards_of, held, put, suit_of
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, StackFrame
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId


class SuitAs(Skill):
    """A skill that lets cards of some suits count as another card in the play phase."""

    wanted = ""
    suits: tuple[Suit, ...] = ()
    only_in_hand = False

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield the cards of these suits, each as the other card."""
        if wanted == self.wanted and playing:
            cards = held(state, seat) if self.only_in_hand else cards_of(state, seat)
            yield from (((card,), wanted) for card in cards if suit_of(state, seat, card) in self.suits)


class RedAs(Skill):
    """A skill that lets red cards count as another card."""

    wanted = ""
    only_in_hand = False

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield the red cards, each as the other card."""
        if wanted == self.wanted:
            cards = held(state, seat) if self.only_in_hand else cards_of(state, seat)
            yield from (((card,), wanted) for card in cards if suit_of(state, seat, card) in RED)


class ShownToHold(Skill):
    """A skill that holds once its general is shown. The owner may show it in the play phase for that."""

    must = True

    def uses(self, game: QuocRules, state: State, seat: Seat) -> Iterable[UseSkill]:
        """Yield the action that shows the general."""
        if not has(state, seat, self.name):
            yield UseSkill(self.name)

    def frames_of(
        self, game: QuocRules, state: State, seat: Seat, action: UseSkill
    ) -> tuple[StackFrame, ...]:
        """Return no frames: showing the general is enough."""
        return ()


class InDrawPhase(Stepwise):
    """A skill that goes off in its owner's draw phase, unless the owner has given up drawing."""

    moments = (Moment.PHASE_DRAW,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when it's the owner's draw phase, and no other skill replaces the draw."""
        return is_own(firing, "seat", seat) and not state.counters[seat, Count.NO_DRAW]


class ReplacesJudgment(Stepwise):
    """A skill that lays a card in the place of a judgment card before that counts."""

    moments = (Moment.JUDGING,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when the owner has a card for it."""
        return bool(self.fitting(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Ask the owner for the card."""
        return use.ask(state, use.choose(self.fitting(state, use.seat)), self.chosen)

    def fitting(self, state: State, seat: Seat) -> Sequence[CardId]:
        """Return the cards that the owner can lay there."""
        raise NotImplementedError

    def chosen(self, use: SkillUse, state: State, card: CardId) -> FrameStep:
        """Lay the card that the owner chose."""
        raise NotImplementedError


class AfterDamage(Stepwise):
    """A skill that goes off after its owner took damage."""

    moments = (Moment.DAMAGED,)
    whose = "victim"


class NamesTarget(Stepwise):
    """A skill that goes off when the owner's Slash names a target."""

    moments = (Moment.TARGETED,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when the Slash is the owner's."""
        return is_own(firing, "user", seat) and firing.fact("name") in SLASHES


class OnAnother(Stepwise):
    """A skill that is used in the play phase on a player, who is chosen first."""

    def can(self, state: State, seat: Seat) -> bool:
        """Return True when there is a player to use it on."""
        return bool(self.others(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Ask the owner for the player."""
        return use.ask(state, use.choose(self.others(state, use.seat)), self.chosen)

    def others(self, state: State, seat: Seat) -> list[Seat]:
        """Return the players that the owner can use it on."""
        raise NotImplementedError

    def chosen(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Do the next step with the player that the owner chose."""
        raise NotImplementedError


class Mark(Stepwise):
    """A mark from a first reveal: spent once, visibly for all."""

    def can(self, state: State, seat: Seat) -> bool:
        """Return True: a player without the mark hasn't this skill."""
        return True

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Put the mark away, then carry out its effect."""
        return self.spent(use, put(state, use.seat, Family.GIVEN.of(self.name), 0))

    def spent(self, use: SkillUse, state: State) -> FrameStep:
        """Carry out the mark's effect, after it was put away."""
        raise NotImplementedError
