"""A Slash that somebody is asked for is a Slash to everything that changes Slashes (QC-2.6).

Each weapon, armour and skill that changes a Slash is tried on each road to a Slash: in the play
phase, by a borrowed knife, in Luanwu, provoked by Tiaoxin, and by Shensu without a card. The result must be
the same as in the play phase.
"""

from dataclasses import dataclass, field
from typing import Any

import pytest

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES, Kind, names
from engine.games.quoc_chien.content.generals import skill_names
from engine.games.quoc_chien.game import QuocChien
from engine.games.quoc_chien.position.actions import Discard, Respond, UseSkill
from engine.games.quoc_chien.position.counts import Count, Family
from engine.games.quoc_chien.position.registry import SKILLS
from engine.games.quoc_chien.position.state import State, health_of, put
from engine.games.quoc_chien.resolving.using import Using
from engine.games.registry import usual_board
from engine.kit.choosing.actions import NONE, Choose, GameAction, Pass

GAME = QuocChien(load_board(usual_board("quoc_chien")), Ruleset(options={"boxes": "all"}))

STRIKER, TARGET, BESIDE, FAR = "striker", "target", "beside", "far"
"""The seats: on the striker's one side the target, on the other one beside, the fourth opposite."""

DECK = ["shan.D8", "tao.H12", "shan.D10", "sha.C8", "sha.C9", "shan.D11", "sha.C10", "sha.C11", "shan.D7"]


@dataclass(frozen=True)
class Change:
    """The changes of a Slash: the target's and the striker's things, and the cards that strike and answer."""

    striker: dict[str, Any] = field(default_factory=dict)
    target: dict[str, Any] = field(default_factory=dict)
    skills: dict[str, tuple[str, ...]] = field(default_factory=dict)
    use: str = "sha.S7"
    as_: str = ""
    with_: tuple[str, ...] = ()
    dodges: bool = False
    needs_card: bool = False
    """It isn't tried where no card is used."""
    is_one: bool = False
    """It makes a Slash, and changes none."""


