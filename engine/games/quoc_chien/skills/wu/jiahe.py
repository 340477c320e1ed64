"""Jiahe, a skill of Lord Sunquan of Wu."""

from collections.abc import Iterable

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES, card_of, names
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.actions import UseSkill
from engine.games.quoc_chien.position.counts import Family
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.moving import discarded, moved
from engine.games.quoc_chien.position.registry import has, known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, alive, cards_of, own, put
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done, instead
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId

LIT = ((1, "yingzi"), (2, "haoshi"), (3, "shelie"), (4, "duoshi"))
"""The number of beacons that gives each skill to a player of the kingdom."""


@known
class Jiahe(Stepwise):
    """The kingdom lays equipment as beacons, which give it a skill in each turn; damage burns one down."""

    name = "jiahe"
    names = wording(en="Jiahe", vi="Gia Hòa", ja="嘉禾")
    text = wording(
        en=(
            "Your kingdom lays equipment as beacons; they give each a skill a turn, and burn down by "
            "damage to you."
        ),
        vi=(
            "Thế lực bạn đặt trang bị làm phong hỏa; phong hỏa cho mỗi người một kỹ năng mỗi lượt, và "
            "mất đi khi bạn nhận sát thương."
        ),
        ja="自勢力は装備を烽火として置き、手番ごとに技能を1つ得る。自分がダメージを受けると烽火が減る。",
    )
    must = True
    moments = (Moment.DAMAGED, Moment.PHASE_START)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True if there is a beacon, in a start phase of the kingdom or after damage to the lord.

        The damage must come from a Slash or a trick.
        """
        if firing.moment == Moment.PHASE_START:
            whom = firing.seat_of("seat")
            ours = whom == seat or are_friends(state, seat, whom)
            return ours and not state.zones.is_empty(own(seat, "beacons"))
        card = str(firing.fact("card"))
        by_card = card in SLASHES or (card in names() and names()[card].kind.is_trick)
        return is_own(firing, "victim", seat) and by_card and not state.zones.is_empty(own(seat, "beacons"))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Ask which beacon burns down, which skill is lit, or what is laid."""
        seat, beacons = use.seat, own(use.seat, "beacons")
        match use.moment:
            case Moment.DAMAGED:
                return use.ask(state, use.choose(state.zones.known(beacons)), self.burnt)
            case Moment.PHASE_START:
                lit = [name for least, name in LIT if state.zones.count(beacons) >= least]
                return use.ask(state, use.offer(lit, by=use.seat_of("seat")), self.lit)
        worn = [card for card in cards_of(state, seat) if card_of(card).kind.is_equipment]
        return use.ask(state, use.choose(worn), self.laid)

    def burnt(self, use: SkillUse, state: State, card: CardId) -> FrameStep:
        """Put the beacon away."""
        return done(discarded(state, (card,)))

    def lit(self, use: SkillUse, state: State, skill: str | None) -> FrameStep:
        """Give the skill for this turn to the player whose start phase it is."""
        return done(state if skill is None else put(state, use.seat_of("seat"), Family.LENT.of(skill), 1))

    def laid(self, use: SkillUse, state: State, card: CardId) -> FrameStep:
        """Lay the equipment by the lord as a beacon."""
        lord = next(one for one in alive(state) if has(state, one, self.name))
        return instead(moved(state, card, own(lord, "beacons")), *lost(state, use.seat, (card,)))

    def uses(self, game: QuocRules, state: State, seat: Seat) -> Iterable[UseSkill]:
        """Yield the action that lays a beacon of the lord."""
        if has(state, seat, self.name):
            yield from self.lends(game, state, seat, seat)

    def lends(self, game: QuocRules, state: State, owner: Seat, seat: Seat) -> Iterable[UseSkill]:
        """Yield the action that lays a beacon of another player of the kingdom, once a turn."""
        some = any(card_of(card).kind.is_equipment for card in cards_of(state, seat))
        if some and not state.counters[seat, Family.USED.of(self.name)]:
            yield UseSkill(self.name)
