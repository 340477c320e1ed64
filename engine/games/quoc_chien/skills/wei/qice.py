"""Qice, a skill of Xunyou of Wei."""

from collections.abc import Iterable, Iterator

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Kind, names
from engine.games.quoc_chien.content.wordings import OtherPrinting, wording
from engine.games.quoc_chien.position.actions import UseSkill
from engine.games.quoc_chien.position.counts import Family
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, held
from engine.games.quoc_chien.resolving.card_rules import playable, rules_of
from engine.games.quoc_chien.resolving.changing import Changing, can_change
from engine.games.quoc_chien.resolving.permitted import aims
from engine.games.quoc_chien.resolving.using import Using
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.changed import altered
from engine.kit.resolving.frames import FrameStep, done, instead


@known
class Qice(Stepwise):
    """Once a phase, the whole hand counts as a trick that isn't delayed.

    The owner may then change the deputy.
    """

    name = "qice"
    names = wording(en="Qice", vi="Kỳ Sách", ja="奇策")
    text = wording(
        en=(
            "Your whole hand counts as a trick that isn't delayed, with no more targets than cards; then "
            "you may change your deputy."
        ),
        vi=(
            "Toàn bộ bài trên tay dùng như một cẩm nang không trì hoãn có số mục tiêu không quá số lá "
            "đó; sau đó có thể đổi phó tướng."
        ),
        ja="手札全てを、対象がその枚数までの遅延でない錦嚢1枚として使い、その後副将を替えられる。",
    )
    other_printing = OtherPrinting(
        "qice",
        "any",
        wording(
            en="Your whole hand counts as a trick that isn't delayed; then you may change your deputy.",
            vi="Toàn bộ bài trên tay dùng như một cẩm nang không trì hoãn; sau đó có thể đổi phó tướng.",
            ja="手札全てを遅延でない錦嚢1枚として使い、その後副将を替えられる。",
        ),
    )
    once = True

    def uses(self, game: QuocRules, state: State, seat: Seat) -> Iterable[UseSkill]:
        """Yield the action, where the hand could be some trick."""
        spent = state.counters[seat, Family.USED.of(self.name)]
        if not spent and held(state, seat) and any(True for _ in self._ways(game, state, seat)):
            yield UseSkill(self.name)

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Ask the owner for the trick."""
        tricks = dict.fromkeys(name for name, _ in self._ways(use.game, state, use.seat))
        return use.ask(state, use.choose(tricks), self.chosen)

    def chosen(self, use: SkillUse, state: State, trick: str) -> FrameStep:
        """Ask the owner for the trick's targets."""
        return use.ask(state, use.choose(_written(self._aims(use, state, trick))), self.aimed, trick)

    def aimed(self, use: SkillUse, state: State, on: str | int, trick: str) -> FrameStep:
        """Use the hand as the trick on these targets."""
        aims = self._aims(use, state, trick)
        targets = aims[_written(aims).index(on)]
        hand = tuple(map(str, held(state, use.seat)))
        using = Using(use.seat, hand, trick, targets)
        if trick == "jiedao-sharen":
            using = altered(using, targets=targets[:1], second=targets[1])
        return use.first(state, (using,), self.used, trick)

    def used(self, use: SkillUse, state: State, trick: str) -> FrameStep:
        """Ask the owner whether to change the deputy."""
        asked = use.confirm()
        return use.ask(state, asked, self.agreed, trick) if can_change(state, use.seat) else done(state)

    def agreed(self, use: SkillUse, state: State, agrees: bool, trick: str) -> FrameStep:
        """Change the deputy."""
        del trick
        return instead(state, Changing(use.seat)) if agrees else done(state)

    def _aims(self, use: SkillUse, state: State, trick: str) -> list[tuple[Seat, ...]]:
        return [on for name, on in self._ways(use.game, state, use.seat) if name == trick]

    def _ways(self, game: QuocRules, state: State, seat: Seat) -> Iterator[tuple[str, tuple[Seat, ...]]]:
        """Yield each trick with its targets: no more than the cards, by the reading `qice`."""
        hand = tuple(map(str, held(state, seat)))
        for name in playable():
            if names()[name].kind is Kind.TRICK:
                for on in aims(state, seat, name, hand):
                    many = game.options.qice == "cards" and len(_aimed(state, seat, name, on)) > len(hand)
                    if not many:
                        yield name, on


def _aimed(state: State, seat: Seat, name: str, on: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return the targets of a trick from their written form."""
    rules = rules_of(name)
    if rules.sets_on_another:
        return on[:1]
    return (seat, *on) if rules.includes_user else on or rules.usual(state, seat)


def _written(aimed: list[tuple[Seat, ...]]) -> list[str | int]:
    """Return targets in the form to choose from: a seat, or for several or none their number."""
    return [str(on[0]) if len(on) == 1 else number for number, on in enumerate(aimed, 1)]
