"""The frames' and skills' interface to the game during a match (`position.rules.QuocRules`)."""

from collections.abc import Sequence

from engine.core.ids import Seat
from engine.games.quoc_chien.cards.bagua_zhen import EightTrigrams, trigrams
from engine.games.quoc_chien.cards.feilong_duofeng import returning
from engine.games.quoc_chien.cards.wuxie_keji import Countering
from engine.games.quoc_chien.options import Options
from engine.games.quoc_chien.pages import PAGE_FRAMES
from engine.games.quoc_chien.position.actions import ACTIONS
from engine.games.quoc_chien.position.kingdoms import won
from engine.games.quoc_chien.position.registry import has, roster_of
from engine.games.quoc_chien.position.state import State, alive
from engine.games.quoc_chien.resolving.changing import CHANGING_FRAMES
from engine.games.quoc_chien.resolving.comparing import COMPARING_FRAMES
from engine.games.quoc_chien.resolving.damage import DAMAGE_FRAMES
from engine.games.quoc_chien.resolving.effects import EFFECT_FRAMES
from engine.games.quoc_chien.resolving.extension import EXTENSION_FRAMES
from engine.games.quoc_chien.resolving.healing import Healing
from engine.games.quoc_chien.resolving.judging import JUDGING_FRAMES
from engine.games.quoc_chien.resolving.lapsing import lapsed
from engine.games.quoc_chien.resolving.obvious import OBVIOUS_FRAMES
from engine.games.quoc_chien.resolving.opening import OPENING_FRAMES
from engine.games.quoc_chien.resolving.phases import PHASE_FRAMES, Turn, turn_cleared
from engine.games.quoc_chien.resolving.playing import PLAYING_FRAMES
from engine.games.quoc_chien.resolving.revealing import REVEALING_FRAMES, SIX
from engine.games.quoc_chien.resolving.striking import STRIKING_FRAMES
from engine.games.quoc_chien.resolving.summoning import SUMMONING_FRAMES
from engine.games.quoc_chien.resolving.using import USING_FRAMES
from engine.games.quoc_chien.skills.going_off import asks_anyway, triggers_of
from engine.games.quoc_chien.skills.used import shown_for, skill_used
from engine.games.quoc_chien.skills.wu.haoshi import Sharing
from engine.kit.changed import altered
from engine.kit.game import TableGame
from engine.kit.resolving.answer_windows import Asked, Asks
from engine.kit.resolving.frames import FrameStep, StackFrame
from engine.kit.resolving.moments import Firing, Trigger


class QuocPlay(TableGame[State]):
    """Quốc Chiến for its rules: its frames, the triggers of a moment, the rules above other rules."""

    options: Options
    """The readings in force."""
    usual_seats: tuple[Seat, ...]
    """The seats of the board."""
    frames = (
        *PHASE_FRAMES,
        *USING_FRAMES,
        *STRIKING_FRAMES,
        *EFFECT_FRAMES,
        *EXTENSION_FRAMES,
        *DAMAGE_FRAMES,
        *JUDGING_FRAMES,
        *PLAYING_FRAMES,
        *REVEALING_FRAMES,
        *OPENING_FRAMES,
        *OBVIOUS_FRAMES,
        *COMPARING_FRAMES,
        *CHANGING_FRAMES,
        *SUMMONING_FRAMES,
        *PAGE_FRAMES,
    )
    actions = ACTIONS
    asks_the_obvious: Seat | None = None
    """The seat that is asked even where there's only one answer; None: no seat."""

    @property
    def asks_all(self) -> bool:
        """Whether every player who might have an answer is asked."""
        return self.asks is Asks.ALL

    def turn_of(self, seat: Seat) -> Turn:
        """Return a seat's turn."""
        return Turn(seat)

    def turn_ended(self, state: State) -> State:
        """Return the state without the effects of this turn."""
        return altered(state, counters=turn_cleared(state.counters), standing=())

    def overdue(self, state: State, stack: tuple[StackFrame, ...]) -> FrameStep | None:
        """Return the frames that end effects of a lost skill."""
        return lapsed(state, stack)

    def judged(self, state: State) -> State:
        """Return the state; it is over if a player or kingdom has won."""
        return altered(state, ended=won(state, self.options))

    def first_reveal_draws(self, state: State) -> bool:
        """Tell whether the first to reveal a general draws two cards (QC-4.3)."""
        wanted = self.options.first_reveal
        return wanted == "always" or (wanted == "six" and len(state.seats) >= SIX)

    def trigrams(self, state: State, seat: Seat) -> str:
        """Return the name of the effect that lets a seat judge in place of a Dodge."""
        return trigrams(state, seat)

    def judging_to_dodge(self, seat: Seat) -> StackFrame:
        """Return the frame where a seat judges in place of a Dodge."""
        return EightTrigrams(seat)

    def nullifying(self, state: State, name: str, user: Seat, target: Seat) -> StackFrame:
        """Return the window where a trick may be nullified for a target."""
        return Countering(Asked(alive(state)), name, user, target)

    def healing(self, seat: Seat) -> Healing:
        """Return the frame that gives a seat one health."""
        return Healing(seat)

    def returning(self, state: State, victim: Seat, killer: Seat | None) -> tuple[StackFrame, ...]:
        """Return the frame that may bring a killed player back, if the killer's sword says so."""
        return returning(self.options, state, victim, killer)

    def sharing(self, seat: Seat) -> StackFrame:
        """Return the frame where a seat with more than five cards gives half of them away."""
        return Sharing(seat)

    def duel_slashes(self, state: State, other: Seat) -> int:
        """Return how many Slashes a seat must play in each round of a duel with another."""
        return 2 if has(state, other, "wushuang") else 1

    def shown_for(
        self, state: State, seat: Seat, cards: tuple[str, ...], as_: str, *, playing: bool
    ) -> tuple[State, tuple[StackFrame, ...]]:
        """Return the state once a skill lets cards count as another, and the frames that show its general."""
        return shown_for(state, seat, cards, as_, playing=playing)

    def skill_used(self, state: State, seat: Seat, name: str) -> tuple[State, tuple[StackFrame, ...]]:
        """Return the state once a skill is used, and the frames that show its general."""
        return skill_used(state, seat, name)

    def triggers(self, state: State, firing: Firing) -> Sequence[Trigger]:
        """Return the triggers of all seats at a moment.

        They are skills, also of hidden generals, and equipment.
        """
        return [one for seat in state.in_play for one in self.triggers_of(state, firing, seat)]

    def triggers_of(self, state: State, firing: Firing, seat: Seat) -> Sequence[Trigger]:
        """Return the triggers of one seat at a moment.

        Only skills that listen for the moment are asked.
        """
        return triggers_of(self, state, firing, seat)

    def is_awaited(self, state: State, firing: Firing) -> bool:
        """Tell whether a player listens for a moment, or may be asked without listening."""
        return self.asks is Asks.ALL or firing.moment in roster_of(state).listening

    def asks_anyway(self, state: State, firing: Firing, seat: Seat) -> bool:
        """Tell whether a seat without a usable skill is asked too, so that nobody learns that it has none."""
        return asks_anyway(self, state, firing, seat)
