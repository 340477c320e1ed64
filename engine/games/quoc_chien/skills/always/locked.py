"""Skills that always hold: distances, numbers, who is no target."""

from collections.abc import Iterable
from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES, names
from engine.games.quoc_chien.position.actions import UseSkill
from engine.games.quoc_chien.position.registry import Skill, has, known
from engine.games.quoc_chien.position.state import (
    State,
    held,
)
from engine.games.quoc_chien.resolving.summoning import Summoning, summons
from engine.games.quoc_chien.skills.doing import Shunning
from engine.kit.resolving.frames import StackFrame


class ShownToHold(Skill):
    """A skill that holds once its general is shown, which may be done in the own play phase to use it."""

    must = True

    def uses(self, game: Any, state: State, seat: Seat) -> Iterable[Any]:
        """Yield that it's shown."""
        if not has(state, seat, self.name):
            yield UseSkill(self.name)

    def frames_of(self, game: Any, state: State, seat: Seat, action: Any) -> tuple[StackFrame, ...]:
        """Return nothing more."""
        return ()


class Mashu(ShownToHold):
    """Sees others nearer by one."""

    def sees(self, state: State, seat: Seat, other: Seat) -> int:
        """Return one less."""
        return -1


@known
class MashuOfAll(Mashu):
    """Sees others nearer by one."""

    name = "mashu"


@known
class Paoxiao(ShownToHold):
    """As many Slashes as one likes."""

    name = "paoxiao"
    must = False

    def slashes(self, state: State, seat: Seat) -> int:
        """Return more than there are cards."""
        return 999


@known
class Kongcheng(Shunning):
    """With an empty hand no target of Slashes and duels."""

    name = "kongcheng"

    def shuns(self, state: State, seat: Seat, name: str, colour: str) -> bool:
        """With an empty hand."""
        return name in (*SLASHES, "juedou") and not held(state, seat)


@known
class Qicai(ShownToHold):
    """Tricks know no distance."""

    name = "qicai"

    def far_tricks(self, state: State, seat: Seat) -> bool:
        """Return so."""
        return True


@known
class Huoshou(Shunning):
    """Barbarians don't affect the owner."""

    name = "huoshou"

    def shuns(self, state: State, seat: Seat, name: str, colour: str) -> bool:
        """Return so for that trick."""
        return name == "nanman-ruqin"


@known
class Qianxun(Shunning):
    """No target of Snatching and Indulgence."""

    name = "qianxun"

    def shuns(self, state: State, seat: Seat, name: str, colour: str) -> bool:
        """Return so for these."""
        return name in ("shunshou-qianyang", "le-busi-shu")


@known
class Weimu(Shunning):
    """No target of black tricks."""

    name = "weimu"

    def shuns(self, state: State, seat: Seat, name: str, colour: str) -> bool:
        """Return so for black tricks."""
        return colour == "black" and names()[name].kind.is_trick


@known
class Hongyan(Skill):
    """Her spades count as hearts."""

    name = "hongyan"
    must = True


@known
class Bazhen(Skill):
    """Without armour as if with the Eight Trigrams."""

    name = "bazhen"
    must = True


@known
class Huoshui(ShownToHold):
    """In the own turn others can't show generals (`may_show`); it may be shown in the play phase."""

    name = "huoshui"


@known
class Heyi(Skill):
    """Queue: the others in it are one farther away from everybody (`distance`)."""

    name = "heyi"
    must = True

    def uses(self, game: Any, state: State, seat: Seat) -> Iterable[Any]:
        """Yield that it's called for, where another could lengthen the queue."""
        return summons(state, seat, self.name, siege=False)

    def frames_of(self, game: Any, state: State, seat: Seat, action: Any) -> tuple[StackFrame, ...]:
        """Return the call."""
        return (Summoning(seat, siege=False),)


@known
class Wanwei(Skill):
    """What others take of the owner's cards, or discard, the owner chooses."""

    name = "wanwei"
    must = True


@known
class Yuejian(Skill):
    """Who of the kingdom used no card on others in its turn keeps as many as its health limit."""

    name = "yuejian"
    must = True
