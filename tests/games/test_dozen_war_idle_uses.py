"""No card and no skill of the house pack is offered where all it does is to be spent."""

from collections import defaultdict
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.games.dozen_war.actions.actions import Accept, Action, Attack
from engine.games.dozen_war.actions.uses import Play, Skill
from engine.games.dozen_war.content.pack import load_pack
from engine.games.dozen_war.game import DozenWar
from engine.games.dozen_war.position.state import State
from tests.games import plain_rules
from tests.games.skills_positions import CROWD, DECK, SKILLS, SLUGS

PACK = load_pack("house")
GAME = DozenWar(load_board("mativen"), Ruleset())
SEEDS = range(120)
EACH = 3
"""The number of uses of a card or skill that are tried in one position, drawn by its seed."""

SPENT = {"card_pile", "used", "coins", "skilled", "spent", "known", "carded"}
"""The cost of a use, by the keys of a position's document: by itself no effect."""
BOOSTS = {"damage", "range", "attacks", "targets", "spill", "move", "again", "unguarded", "unblockable"}
"""The marks that only change what a unit does in its own turn."""
HELD = {"stunned", "frozen", "rooted"}

DOES_NOTHING_SOMETIMES = {
    "luoi-sat": "roots any enemy within 2, by its text, also one that has ended its turn",
    "ten-luoi": "an arrow may be shot at any enemy in range, also at one that can't be pushed",
    "thuoc-cam": "bans any enemy general within 3, by its text, also one without a defend skill",
    "phan-bong": "the die may show a face that was named",
    "cai-tao-nhanh": "a soldier that dies all the same may bear its new arm's cards before",
    "gia-dang": "Grim, who dies all the same, may bear the new arm's cards before",
}
"""The cards and skills that are left to the player, by slug, and why."""


def _setup(chance: Random) -> dict[str, Any]:
    """Units that stand close; some have acted, some are held, and sometimes an arm's box is empty."""
    slugs = chance.sample(SLUGS, chance.randint(2, 6))
    names = [f"{'wn'[n % 2]}.gen.{slug}" for n, slug in enumerate(slugs)]
    names += [f"{letter}.{kind}.{n}" for letter in "wn" for kind in ("inf", "cav", "arc") for n in (1, 2)]
    deck = chance.sample(DECK, len(DECK))
    setup: dict[str, Any] = {
        "seats": ["west", "north"],
        "turn": "west",
        "round": 4,
        "skills": True,
        "coins": {"west": chance.randint(0, 6), "north": chance.randint(0, 6)},
        "hands": {"west": deck[:6], "north": chance.choice(((), deck[6:12]))},
        "bereft": ["west", "north"],
        "known": chance.sample(SKILLS, 6),
        "pieces": {},
        "marks": [],
    }
    setup["hands"]["north"] = list(setup["hands"]["north"])
    mountains = ["e4", "i4", "i8", "e8", "g2", "g10", "b6", "l6"]
    full = {**setup, "castles": {}, "warp": "closed", "mountains": mountains}
    if chance.random() < 0.5:
        kind = chance.choice(("inf", "cav", "arc"))
        for number in range(3, 9):
            setup["pieces"][f"w.{kind}.{number}"] = {"at": "j6" if number < 6 else "k6"}
    for name in names:
        cell = chance.choice(CROWD)
        full["pieces"] = setup["pieces"]
        if not plain_rules.enters(full, name, cell):
            continue
        facts: dict[str, Any] = {"at": cell, "hp": chance.randint(1, plain_rules.full_hp(name))}
        if name.startswith("w."):
            facts |= {word: True for word in ("acted", "moved") if chance.random() < 0.25}
        setup["pieces"][name] = facts
        if chance.random() < 0.1:
            setup["marks"].append({"unit": name, "word": chance.choice(sorted(HELD)), "left": 1})
    return setup


def _settled(state: State) -> State:
    """The position after everything that waits is let pass, or falls out as it first may."""
    while state.stack or state.agenda:
        actions = GAME.legal_actions(state)
        state = GAME.apply(state, next((one for one in actions if isinstance(one, Accept)), actions[0]))
    return state


def _slug(use: Play | Skill) -> str:
    return str(use.card if isinstance(use, Play) else PACK.skill(use.piece.split(".")[-1], use.number).slug)


