"""The readings of the rulebook that a table can choose between; each is named as the rules page names it."""

from dataclasses import dataclass, fields
from functools import cache

from engine.core.game import Ruleset
from engine.core.options import Option, read_options
from engine.games.dozen_war.content.pack import load_pack, pack_names
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
"""The defaults that are others on the board of the duel (DW-20)."""


WAYS: dict[str, dict[str, str]] = {
    "book": {"generals": "draft", "turn_order": "dice"},
    "quick": {"generals": "fixed", "turn_order": "given"},
}
"""How people open a match of the whole game: as DW-16 says, or without picks and dice, as scripts do."""


@dataclass(frozen=True, slots=True)
class Options:
    """The readings in force.

    `volcano_is_mountain` off: nobody climbs the volcano. `full_hex` whole: only a hex that is full for
    everybody stops passing. `enemy_blocks` soldiers: soldiers may pass a lone enemy general, not join
    it; soldiers alone: generals may as well, also in a castle.
    `castle_full` adjacent: the soldier steps out beside the castle. `castle_guards` units: a general shields
    the castle too. `castle_entry` any: an enemy castle without enemies in it may be entered. `general_block`
    outright: a hit of 2 kills a blocking general; never: generals don't block. `castle_splash` on: castles
    take splash and cause it. `archer_over_mountain` on: mountains don't stop arrows. `revive_acts` next turn:
    a revived general waits. `tie` shared: equal merit is shared. `elimination` off: nobody is ever out.
    `none_left` shared: players whose last units die together share the win. `volcano_token` off: the volcano
    hides nothing but the warp point. `dropped_token` dig: a map piece that was put down must be dug up by a
    general in its hex. In the standard opening: `generals` fixed, picked in turns or dealt; `turn_order` as
    the seats stand or by dice, `dice_order` who follows the highest: as they rolled, or as they sit;
    `equipment` off: without the equipment cards. `skills` opening: generals use skills in the standard
    opening and where a setup says `skills: true` or gives cards; on: wherever a setup doesn't say `skills:
    false`; off: not in the standard opening. `skill_limit` general: each general may use a skill a turn.
    `stars` off: any defence answers. `frozen` this turn: what stuns, freezes or silences a unit ends with the
    turn it happened in. `card_limit` one: a player plays one card a turn, whosever turn it is. In the duel:
    `army` free: any five soldiers; lineup: as many of each arm as the board's line-up has. `asked` all:
    whoever holds cards is asked at every hit and card that cards can answer, so that nobody learns from a
    question, or from none, what is in a hand. `swap_in_hex` on: who changes places with a soldier may do so
    in one hex, where only the hit changes. `poison_maps` kept: a general whose skill kills otherwise than by
    a hit keeps the map pieces. `dead_attacker` lands: a hit lands though its attacker has died meanwhile.
    `stun_of_cards` as frozen: the reading `frozen` also shortens what a card or skill says lasts through the
    next turn. `revived_again` off: who attacked, died and was revived in one turn has attacked.
    `cancel_cancel` on: a card that cancels a card can be cancelled. `lance` either: splash that reaches two
    hexes on may choose the farther one. `splash_answers` on: whoever splash hit may answer afterwards, as by
    striking back. `dig_under_enemy` off: nobody digs where an enemy stands on the mountain.
    `left_pieces` stay: what a player who goes home leaves behind stands as it is, and answers no hit.
    `event_time` after income: a round's event is opened before its turns. `merit_after` 11 rounds: merit is
    compared after the eleventh round, however many events were opened. `idle_uses` allowed: what keeps
    infantry from blocking may be put on a unit that has attacked, soldiers called that the box has no more
    of, and cards taken from a player without any. `won_maps` together: map pieces that a soldier won go
    to one general.
    """

    volcano_is_mountain: str = "on"
    full_hex: str = "mover"
    enemy_blocks: str = "units"
    castle_full: str = "lost"
    castle_guards: str = "soldiers"
    castle_entry: str = "own"
    general_block: str = "hit"
    castle_splash: str = "off"
    archer_over_mountain: str = "off"
    warp_opens: str = "round 3"
    revive_acts: str = "at once"
    tie: str = "count"
    elimination: str = "on"
    none_left: str = "nobody"
    volcano_token: str = "on"  # noqa: S105  # a token of the game
    dropped_token: str = "enter"  # noqa: S105  # a token of the game
    generals: str = "fixed"
    turn_order: str = "given"
    dice_order: str = "rolls"
    equipment: str = "on"
    skills: str = "opening"
    skill_limit: str = "player"
    stars: str = "on"
    frozen: str = "next turn"
    card_limit: str = "any"
    army: str = "free"
    asked: str = "able"
    swap_in_hex: str = "off"
    poison_maps: str = "given"
    dead_attacker: str = "misses"
    stun_of_cards: str = "as written"
    revived_again: str = "on"
    cancel_cancel: str = "off"
    lance: str = "nearer"
    splash_answers: str = "off"
    dig_under_enemy: str = "on"
    left_pieces: str = "removed"
    event_time: str = "end of round"
    merit_after: str = "7 events"
    idle_uses: str = "refused"
    won_maps: str = "each"


def options_of(ruleset: Ruleset, *, duel: bool = False) -> Options:
    """Return the readings a ruleset chooses; the duel's defaults fill up what it leaves open in a duel.

    Raises:
        InputFault: unknown content pack, option or value; lists those that exist.
    """
    if ruleset.content not in pack_names():
        load_pack(ruleset.content)  # a pack of one's own is checked before the match, not in the midst of it
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
"""What is read of castles, volcano and warp point, which a duel's board doesn't have (DW-20)."""


def readings_on(*, duel: bool, mountains: bool) -> tuple[Option, ...]:
    """Return the readings that decide something on a board, in the order of `readings`."""
    idle = _OF_THE_WHOLE_GAME if duel else frozenset()
    idle |= frozenset() if mountains else {"archer_over_mountain"}
    return tuple(one for one in readings() if one.name not in idle)


@cache
def readings() -> tuple[Option, ...]:
    """Return the readings in words, those first that most players want to choose."""
    return read_options(FOLDER / "readings.yaml", CHOICES)


def default_options(*, duel: bool = False) -> dict[str, str]:
    """Return every option with its default."""
    return {one.name: str(one.default) for one in fields(Options)} | (DUEL_DEFAULTS if duel else {})
