"""The numbers that Dozen War's player aids name, from the rules' own constants."""

from collections.abc import Mapping

from engine.games.dozen_war.arms import MOVES, Arm
from engine.games.dozen_war.content.pack import load_pack
from engine.games.dozen_war.content.rules import REVIVAL_COINS, archer_reach
from engine.games.dozen_war.ground.reach import PLAIN_DAMAGE
from engine.games.dozen_war.ground.tokens import MAPS_TO_WIN
from engine.games.dozen_war.phases import duel, rounds
from engine.games.dozen_war.position.holdings import HAND_LIMIT
from engine.games.dozen_war.position.masks import SOLDIERS_A_HEX
from engine.games.dozen_war.position.roster import (
    DUEL_SOLDIERS,
    FIRST_CASTLE,
    FIRST_GENERAL,
    HP_MAX,
    soldiers_of,
)
from engine.games.dozen_war.using.slots import SPENT_SKILLS

_LAST_SKILLS = {one.skills[SPENT_SKILLS].coins for one in load_pack("house").generals.values()}

FACTS: Mapping[str, int] = {
    "infantry_hp": HP_MAX[soldiers_of(0, Arm.INFANTRY)[0]],
    "cavalry_hp": HP_MAX[soldiers_of(0, Arm.CAVALRY)[0]],
    "archer_hp": HP_MAX[soldiers_of(0, Arm.ARCHER)[0]],
    "general_hp": HP_MAX[FIRST_GENERAL],
    "castle_hp": HP_MAX[FIRST_CASTLE],
    "damage": PLAIN_DAMAGE,
    "infantry_move": MOVES[Arm.INFANTRY],
    "cavalry_move": MOVES[Arm.CAVALRY],
    "archer_move": MOVES[Arm.ARCHER],
    "alchemist_move": MOVES[Arm.ALCHEMIST],
    "archer_range": archer_reach(0, 0),
    "high_range": archer_reach(1, 0),
    "soldiers": SOLDIERS_A_HEX,
    "hand": HAND_LIMIT,
    "skill_coins": max(_LAST_SKILLS),
    "revival_coins": REVIVAL_COINS,
    "maps": MAPS_TO_WIN,
    "warp_round": rounds.WARP_ROUND,
    "last_event": rounds.LAST_EVENT,
    "last_round": rounds.LAST_ROUND,
    "kill_merit": rounds.KILL_MERIT,
    "castle_merit": rounds.RAZED_MERIT,
    "map_merit": rounds.MAP_MERIT,
    "duel_soldiers": DUEL_SOLDIERS,
    "duel_cards": duel.CARDS_DEALT,
    "duel_idle": duel.IDLE_TURNS,
}
"""The numbers by name."""
