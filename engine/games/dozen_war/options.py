"""The readings of the rulebook that a table can choose between, named as on the rules page."""

from dataclasses import dataclass, fields
from functools import cache

from engine.core.game import Ruleset
from engine.core.options import Option, read_options
from engine.games.dozen_war.texts import FOLDER
from engine.kit.options import chosen

CHOICES: dict[str, tuple[str, ...]] = {
    "volcano_is_mountain": ("on", "off"),
    "full_hex": ("mover", "whole"),
    "enemy_blocks": ("units", "soldiers", "soldiers alone"),
    "castle_full": ("lost", "adjacent"),
    "castle_guards": ("soldiers", "units"),
    "castle_entry": ("own", "any"),
    "general_block": ("hit", "outright", "never"),
    "castle_splash": ("off", "on"),
    "archer_over_mountain": ("off", "on"),
    "warp_opens": ("round 3", "after 3 events"),
    "revive_acts": ("at once", "next turn"),
    "tie": ("count", "shared"),
    "elimination": ("on", "off"),
    "none_left": ("nobody", "shared"),
    "volcano_token": ("on", "off"),
    "dropped_token": ("enter", "dig"),
    "generals": ("fixed", "draft", "random"),
    "turn_order": ("given", "dice"),
    "dice_order": ("rolls", "seats"),
    "equipment": ("on", "off"),
    "skills": ("opening", "on", "off"),
    "skill_limit": ("player", "general"),
    "stars": ("on", "off"),
    "frozen": ("next turn", "this turn"),
    "card_limit": ("any", "one"),
    "army": ("free", "lineup"),
    "asked": ("able", "all"),
    "swap_in_hex": ("off", "on"),
    "poison_maps": ("given", "kept"),
    "dead_attacker": ("misses", "lands"),
    "stun_of_cards": ("as written", "as frozen"),
    "revived_again": ("on", "off"),
    "cancel_cancel": ("off", "on"),
    "lance": ("nearer", "either"),
    "splash_answers": ("off", "on"),
    "dig_under_enemy": ("on", "off"),
    "left_pieces": ("removed", "stay"),
    "event_time": ("end of round", "after income"),
    "merit_after": ("7 events", "11 rounds"),
    "idle_uses": ("refused", "allowed"),
    "won_maps": ("each", "together"),
}
"""Every reading and its values, the default first."""

DUEL_DEFAULTS: dict[str, str] = {
    "generals": "draft",
    "turn_order": "dice",
    "skills": "on",
    "card_limit": "one",
}
"""The defaults that differ on the board of the duel (DW-20)."""


WAYS: dict[str, dict[str, str]] = {
    "book": {"generals": "draft", "turn_order": "dice"},
    "quick": {"generals": "fixed", "turn_order": "given"},
}
"""How people open the whole game: as DW-16 says, or without picks and dice, as scenarios do."""


