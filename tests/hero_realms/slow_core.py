"""The core of Hero Realms a second time, plainly: pools, health, guards as numbers and lists of names.

Written from the rules, for a free-for-all and cards without choices: it shares no code with the game, knows
a card by its print, and works everything out again each time it is asked.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

PLAIN: dict[str, dict[str, int]] = {
    "gold": {"gold": 1},
    "ruby": {"gold": 2},
    "dagger": {"combat": 1},
    "shortsword": {"combat": 2},
    "fire-gem": {"gold": 2},
    "influence": {"gold": 3},
    "taxation": {"gold": 2},
    "intimidation": {"combat": 5},
    "profit": {"gold": 2},
}
"""A card played from hand: what it gives at once."""

ALLIES: dict[str, tuple[str, dict[str, int]]] = {
    "taxation": ("imperial", {"health": 6}),
    "intimidation": ("guild", {"gold": 2}),
    "profit": ("guild", {"combat": 4}),
    "dire-wolf": ("wild", {"combat": 4}),
    "myros-guild-mage": ("guild", {"combat": 4}),
}
FACTIONS = {
    **{name: faction for name, (faction, _) in ALLIES.items()},
    "influence": "necros",
    "death-cultist": "necros",
    "borg-ogre-mercenary": "guild",
}
SACRIFICES = {"fire-gem": 3, "influence": 3}
COSTS = {
    "fire-gem": 2, "influence": 2, "taxation": 1, "intimidation": 2, "profit": 1,
    "dire-wolf": 5, "death-cultist": 2, "borg-ogre-mercenary": 6, "myros-guild-mage": 5,
}  # fmt: skip
CHAMPIONS: dict[str, tuple[int, bool, dict[str, int]]] = {
    "dire-wolf": (5, True, {"combat": 3}),
    "death-cultist": (3, True, {"combat": 2}),
    "borg-ogre-mercenary": (6, True, {"combat": 4}),
    "myros-guild-mage": (3, True, {"gold": 3}),
}
"""Defense, whether it guards, and what it gives when it's expended."""


@dataclass
class Player:
    """One player's cards by name; those in play are [name, expended, damage, ally ability used]."""

    hand: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    play: list[list[object]] = field(default_factory=list)
    champions: list[list[object]] = field(default_factory=list)
    health: int = 50
    gold: int = 0
    combat: int = 0


@dataclass
class Table:
    """All players, the market's names, how many gems are left, and whose turn it is."""

    players: list[Player]
    market: list[str]
    gems: int
    turn: int = 0

    def plays(self) -> Iterator[tuple[object, ...]]:
        """Yield the possible actions, with copies of a card as one."""
        me = self.players[self.turn]
        yield ("end",)
        yield from {("play", name) for name in me.hand}
        mine = [*me.play, *me.champions]
        for one in mine:
            name = str(one[0])
            if name in CHAMPIONS and not one[1]:
                yield ("use", name, "expend")
            if name in ALLIES and not one[3] and self._has_ally(one, mine):
                yield ("use", name, "ally")
            if name in SACRIFICES and name not in CHAMPIONS:
                yield ("use", name, "sacrifice")
        for name in {*self.market, *(["fire-gem"] if self.gems else [])}:
            if COSTS[name] <= me.gold:
                yield ("acquire", name)
        for at, other in enumerate(self.players):
            if other is me or other.health <= 0:
                continue
            guards = [one for one in other.champions if CHAMPIONS[str(one[0])][1]]
            for amount in range(1, me.combat + 1):
                if not guards and amount <= other.health:
                    yield ("attack", at, amount)
                for one in other.champions:
                    needed = CHAMPIONS[str(one[0])][0] - int(str(one[2]))
                    if (not guards or one in guards) and amount <= needed:
                        yield ("strike", at, str(one[0]), amount)

    @staticmethod
    def _has_ally(one: list[object], mine: list[list[object]]) -> bool:
        return any(
            other is not one and FACTIONS.get(str(other[0])) == FACTIONS[str(one[0])] for other in mine
        )

    def gain(self, given: dict[str, int]) -> None:
        """Put what a card gives into the pools, or heal."""
        me = self.players[self.turn]
        for what, amount in given.items():
            setattr(me, what, getattr(me, what) + amount)

    def do(self, play: tuple[object, ...]) -> None:
        """Do what `plays` yields."""
        me = self.players[self.turn]
        match play:
            case ("play", str(name)):
                me.hand.remove(name)
                (me.champions if name in CHAMPIONS else me.play).append([name, False, 0, False])
                self.gain(PLAIN.get(name, {}))
            case ("use", str(name), "expend"):
                one = next(one for one in me.champions if one[0] == name and not one[1])
                one[1] = True
                self.gain(CHAMPIONS[name][2])
            case ("use", str(name), "ally"):
                one = next(one for one in (*me.play, *me.champions) if one[0] == name and not one[3])
                one[3] = True
                self.gain(ALLIES[name][1])
            case ("use", str(name), "sacrifice"):
                me.play.remove(next(one for one in me.play if one[0] == name))
                self.gain({"combat": SACRIFICES[name]})
            case ("acquire", str(name)):
                me.gold -= COSTS[name]
                me.discard.append(name)
                if name == "fire-gem":
                    self.gems -= 1
                else:
                    self.market.remove(name)
            case ("attack", int(at), int(amount)):
                me.combat -= amount
                self.players[at].health -= amount
            case ("strike", int(at), str(name), int(amount)):
                self._strike(self.players[at], name, amount)
            case _:
                raise AssertionError(play)

    def _strike(self, other: Player, name: str, amount: int) -> None:
        self.players[self.turn].combat -= amount
        one = next(one for one in other.champions if one[0] == name)
        one[2] = int(str(one[2])) + amount
        if int(str(one[2])) >= CHAMPIONS[name][0]:
            other.champions.remove(one)
            other.discard.append(name)

    def seen(self) -> object:
        """Return everything that is to be the same as in the game."""
        return (
            self.gems,
            sorted(self.market),
            [
                (
                    one.health, one.gold, one.combat, sorted(one.hand), sorted(one.discard),
                    sorted(str(card[0]) for card in one.play),
                    sorted((str(card[0]), bool(card[1]), card[2]) for card in one.champions),
                )
                for one in self.players
            ],
        )  # fmt: skip