CHANGES = {
    "nothing": Change(),
    "cixiong-shuanggu-jian": Change(
        {
            "equipment": ["cixiong-shuanggu-jian.S2"],
            "generals": ["zhangliao", "xuchu"],
            "revealed": ["head"],
        },
        {"hand": ["tao.H4"], "generals": ["huangyueying", "liubei"], "revealed": ["head"]},
    ),
    "qinggang-jian": Change({"equipment": ["qinggang-jian.S6"]}, {"equipment": ["tengjia.C2"]}),
    "qinggang-jian and trigrams": Change(
        {"equipment": ["qinggang-jian.S6"]}, {"equipment": ["bagua-zhen.S2"]}
    ),
    "hanbing-jian": Change(
        {"equipment": ["hanbing-jian.S2"]}, {"hand": ["tao.H4"], "equipment": ["chitu.H5"]}
    ),
    "zhangba-shemao": Change(
        {"equipment": ["zhangba-shemao.S12"], "hand": ["tao.H4", "tao.H6"]},
        use="tao.H4",
        as_="sha",
        with_=("tao.H6",),
        needs_card=True,
    ),
    "zhuque-yushan": Change(
        {"equipment": ["zhuque-yushan.D1"]}, {"equipment": ["tengjia.C2"]}, as_="huo-sha"
    ),
    "guanshi-fu": Change(
        {"equipment": ["guanshi-fu.D5", "chitu.H5"], "hand": ["sha.S7", "tao.H4"]},
        {"hand": ["shan.D2"]},
        dodges=True,
    ),
    "qilin-gong": Change({"equipment": ["qilin-gong.H5"]}, {"equipment": ["chitu.H5"]}),
    "sanjian-liangren-dao": Change({"equipment": ["sanjian-liangren-dao.D12"], "hand": ["sha.S7", "tao.H4"]}),
    "qinglong-yanyue-dao": Change(
        {"equipment": ["qinglong-yanyue-dao.S5"]},
        {"hand": ["tao.H4"], "generals": ["guojia", "yuejin"], "revealed": []},
    ),
    "fangtian-huaji": Change({"equipment": ["fangtian-huaji.D12"]}),
    "feilong-duofeng": Change({"equipment": ["feilong-duofeng.S2"]}, {"hand": ["tao.H4"]}),
    "renwang-dun": Change(target={"equipment": ["renwang-dun.C2"]}, needs_card=True),
    "tengjia": Change(target={"equipment": ["tengjia.C2"]}),
    "tengjia and fire": Change(
        {"hand": ["huo-sha.H4"]}, {"equipment": ["tengjia.C2"]}, use="huo-sha.H4", needs_card=True
    ),
    "bagua-zhen": Change(target={"equipment": ["bagua-zhen.S2"]}),
    "baiyin-shizi": Change({"drunk": 1}, {"equipment": ["baiyin-shizi.C1"]}),
    "mingguang-kai": Change(
        {"hand": ["huo-sha.H4"]}, {"equipment": ["mingguang-kai.S2"]}, use="huo-sha.H4", needs_card=True
    ),
    "huxin-jing": Change(target={"equipment": ["huxin-jing.C2"], "health": 1}),
    "taiping-yaoshu": Change(
        {"hand": ["lei-sha.S6"]}, {"equipment": ["taiping-yaoshu.H3"]}, use="lei-sha.S6", needs_card=True
    ),
    "jiu": Change({"drunk": 1}),
    "luoyi": Change({"stronger": 1}),
    "tieqi": Change(target={"hand": ["shan.D2"]}, skills={STRIKER: ("tieqi",)}, dodges=True),
    "wushuang": Change(target={"hand": ["shan.D2"]}, skills={STRIKER: ("wushuang",)}, dodges=True),
    "mengjin": Change(target={"hand": ["shan.D2", "tao.H4"]}, skills={STRIKER: ("mengjin",)}, dodges=True),
    "wusheng": Change(
        {"hand": ["tao.H4"]},
        skills={STRIKER: ("wusheng",)},
        use="tao.H4",
        as_="sha",
        needs_card=True,
        is_one=True,
    ),
    "longdan": Change(
        {"hand": ["shan.D6"]},
        skills={STRIKER: ("longdan",)},
        use="shan.D6",
        as_="sha",
        needs_card=True,
        is_one=True,
    ),
    "lieren": Change(
        {"hand": ["sha.S7", "tao.H9"]}, {"hand": ["tao.H4", "shan.D2"]}, skills={STRIKER: ("lieren",)}
    ),
    "kuangfu": Change(target={"equipment": ["chitu.H5"]}, skills={STRIKER: ("kuangfu",)}),
    "kuanggu": Change({"health": 2}, skills={STRIKER: ("kuanggu",)}),
    "duanbing": Change(skills={STRIKER: ("duanbing",)}),
    "jiang": Change({"hand": ["sha.H10"]}, skills={STRIKER: ("jiang",)}, use="sha.H10", needs_card=True),
    "zhiman": Change(target={"equipment": ["chitu.H5"]}, skills={STRIKER: ("zhiman",)}),
    "liuli": Change(target={"hand": ["tao.H4"]}, skills={TARGET: ("liuli",)}),
    "xiangle": Change(skills={TARGET: ("xiangle",)}),
    "kongcheng": Change(skills={TARGET: ("kongcheng",)}),
    "jiang of the target": Change(
        {"hand": ["sha.H10"]}, skills={TARGET: ("jiang",)}, use="sha.H10", needs_card=True
    ),
    "yicheng": Change(target={"hand": ["tao.H4"]}, skills={TARGET: ("yicheng",)}),
    "leiji": Change(target={"hand": ["shan.D2"]}, skills={TARGET: ("leiji",)}, dodges=True),
    "qingguo": Change(target={"hand": ["sha.C2"]}, skills={TARGET: ("qingguo",)}, dodges=True),
    "beige": Change(target={"hand": ["tao.H4"]}, skills={TARGET: ("beige",)}),
    "jianxiong": Change(skills={TARGET: ("jianxiong",)}, needs_card=True),
    "fankui": Change(
        {"hand": ["sha.S7", "tao.H4"], "equipment": ["wu-liu-jian.D6"]}, skills={TARGET: ("fankui",)}
    ),
    "tianxiang": Change(target={"hand": ["tao.H4"]}, skills={TARGET: ("tianxiang",)}),
    "mingshi": Change(
        {"generals": ["zhangliao", "xuchu"], "revealed": ["head"]}, skills={TARGET: ("mingshi",)}
    ),
}