@dataclass(frozen=True, slots=True)
class Options:
    """The readings in force. Each field explains the value that isn't usual."""

    volcano_is_mountain: str = "on"
    """`off`: nobody climbs the volcano (DW-1.2)."""
    full_hex: str = "mover"
    """`whole`: only a hex that is full for everybody stops passing (DW-2.2)."""
    enemy_blocks: str = "units"
    """`soldiers`: soldiers may pass a lone enemy general, not join it (DW-2.3). `soldiers alone`: generals
    may pass one too, also in a castle.
    """
    castle_full: str = "lost"
    """`adjacent`: a soldier without room in its castle steps out beside it (DW-4.2)."""
    castle_guards: str = "soldiers"
    """`units`: a general shields the castle too (DW-4.3)."""
    castle_entry: str = "own"
    """`any`: an enemy castle without enemies in it may be entered (DW-4.6)."""
    general_block: str = "hit"
    """`outright`: a hit of 2 kills a blocking general (DW-5.6). `never`: generals don't block."""
    castle_splash: str = "off"
    """`on`: castles take splash and cause it (DW-6.7)."""
    archer_over_mountain: str = "off"
    """`on`: mountains don't stop arrows (DW-7.2)."""
    warp_opens: str = "round 3"
    """The moment when the volcano goes and the warp point opens (DW-14.1)."""
    revive_acts: str = "at once"
    """`next turn`: a revived general waits for its player's next turn (DW-8.3)."""
    tie: str = "count"
    """`shared`: players of equal merit share the win (DW-17.3)."""
    elimination: str = "on"
    """`off`: nobody is ever out (DW-17.4)."""
    none_left: str = "nobody"
    """`shared`: players whose last units die together share the win."""
    volcano_token: str = "on"  # noqa: S105  # a token of the game
    """`off`: the volcano hides nothing but the warp point (DW-3.6)."""
    dropped_token: str = "enter"  # noqa: S105  # a token of the game
    """`dig`: a map piece that was put down must be dug up by a general in its hex (DW-13.4)."""
    generals: str = "fixed"
    """The standard opening's generals: `fixed`, picked in turns (`draft`) or dealt (`random`) (DW-16.2)."""
    turn_order: str = "given"
    """The order of turns in the standard opening: `given` by the seats, or by `dice` (DW-16.3)."""
    dice_order: str = "rolls"
    """After the player with the highest die, the others follow by their `rolls` or by their `seats`."""
    equipment: str = "on"
    """`off`: the standard opening has no equipment cards."""
    skills: str = "opening"
    """`opening`: generals use skills in the standard opening, and where a setup says `skills: true` or gives
    cards. `on`: wherever a setup doesn't say `skills: false`. `off`: not in the standard opening.
    """
    skill_limit: str = "player"
    """`general`: each general may use a skill a turn, not only one of them (DW-9.2)."""
    stars: str = "on"
    """`off`: any defence answers (DW-19)."""
    frozen: str = "next turn"
    """`this turn`: a stun, a freeze or a silence ends with the turn that it was put on in (DW-11.4)."""
    card_limit: str = "any"
    """`one`: a player plays one card a turn, whosever turn it is."""
    army: str = "free"
    """A duel's soldiers: `free`: any five; `lineup`: as many of each arm as the board's line-up has."""
    asked: str = "able"
    """`all`: every player with cards is asked at each hit and card that cards can answer. So neither a
    question nor its absence betrays a hand."""
    swap_in_hex: str = "off"
    """`on`: a unit may change places with a soldier in its own hex; this changes only the target of the
    hit."""
    poison_maps: str = "given"
    """`kept`: a general keeps the map pieces when its skill kills without a hit (DW-13.4)."""
    dead_attacker: str = "misses"
    """`lands`: a hit lands even if its attacker has died meanwhile."""
    stun_of_cards: str = "as written"
    """`as frozen`: the reading `frozen` also shortens the effects that a card or skill says last through the
    next turn.
    """
    revived_again: str = "on"
    """`off`: a general that attacked, died and was revived in one turn has attacked."""
    cancel_cancel: str = "off"
    """`on`: a card that cancels a card can be cancelled."""
    lance: str = "nearer"
    """`on`: the owner of a unit hit by splash may answer afterwards, for example by striking back."""
    splash_answers: str = "off"
    """`on`: the owner of a unit hit by splash may answer afterwards, as by striking back."""
    dig_under_enemy: str = "on"
    """`off`: nobody digs where an enemy stands on the mountain."""
    left_pieces: str = "removed"
    """The pieces of a player who leaves the match: `removed`, or they `stay` as they are and answer no
    hit."""
    event_time: str = "end of round"
    """`after income`: a round's event is opened before its turns (DW-15.1)."""
    merit_after: str = "7 events"
    """`11 rounds`: merit is compared after the eleventh round, however many events were opened (DW-17.3)."""
    idle_uses: str = "refused"
    """`allowed`: an effect may be wasted: keeping infantry from blocking for a unit that has attacked,
    soldiers that the box has no more of, cards from an empty hand.
    """
    won_maps: str = "each"
    """`together`: map pieces that a soldier won go to one general (DW-13.4)."""


def options_of(ruleset: Ruleset, *, duel: bool = False) -> Options:
    """Return the readings of a ruleset; its gaps get the defaults, in a duel the duel's.

    Raises:
        InputFault: unknown option or value; lists those that exist.
    """
    unasked = DUEL_DEFAULTS if duel else {}
    return Options(**(unasked | chosen("dozen_war", ruleset, CHOICES)))


_OF_THE_WHOLE_GAME = frozenset(
    (
        "volcano_is_mountain",
        "volcano_token",
        "warp_opens",
        "castle_full",
        "castle_guards",
        "castle_entry",
        "castle_splash",
        "event_time",
        "merit_after",
    )
)
"""The readings about castles, volcano and warp point, which a duel's board doesn't have (DW-20)."""


def readings_on(*, duel: bool, mountains: bool) -> tuple[Option, ...]:
    """Return the readings that change something on a board, in the order of `readings`."""
    idle = _OF_THE_WHOLE_GAME if duel else frozenset()
    idle |= frozenset() if mountains else {"archer_over_mountain"}
    return tuple(one for one in readings() if one.name not in idle)


@cache
def readings() -> tuple[Option, ...]:
    """Return the readings in words, the most wanted choices first."""
    return read_options(FOLDER / "readings.yaml", CHOICES)


def default_options(*, duel: bool = False) -> dict[str, str]:
    """Return every option with its default."""
    return {one.name: str(one.default) for one in fields(Options)} | (DUEL_DEFAULTS if duel else {})