def _offers(state: State, chance: Random) -> Iterator[Play | Skill]:
    by_slug = defaultdict(list)
    for action in GAME.legal_actions(state):
        if isinstance(action, Play | Skill):
            by_slug[_slug(action)].append(action)
    for slug in sorted(by_slug):
        uses = by_slug[slug]
        yield from chance.sample(uses, min(EACH, len(uses)))


def _facts(state: State, use: Play | Skill, holder: str = "") -> dict[str, Any]:
    """A position's document without what the use costs: its card, or the HP that Soul pays for a rider.

    `holder`: who still holds the card there.
    """
    document = {key: value for key, value in GAME.dump(state).items() if key not in SPENT}
    hands = {seat: sorted(hand) for seat, hand in document.get("hands", {}).items()}
    if isinstance(use, Play) and holder:
        hands[holder].remove(use.card)
    document["hands"] = {seat: hand for seat, hand in hands.items() if hand}
    if _slug(use) == "trieu-goi-am-hon" and isinstance(use, Skill):
        pays = dict(document["pieces"][str(use.piece)])
        del pays["hp"]
        document["pieces"] = {**document["pieces"], str(use.piece): pays}
    return document


def _defends(general: str) -> bool:
    return any(PACK.skill(general.rsplit(".", maxsplit=1)[-1], number).defends for number in (1, 2, 3))


def _idle_marks(before: State, after: State) -> list[dict[str, Any]]:
    """The marks on units that they change nothing for."""
    old, new = GAME.dump(before), GAME.dump(after)
    held = {mark["unit"] for mark in old.get("marks", ()) if mark["word"] in HELD}
    found = []
    for mark in new.get("marks", ()):
        unit, word = mark["unit"], mark["word"]
        if mark in old.get("marks", ()) or unit not in old["pieces"] or unit in held:
            continue  # a held unit may be strengthened: the facts let cards be played on it
        done = bool(old["pieces"][unit].get("acted")) or unit in old.get("fought", ())
        boosted = word in BOOSTS and done and unit[0] == old["turn"][0]
        if boosted or (word == "rooted" and done) or (word == "banned" and not _defends(unit)):
            found.append(mark)
    return found


def _positions(seed: int) -> Iterator[tuple[State, Random]]:
    """A position, and those where one of its attacks waits for an answer, before the hit and after it."""
    chance = Random(seed)  # noqa: S311  # no secret
    state = GAME.initial(entry_of(_setup(chance)))
    yield state, chance
    attacks: list[Action] = [one for one in GAME.legal_actions(state) if isinstance(one, Attack)]
    for attack in chance.sample(attacks, min(4, len(attacks))):
        after = GAME.apply(state, attack)
        for _ in ("before", "after"):
            if after.stack and Accept() in GAME.legal_actions(after):
                yield after, chance
                after = GAME.apply(after, Accept())


def _idle(seed: int) -> Iterator[tuple[str, str]]:
    """Every card and skill that was tried, and what shows that it did nothing; empty: it did something."""
    for state, chance in _positions(seed):
        for use in _offers(state, chance):
            holder = GAME.decider(state).seats[0]
            without, after = _settled(state), _settled(GAME.apply(state, use))
            if marks := _idle_marks(state, after):
                yield _slug(use), f"marks {marks}"
            elif _facts(without, use, holder) == _facts(after, use):
                yield _slug(use), "nothing"
            else:
                yield _slug(use), ""


@pytest.fixture(scope="module")
def tried() -> dict[str, set[str]]:
    """The result of each card and skill."""
    found: dict[str, set[str]] = defaultdict(set)
    for seed in SEEDS:
        for slug, idle in _idle(seed):
            found[slug].add(idle)
    return found


def test_no_card_or_skill_is_offered_where_it_does_nothing(tried: dict[str, set[str]]) -> None:
    idle = {slug: found - {""} for slug, found in tried.items() if found - {""}}
    assert {slug: found for slug, found in idle.items() if slug not in DOES_NOTHING_SOMETIMES} == {}
    assert {*DOES_NOTHING_SOMETIMES} - set(idle) == set(), "an exception that nothing needs"


def test_every_card_and_skill_is_tried_but_what_answers_a_card(tried: dict[str, set[str]]) -> None:
    assert {*PACK.equipment, *PACK.skills} - set(tried) == {"day-chuyen-may-man"}
