"""Zhuque Yushan: weapon."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.position.actions import UseSkill
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.skill import Converted, Skill
from engine.games.quoc_chien.position.state import State, at_hand
from engine.games.quoc_chien.resolving.using import Using
from engine.games.quoc_chien.skills.doing import is_own
from engine.kit.resolving.frames import FrameStep, StackFrame, amended, done, nearest
from engine.kit.resolving.moments import Firing


@known
class FeatherFan(Skill):
    """Chu Tước Vũ Phiến: a plain Slash may be used as a fire Slash, also one without a card."""

    name = "zhuque-yushan"
    moments = (Moment.USING,)

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield the plain Slashes, each as a fire Slash."""
        if wanted == "huo-sha":
            plain = (card for card in at_hand(state, seat) if card_of(card).name == "sha")
            yield from (((card,), "huo-sha") for card in plain)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when the owner counts as using a plain Slash without a card."""
        return is_own(firing, "user", seat) and firing.fact("name") == "sha" and not firing.fact("cards")

    def frames(
        self, game: QuocRules, state: State, firing: Firing, seat: Seat, action: UseSkill
    ) -> tuple[StackFrame, ...]:
        """Return the frame that makes it a fire Slash."""
        return (Kindling(),)


@dataclass(frozen=True, slots=True)
class Kindling(StackFrame):
    """The Slash that is being used becomes a fire Slash."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Make it a fire Slash."""
        del game, came
        return done(amended(state, Using, name="huo-sha") if nearest(state, Using) else state)
