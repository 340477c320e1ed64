"""Ziliang, a skill of Dengai of Wei."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.moving import taken
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, own
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId


@known
class Ziliang(Stepwise):
    """The owner gives a field to a player of the kingdom who took damage."""

    name = "ziliang"
    names = wording(en="Ziliang", vi="Tư Lương", ja="資糧")
    text = wording(
        en="After one of your kingdom took damage, give it a field.",
        vi="Sau khi người cùng thế lực nhận sát thương, đưa họ một ruộng.",
        ja="自勢力の人がダメージを受けた後、田を1枚渡せる。",
    )
    only = "deputy"
    moments = (Moment.DAMAGED,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when a player of the kingdom survived damage and the owner has a field."""
        victim = firing.seat_of("victim")
        ours = victim == seat or are_friends(state, seat, victim)
        return ours and victim not in state.out and not state.zones.is_empty(own(seat, "fields"))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Ask the owner which field."""
        return use.ask(state, use.choose(state.zones.known(own(use.seat, "fields"))), self.chosen)

    def chosen(self, use: SkillUse, state: State, card: CardId) -> FrameStep:
        """Give the field to that player."""
        return done(taken(state, card, use.seat_of("victim")))
