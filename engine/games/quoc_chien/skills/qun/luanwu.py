"""Luanwu, a skill of Jiaxu of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Family
from engine.games.quoc_chien.position.distance import distance
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, alive
from engine.games.quoc_chien.resolving.damage import Losing
from engine.games.quoc_chien.resolving.striking import Provoked, may_strike
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, done


@known
class Luanwu(Stepwise):
    """Once a match, each other player uses a Slash on a nearest player within range, or loses one health."""

    name = "luanwu"
    names = wording(en="Luanwu", vi="Loạn Vũ", ja="乱武")
    text = wording(
        en="Every other uses a Slash on a nearest player or loses one health.",
        vi="Mọi người khác dùng Sát lên người gần nhất hoặc mất một sinh lực.",
        ja="ほかの全員は最も近い人に殺を使うか体力1を失う。",
    )
    limited = True

    def can(self, state: State, seat: Seat) -> bool:
        """Return True until it was used."""
        return not state.counters[seat, Family.LIMITED.of("luanwu")]

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Begin with the first of the other players."""
        return use.first(state, (), self.next_player, *alive(state, use.seat, others=True))

    def next_player(self, use: SkillUse, state: State, *players: Seat) -> FrameStep:
        """Ask the player for the target of a Slash, or none."""
        if not players:
            return done(state)
        one, *rest = players
        if one in state.out:
            return use.first(state, (), self.next_player, *rest)
        return use.ask(state, use.offer(self._targets(use.game, state, one), by=one), self.named, *players)

    def named(self, use: SkillUse, state: State, whom: Seat | None, one: Seat, *rest: Seat) -> FrameStep:
        """Use the chosen player's Slash on the target."""
        if whom is None:
            return use.first(state, (Losing(one),), self.next_player, *rest)
        return use.ask(state, Provoked(one, whom), self.struck, one, *rest)

    def struck(self, use: SkillUse, state: State, did: bool, one: Seat, *rest: Seat) -> FrameStep:
        """Take one health of a player who used no Slash, then go on with the next player."""
        return use.first(state, () if did else (Losing(one),), self.next_player, *rest)

    def _targets(self, game: QuocRules, state: State, seat: Seat) -> list[Seat]:
        """Return the nearest players that a seat may strike; where all are asked, those that it reaches."""
        others = alive(state, seat, others=True)
        least = min((distance(state, seat, one) for one in others), default=0)
        near = (one for one in others if distance(state, seat, one) == least)
        return [one for one in near if may_strike(game, state, seat, one)]
