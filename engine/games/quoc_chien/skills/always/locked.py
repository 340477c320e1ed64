"""Skills that always hold: distances, numbers, who is no target."""

from collections.abc import Iterable
from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES, names
from engine.games.quoc_chien.position.deeds import UseSkill
from engine.games.quoc_chien.position.state import (
    State,
    held,
)
from engine.games.quoc_chien.resolving.summoning import Summoning, summons
from engine.games.quoc_chien.skills.registry import Skill, has, known
from engine.kit.resolving.frames import Frame


class Mashu(Skill):
    """Sees others nearer by one."""

    must = True

    def sees(self, state: State, seat: Seat, other: Seat) -> int:
        """Return one less."""
        return -1


@known
class MashuOfAll(Mashu):
    """Sees others nearer by one."""

    name = "mashu"


@known
class Paoxiao(Skill):
    """As many Slashes as one likes."""

    name = "paoxiao"

    def slashes(self, state: State, seat: Seat) -> int:
        """Return more than there are cards."""
        return 999


@known
class Kongcheng(Skill):
    """With an empty hand no target of Slashes and duels."""

    name = "kongcheng"
    must = True

    def shuns(self, state: State, seat: Seat, name: str, *, red: bool | None, user: Seat) -> bool:
        """With an empty hand."""
        return name in (*SLASHES, "juedou") and not held(state, seat)


@known
class Qicai(Skill):
    """Tricks know no distance."""

    name = "qicai"
    must = True

    def far_tricks(self, state: State, seat: Seat) -> bool:
        """Return so."""
        return True


@known
class Huoshou(Skill):
    """Barbarians don't affect the owner."""

    name = "huoshou"
    must = True

    def shuns(self, state: State, seat: Seat, name: str, *, red: bool | None, user: Seat) -> bool:
        """Return so for that trick."""
        return name == "nanman-ruqin"


@known
class Qianxun(Skill):
    """No target of Snatching and Indulgence."""

    name = "qianxun"
    must = True

    def shuns(self, state: State, seat: Seat, name: str, *, red: bool | None, user: Seat) -> bool:
        """Return so for these."""
        return name in ("shunshou-qianyang", "le-busi-shu")


@known
class Weimu(Skill):
    """No target of black tricks."""

    name = "weimu"
    must = True

    def shuns(self, state: State, seat: Seat, name: str, *, red: bool | None, user: Seat) -> bool:
        """Return so for black tricks."""
        return red is False and names()[name].kind.is_trick


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
class Huoshui(Skill):
    """In the own turn others can't show generals (`may_show`); it may be shown in the play phase."""

    name = "huoshui"
    must = True

    def uses(self, game: Any, state: State, seat: Seat) -> Iterable[Any]:
        """Yield that it's shown."""
        if not has(state, seat, self.name):
            yield UseSkill(self.name)

    def frames_of(self, game: Any, state: State, seat: Seat, deed: Any) -> tuple[Frame, ...]:
        """Return nothing more."""
        return ()


@known
class Heyi(Skill):
    """Queue: the others in it are one farther away from everybody (`distance`)."""

    name = "heyi"
    must = True

    def uses(self, game: Any, state: State, seat: Seat) -> Iterable[Any]:
        """Yield that it's called for, where another could lengthen the queue."""
        return summons(state, seat, self.name, siege=False)

    def frames_of(self, game: Any, state: State, seat: Seat, deed: Any) -> tuple[Frame, ...]:
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
