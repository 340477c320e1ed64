"""Buqu, a skill of Zhoutai of Wu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.moving import discarded
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import DECK, DISCARDS, State, health_of, own
from engine.games.quoc_chien.resolving.dying import Dying
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.draws import Drawing
from engine.kit.resolving.frames import FrameStep, amended, done, nearest
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId


@known
class Buqu(Stepwise):
    """Without health the owner lays the top card aside as a wound, one for each point lacking.

    While all wounds differ in rank the owner lives on. Recovering takes wounds away, until there is one for
    each point that the owner lacks to reach one health.
    """

    name = "buqu"
    names = wording(en="Buqu", vi="Bất Khuất", ja="不屈")
    text = wording(
        en="Without health, lay the top card aside for each point: while all ranks differ you live on.",
        vi=(
            "Khi hết sinh lực, mỗi điểm đặt một lá trên cùng làm vết thương: các lá còn khác số thì chưa "
            "hấp hối."
        ),
        ja="体力がなくなると1点ごとに山札の上を傷として置き、数字が全て違う間は瀕死にならない。",
    )
    moments = (Moment.DYING, Moment.HEALED)

    def forced(self, firing: Firing) -> bool:
        """Return True when wounds close: nobody is asked about that."""
        return bool(firing.moment == Moment.HEALED)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when the owner's health dropped to nothing.

        It also returns True when the owner recovered and has more wounds than the points that are lacking.
        """
        if firing.moment == Moment.HEALED:
            return is_own(firing, "seat", seat) and self._closed(state, seat) > 0
        return is_own(firing, "victim", seat) and "failing" not in dict(firing.facts)

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Lay the missing wounds, or ask which ones close."""
        seat, wounds = use.seat, own(use.seat, "wounds")
        if use.moment == Moment.HEALED:
            count = self._closed(state, seat)
            return use.ask(state, use.pay(state.zones.known(wounds), count, count), self.closed)
        missing = 1 - health_of(state, seat) - state.zones.count(wounds)
        return use.first(state, (Drawing(DECK, wounds, max(0, missing), refill=DISCARDS),), self.turned_up)

    def closed(self, use: SkillUse, state: State, cards: tuple[CardId, ...]) -> FrameStep:
        """Discard the wounds that close."""
        return done(discarded(state, cards))

    def turned_up(self, use: SkillUse, state: State) -> FrameStep:
        """Keep the owner alive if all wounds differ in rank."""
        ranks = [card_of(card).rank for card in state.zones.known(own(use.seat, "wounds"))]
        if len(set(ranks)) == len(ranks) and nearest(state, Dying) is not None:
            return done(amended(state, Dying, off=True))
        return done(state)

    def _closed(self, state: State, seat: Seat) -> int:
        """Return the number of wounds above those that the owner's lacking health needs."""
        return int(state.zones.count(own(seat, "wounds"))) - max(0, 1 - health_of(state, seat))
