"""Random positions and random actions of Dozen War, for properties that must hold everywhere."""

from typing import Any

from hypothesis import strategies as st

from engine.games.dozen_war.game import DozenWar
from engine.games.dozen_war.position.state import State
from tests.games import plain_rules

SEATS = ("west", "south", "east", "north")
SOLDIERS = tuple(
    f"{seat[0]}.{kind}.{number}"
    for seat in SEATS
    for kind in ("inf", "cav", "arc")
    for number in (1, 2, 3, 4)
)
SLUGS = tuple(slug for slugs in plain_rules.GENERALS.values() for slug in slugs)
ALL_CASTLES = tuple(f"{seat[0]}.castle.{kind}" for seat in SEATS for kind in plain_rules.KINDS)
CROWDED_CELLS = ("c3", "d5", "d6", "d7", "e4", "e5", "e6", "f5", "f6", "f7", "g6", "c9", "d4")
"""Where units meet: two castles, a mountain and the volcano among them."""


@st.composite
def setups(draw: st.DrawFn) -> dict[str, Any]:
    """A setup that keeps the stacking rules, with its units close enough together to matter to each other."""
    seats = draw(st.permutations(SEATS))[: draw(st.integers(2, 4))]
    letters = {seat[0] for seat in seats}
    setup: dict[str, Any] = {
        "seats": list(seats),
        "turn": draw(st.sampled_from(seats)),
        "round": draw(st.integers(1, 11)),
        "phase": "playing",
        "events_drawn": draw(st.integers(0, 6)),
        "warp": draw(st.sampled_from(("open", "closed"))),
        "coins": {seat: draw(st.integers(0, 6)) for seat in seats},
        "mountains": ["e4", "i4", "i8", "e8", "g2", "g10", "b6", "l6"],
        "castles": {
            castle: {"hp": draw(st.integers(0, 2))}
            for castle in ALL_CASTLES
            if castle[0] in letters and draw(st.booleans())
        },
        "pieces": {},
    }
    generals = [
        f"{draw(st.sampled_from(seats))[0]}.gen.{slug}"
        for slug in draw(st.lists(st.sampled_from(SLUGS), max_size=3, unique=True))
    ]
    soldiers = draw(st.lists(st.sampled_from(SOLDIERS), min_size=2, max_size=16, unique=True))
    full = {**setup, "castles": _all_castles(setup, letters)}
    for name in [*soldiers, *generals]:
        if name[0] not in letters:
            continue
        facts = draw(_facts(name))
        cell = draw(st.sampled_from(CROWDED_CELLS) | st.sampled_from(plain_rules.CELLS))
        if not facts.get("dead"):
            if not plain_rules.enters(full, name, cell):
                continue
            facts["at"] = cell
        setup["pieces"][name] = facts
        full["pieces"] = setup["pieces"]
    return setup


def walked(game: DozenWar, state: State, picks: list[int]) -> State:
    """The position after playing the legal actions that the numbers pick, answers among them."""
    for pick in picks:
        actions = game.legal_actions(state)
        if actions:
            state = game.apply(state, actions[pick % len(actions)])
    return state


@st.composite
def _facts(draw: st.DrawFn, name: str) -> dict[str, Any]:
    if plain_rules.is_general(name) and draw(st.integers(0, 3)) == 0:
        return {"dead": True}
    facts: dict[str, Any] = {"hp": draw(st.integers(1, plain_rules.full_hp(name)))}
    for flag in ("moved", "acted"):
        if draw(st.integers(0, 3)) == 0:
            facts[flag] = True
    return facts


def _all_castles(setup: dict[str, Any], letters: set[str]) -> dict[str, Any]:
    return {castle: setup["castles"].get(castle, {"hp": 2}) for castle in ALL_CASTLES if castle[0] in letters}


@st.composite
def written_actions(draw: st.DrawFn, setup: dict[str, Any]) -> dict[str, Any]:
    """Any action at all, mostly one of pieces that are there."""
    present = tuple(setup["pieces"]) or SOLDIERS
    castles = tuple(castle for castle in ALL_CASTLES if castle[0] in {seat[0] for seat in setup["seats"]})
    units = st.sampled_from(present) | st.sampled_from(SOLDIERS)
    targets = st.sampled_from((*present, *castles)) | st.sampled_from(SOLDIERS)
    cells = st.sampled_from(CROWDED_CELLS) | st.sampled_from(plain_rules.CELLS)
    generals = st.sampled_from([f"{seat[0]}.gen.{slug}" for seat in setup["seats"] for slug in SLUGS])
    word = draw(
        st.sampled_from(
            ("move", "move", "attack", "attack", "attack", "warp", "revive", "block", "place", "end")
        )
    )
    match word:
        case "move":
            return {"move": draw(units), "to": draw(cells)}
        case "attack":
            written = {"attack": draw(units), "target": draw(targets)}
            return {**written, "splash": draw(targets)} if draw(st.booleans()) else written
        case "warp" | "block":
            return {word: draw(units)}
        case "revive" | "place":
            return {word: draw(generals), "at": draw(cells)}
        case _:
            return draw(st.sampled_from(({"end_turn": True}, {"accept": True})))
