"""Beige, a skill of Caiwenji of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES, Suit
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, cards_of, turned_over
from engine.games.quoc_chien.resolving.effects import Dropping
from engine.games.quoc_chien.resolving.healing import Healing
from engine.games.quoc_chien.resolving.judging import Judged, Judging
from engine.games.quoc_chien.resolving.playing import drawing, thrown
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, done, instead
from engine.kit.resolving.moments import Firing
from engine.kit.resolving.steps import asking_of
from engine.kit.zones.box import CardId


@known
class Beige(Stepwise):
    """After damage by a Slash the owner may discard a card to have the victim judge.

    Heart heals the victim, diamond draws two; club makes the attacker discard two, spade turns the attacker
    over.
    """

    name = "beige"
    names = wording(en="Beige", vi="Bi Ca", ja="悲歌")
    text = wording(
        en=(
            "After Slash damage, for a card the victim judges: heart heals, diamond draws two, club the "
            "source discards two, spade it turns over."
        ),
        vi=(
            "Sau khi Sát gây sát thương, bỏ một lá cho nạn nhân phán xét: cơ thì họ hồi một, rô thì rút "
            "hai, tép thì người gây sát thương bỏ hai, bích thì người đó lật úp."
        ),
        ja=(
            "殺のダメージの後、1枚捨てて受けた人が判定する。ハート回復、ダイヤ2枚引く、"
            "クラブ相手が2枚捨てる、スペード相手が裏返る。"
        ),
    )
    moments = (Moment.DAMAGED,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when a Slash damaged a player who still lives, and the owner has a card."""
        victim = firing.seat_of("victim")
        return firing.fact("card") in SLASHES and victim not in state.out and bool(cards_of(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Ask the owner for the card that pays."""
        return use.ask(state, use.pay(cards_of(state, use.seat)), self.paid)

    def paid(self, use: SkillUse, state: State, cards: tuple[CardId, ...]) -> FrameStep:
        """Let the victim judge."""
        state, above = thrown(state, use.seat, cards)
        judging = asking_of(Judging(use.seat_of("victim"), self.name))
        return use.ask(state, judging.after(*above), self.judged)

    def judged(self, use: SkillUse, state: State, found: Judged | None) -> FrameStep:
        """Carry out the effect of the judgment's suit."""
        victim, source = use.seat_of("victim"), use.seat_of("source")
        match None if found is None else found.suit:
            case Suit.HEART:
                return instead(state, Healing(victim))
            case Suit.DIAMOND:
                return instead(state, drawing(victim, 2))
            case Suit.CLUB if source:
                return instead(state, Dropping(source, 2, all_of_it=True))
            case Suit.SPADE if source:
                return done(turned_over(state, source))
        return done(state)
