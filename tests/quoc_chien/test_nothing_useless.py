"""Every offer in the play phase can do something, except uses that the rules let be in vain."""

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.bots.chance import draw
from engine.core.board import load_board
from engine.core.decisions import Chooser
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.game import QuocChien
from engine.games.quoc_chien.position.actions import Use, UseSkill
from engine.games.quoc_chien.position.moving import discarded
from engine.games.quoc_chien.position.state import SEATS, State
from engine.games.registry import usual_board
from engine.kit.choosing.actions import GameAction
from tests.bots.nim import seeded

GAME = QuocChien(load_board(usual_board("quoc_chien")), Ruleset(options={"boxes": "all"}))

IN_VAIN = {
    "sha": "armour and skills stop it, of hidden generals, too: who names a target can't know",
    "huo-sha": "as a plain Slash",
    "lei-sha": "as a plain Slash",
    "juedou": "Kongcheng and Weimu end it after its target is named",
    "taoyuan-jieyi": "it's on all, hurt or not, by its own words",
    "nanman-ruqin": "it's on all others, in rattan or not, by its own words",
    "wanjian-qifa": "it's on all others, in rattan or not, by its own words",
    "tiesuo-lianhuan": "shining armour stops it, as armour stops a Slash",
    "guohe-chaiqiao": "Weimu ends it after its target is named",
    "shunshou-qianyang": "Weimu and Qianxun end it after its target is named",
    "bingliang-cunduan": "Weimu ends it after its target is named",
    "le-busi-shu": "Weimu and Qianxun end it after its target is named",
    "jiedao-sharen": "Weimu ends it after its target is named",
    "shuiyan-qijun": "Weimu ends it after its target is named",
    "huoshao-lianying": "shining armour and Weimu end it after its targets are named",
    "lu-li-tongxin": "shining armour stops it, as armour stops a Slash",
    "shandian": "Weimu ends it, also where its owner lays it",
    "xie-tianzi-yi-ling-zhuhou": "Weimu ends it, also where its owner uses it",
    "tao": "Xichou takes away what it heals, where its colour is another than the last",
    "huogong": "a card is shown; who hasn't its suit, or doesn't want to, burns nobody",
    "zhiji-zhibi": "it shows cards to its user, and moves none",
    "shangyi": "it shows cards to both, and may move none",
    "quhu": "whoever loses has nobody in range to hit",
    "lianzi": "what's turned up may all be of another type",
    "tianfu": "who is called needn't come",
    "heyi": "who is called needn't come",
    "niaoxiang": "who is called needn't come",
    "fengshi": "who is called needn't come",
    "mashu": "its general is shown to hold from then on",
    "paoxiao": "its general is shown to hold from then on",
    "qicai": "its general is shown to hold from then on",
    "huoshui": "its general is shown to hold from then on",
    "qice": "as the trick that the hand is used as",
}
"""The uses without any effect, and why they're offered all the same."""

BOOKED = ("cards", "aimed", "sha", "skill", "lost", "slashed", "colour")
BOOKS = (*(f"turn:{what}" for what in BOOKED), "limited")
"""Counters that only keep books of what was used."""

TRIES = 12


def named(action: GameAction) -> str:
    """Return the card's or skill's name that an action uses."""
    if isinstance(action, UseSkill):
        return action.skill
    assert isinstance(action, Use)
    return action.as_ or card_of(action.use).name


def picture(state: State) -> dict[str, Any]:
    """Return the facts that an effect can change: places of cards, and counters."""
    zones: dict[str, Any] = {str(zone.name): state.zones.cards(zone.name) for zone in state.zones.top.zones}
    zones["discards"] = tuple(sorted(map(str, zones["discards"])))
    counters = {key: number for key, number in state.counters.kept if not key[1].startswith(BOOKS)}
    return {**zones, "counters": counters, "out": state.out, "turn": state.turn, "removed": state.removed}


def does_something(state: State, action: GameAction, chance: Random) -> bool:
    """Tell whether play may go on from an action so that more changes than its cards' place."""
    cards = (action.use, *action.with_) if isinstance(action, Use) else ()
    spent = picture(discarded(state, cards))
    for _ in range(TRIES):
        after = GAME.apply(state, action)
        depth = len(state.stack)
        for _ in range(200):
            if after.ended is not None:
                return True
            if len(after.stack) <= depth:
                break
            after = GAME.apply(after, next_of(after, chance))
        if picture(after) != spent:
            return True
    return False


def next_of(state: State, chance: Random) -> GameAction:
    """Return a random action of whoever decides."""
    if GAME.decider(state).chooser is Chooser.CHANCE:
        drawn: GameAction = draw(GAME, state, chance)
        return drawn
    return chance.choice(GAME.legal_actions(state))


def played_phases(seed: int, actions: int) -> Iterator[tuple[State, Random]]:
    """Yield the positions of a random match where somebody may play."""
    chance = seeded(seed)
    state = GAME.initial(entry_of({"box": "whole", "seats": list(map(str, SEATS[: 3 + seed % 4]))}))
    for _ in range(actions):
        if state.ended is not None:
            return
        if GAME.decider(state).kind == "turn":
            yield state, chance
        state = GAME.apply(state, next_of(state, chance))


def in_vain(seeds: range, actions: int) -> set[str]:
    """Return the offered uses that changed nothing."""
    found: set[str] = set()
    for seed in seeds:
        for state, chance in played_phases(seed, actions):
            for action in GAME.legal_actions(state):
                if not isinstance(action, Use | UseSkill) or named(action) in found:
                    continue
                if not does_something(state, action, chance):
                    found.add(named(action))
    return found


def test_what_does_nothing_is_distinguished_from_what_does_something() -> None:
    rattan = {"equipment": ["tengjia.C2"]}
    state = GAME.initial(entry_of({"players": {"s1": {"hand": ["sha.S7"]}, "s2": rattan, "s3": {}}}))
    slashes = {action.on: action for action in GAME.legal_actions(state) if isinstance(action, Use)}
    found = {on[0]: does_something(state, action, seeded(1)) for on, action in slashes.items()}
    assert found == {"s2": False, "s3": True}


def test_only_what_the_rules_let_be_used_in_vain_is_offered_where_it_does_nothing() -> None:
    assert in_vain(range(3), 250) <= IN_VAIN.keys()