NOT_HERE = {
    "liegong": "it speaks of the own play phase, in which nobody is asked for a Slash",
    "zhuge-liannu": "it speaks of how many Slashes a play phase has; one that is asked for isn't counted",
    "wu-liu-jian": "it lengthens the range, which the scenarios on who is asked for a Slash show",
    "niaoxiang": "it takes a siege: three players who sit together",
    "fengshi": "it takes a siege: three players who sit together",
    "qianhuan": "it takes illusions, and isn't about Slashes alone",
}
"""The changes of Slashes that aren't tried here, and why."""


def seats_on(road: str) -> dict[str, str]:
    """Return the seats on a road."""
    match road:
        case "play" | "shensu":
            return {STRIKER: "s1", TARGET: "s2", FAR: "s3", BESIDE: "s4"}
        case "tiaoxin":
            return {TARGET: "s1", STRIKER: "s2", BESIDE: "s3", FAR: "s4"}
        case "luanwu":  # the others' turns to answer come first: what they lose is none of the Slash's doing
            return {BESIDE: "s1", FAR: "s2", TARGET: "s3", STRIKER: "s4"}
    return {BESIDE: "s1", STRIKER: "s2", TARGET: "s3", FAR: "s4"}


def struck(change: Change, road: str) -> State:
    """Return the position where the striker has just used its Slash on the target by a road."""
    seats = seats_on(road)
    striker = {"hand": [change.use], "kingdom": "wei", **change.striker}
    drunk, stronger = striker.pop("drunk", 0), striker.pop("stronger", 0)
    if road == "borrowed" and not any("equipment" in one for one in striker):
        striker["equipment"] = ["wu-liu-jian.D6"]
    players = {
        seats[STRIKER]: striker,
        seats[TARGET]: {"kingdom": "shu", **change.target},
        seats[BESIDE]: {"kingdom": "wu"},
        seats[FAR]: {"kingdom": "qun"},
    }
    for one in players.values():
        if "generals" in one:
            del one["kingdom"]
    if road == "borrowed":
        players["s1"]["hand"] = ["jiedao-sharen.C12"]
    if road == "shensu":
        hand = [card for card in striker["hand"] if card != change.use]
        striker = {
            "revealed": ["head", "deputy"],
            **striker,
            "generals": ["xiahouyuan", "xuhuang"],
            "hand": hand,
        }
        players[seats[STRIKER]] = {key: value for key, value in striker.items() if key != "kingdom"}
    phase = "judgment" if road == "shensu" else "play"
    state = GAME.initial(entry_of({"players": players, "deck": DECK, "phase": phase, "turn": "s1"}))
    skills = {seats[who]: has for who, has in change.skills.items()}
    if road in ("luanwu", "tiaoxin"):
        skills["s1"] = (*skills.get("s1", ()), road)
    for seat, has in skills.items():
        for name in has:
            state = put(state, Seat(seat), Family.GIVEN.of(name), 1)
    mine = Seat(seats[STRIKER])
    state = put(put(state, mine, Count.DRUNK, drunk), mine, Count.STRONGER, stronger)
    state = GAME.begun(state)
    with_ = {"with": list(change.with_)} if change.with_ else {}
    as_ = {"as": change.as_} if change.as_ else {}
    answer = {"respond": change.use, **as_, **with_, "by": seats[STRIKER]}
    target = seats[TARGET]
    match road:
        case "play":
            return played(state, {"use": change.use, "on": [target], **as_, **with_})
        case "borrowed":
            return played(state, {"use": "jiedao-sharen.C12", "on": [seats[STRIKER], target]}, answer)
        case "luanwu":
            for other in (Seat(seats[FAR]), Seat(target)):
                state = put(state, other, Count.HEALTH, health_of(state, other) + 1)
            state = played(state, {"skill": "luanwu"})
            if GAME.decider(state).seats != (mine,):
                state = played(state, {"choose": NONE, "by": target})
            return played(state, {"choose": target, "by": seats[STRIKER]}, answer)
        case "tiaoxin":
            return played(state, {"skill": "tiaoxin", "on": [seats[STRIKER]]}, answer)
    return played(state, {"skill": "shensu", "on": [target]})


