"""Liuli, a skill of Daqiao of Wu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.distance import is_within
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, alive, cards_of
from engine.games.quoc_chien.resolving.playing import thrown
from engine.games.quoc_chien.resolving.using import Using
from engine.games.quoc_chien.skills.doing import Occasion, SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, amended, instead, nearest
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId


@known
class Liuli(Stepwise):
    """For a card the owner moves a Slash from the owner to another player within range."""

    name = "liuli"
    names = wording(en="Liuli", vi="Lưu Ly", ja="流離")
    text = wording(
        en="For a card, a Slash on you goes to another within your range.",
        vi="Bỏ một lá để chuyển Sát sang người khác trong tầm.",
        ja="1枚捨てて、自分への殺を射程内のほかの人に移す。",
    )
    moments = (Moment.TARGETED,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when a Slash names the owner, and the owner can pay and move it."""
        mine = is_own(firing, "target", seat) and firing.fact("name") in SLASHES
        return mine and bool(cards_of(state, seat)) and bool(self._others(state, firing, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Ask the owner for the new target."""
        return use.ask(state, use.choose(self._others(state, use, use.seat)), self.chosen)

    def chosen(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Ask the owner for the card that pays."""
        return use.ask(state, use.pay(self._payments(state, use.seat, whom)), self.paid, whom)

    def paid(self, use: SkillUse, state: State, cards: tuple[CardId, ...], whom: Seat) -> FrameStep:
        """Move the Slash. Its moment comes again for the new target."""
        state, above = thrown(state, use.seat, cards)
        using = nearest(state, Using)
        assert using is not None  # noqa: S101  # narrows the type: the moment is of a use
        targets = tuple(whom if one == use.seat else one for one in using.targets)
        state = amended(state, Using, targets=targets, at=using.at - 1)
        return instead(state, *above)

    def _others(self, state: State, moment: Occasion, seat: Seat) -> list[Seat]:
        user = dict(moment.facts).get("user")
        near = (one for one in alive(state, seat, others=True) if self._payments(state, seat, one))
        using = nearest(state, Using)
        taken_already = using.targets if using is not None else ()
        return [one for one in near if one != user and one not in taken_already]

    def _payments(self, state: State, seat: Seat, whom: Seat) -> list[CardId]:
        """Return the cards that can pay while the new target stays within the owner's reach."""
        cards = cards_of(state, seat)
        return [card for card in cards if is_within(state, seat, whom, without=frozenset({card}))]