def played(state: State, *steps: dict[str, Any]) -> State:
    """Return the position after steps; each must be legal."""
    for step in steps:
        action = GAME.parse_action(entry_of(step))
        assert GAME.violations(state, action) == (), step
        state = GAME.apply(state, action)
    return state


def slash_of(state: State) -> Using | None:
    """Return the Slash that is being used."""
    return next((one for one in state.stack if isinstance(one, Using) and one.name in SLASHES), None)


def meant(state: State, change: Change, seats: dict[str, str]) -> GameAction:
    """Return the answer of the asked seat: its skill, its price, a due Dodge; else a pass."""
    ways = GAME.legal_actions(state)
    skills = [one for one in ways if isinstance(one, UseSkill)]
    answers = [one for one in ways if isinstance(one, Respond)]
    choices = [one for one in ways if isinstance(one, Choose | Discard)]
    if answers and change.dodges:
        return answers[0]
    if skills:
        return skills[0]
    more: list[GameAction] = [one for one in choices if not isinstance(one, Choose) or one.choose != NONE]
    # The third player concerned is the same on each road.
    liked = [seats[FAR], seats[BESIDE]]
    more.sort(
        key=lambda one: liked.index(w) if (w := str(getattr(one, "choose", ""))) in liked else len(liked)
    )
    return next(iter((*more, *(one for one in ways if isinstance(one, Pass)), *ways)))


def outcome(change: Change, road: str) -> dict[str, Any]:
    """Return the Slash's result: the questions to each seat, and each seat's losses."""
    seats = seats_on(road)
    roles = {seat: role for role, seat in seats.items()}
    state = struck(change, road)
    asked: list[str] = []
    while slash_of(state) is not None and GAME.waiting(state) is not None:
        action = meant(state, change, seats)
        word = "respond" if isinstance(action, Respond) else getattr(action, "skill", type(action).__name__)
        asked.append(f"{roles.get(str(action.by), 'chance')} {word}")
        state = GAME.apply(state, action)
    return {
        "asked": sorted(asked),
        "health": {role: health_of(state, Seat(seat)) for role, seat in seats.items()},
        "hands": {role: state.zones.count(f"{seat}.hand") for role, seat in seats.items()},
        "worn": {role: state.zones.count(f"{seat}.equipment") for role, seat in seats.items()},
    }


def test_each_weapon_armour_and_skill_that_goes_off_at_a_slash_is_tried() -> None:
    worn = {name for name, card in names().items() if card.kind in (Kind.WEAPON, Kind.ARMOUR)}
    moments = {"slashing", "dodged", "hitting", "targeted"}
    skills = {name for name in SKILLS.keys() & skill_names() if moments & set(SKILLS[name].moments)}
    assert (worn | skills) - CHANGES.keys() == set(NOT_HERE)


@pytest.mark.parametrize(
    "name", sorted(one for one in CHANGES if one != "nothing" and not CHANGES[one].is_one)
)
def test_what_changes_a_slash_does_so_in_the_play_phase(name: str) -> None:
    assert outcome(CHANGES[name], "play") != outcome(CHANGES["nothing"], "play")


@pytest.mark.parametrize("road", ["borrowed", "luanwu", "tiaoxin"])
@pytest.mark.parametrize("name", sorted(CHANGES))
def test_a_slash_that_is_asked_for_is_changed_as_in_the_play_phase(name: str, road: str) -> None:
    change = CHANGES[name]
    wanted, came = outcome(change, "play"), outcome(change, road)
    if road == "borrowed" and "equipment" not in change.striker:
        wanted["worn"][STRIKER] += 1  # the knife that is borrowed
    assert came == wanted


@pytest.mark.parametrize("name", sorted(name for name, one in CHANGES.items() if not one.needs_card))
def test_a_slash_without_a_card_is_changed_as_in_the_play_phase(name: str) -> None:
    change = CHANGES[name]
    wanted, came = outcome(change, "play"), outcome(change, "shensu")
    assert came["health"] == wanted["health"]
    assert came["worn"] == wanted["worn"]
