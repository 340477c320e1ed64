"""Positions with skills, cards and statuses, for property tests."""

from typing import Any

from hypothesis import strategies as st

from engine.games.dozen_war.arms import GENERALS
from engine.games.dozen_war.content.pack import load_pack
from engine.games.dozen_war.position.marks import Status
from tests.games import plain_rules

CROWD = ("c5", "d5", "e5", "f5", "d4", "e6", "d6", "e7", "f6", "c6", "g5", "b5")
"""Where units meet, so that skills have somebody to hit."""
CARDS = tuple(load_pack("house").equipment)
DECK = tuple(slug for slug, card in load_pack("house").equipment.items() for _ in range(card.copies))
SLUGS = tuple(GENERALS)
SKILLS = tuple(f"{slug}.{number}" for slug in SLUGS for number in (1, 2, 3))


@st.composite
def skilled_setups(draw: st.DrawFn) -> dict[str, Any]:
    """Two seats with generals, soldiers, cards and coins, close to each other."""
    slugs = draw(st.lists(st.sampled_from(SLUGS), min_size=2, max_size=6, unique=True))
    names = [f"{'wn'[n % 2]}.gen.{slug}" for n, slug in enumerate(slugs)]
    kinds = ("inf.1", "inf.2", "cav.1", "arc.1")
    names += [f"{letter}.{kind}" for letter in "wn" for kind in draw(st.sets(st.sampled_from(kinds)))]
    dealt = [DECK[one] for one in draw(st.lists(st.integers(0, len(DECK) - 1), max_size=6, unique=True))]
    setup: dict[str, Any] = {
        "seats": ["west", "north"],
        "turn": "west",
        "round": draw(st.integers(2, 5)),
        "skills": True,
        "coins": {"west": draw(st.integers(0, 6)), "north": draw(st.integers(0, 6))},
        "hands": {"west": dealt[::2], "north": dealt[1::2]},
        "pieces": {},
        "marks": [],
        "known": draw(st.lists(st.sampled_from(SKILLS), max_size=6, unique=True)),
    }
    mountains = ["e4", "i4", "i8", "e8", "g2", "g10", "b6", "l6"]
    full = {**setup, "castles": {}, "warp": "closed", "mountains": mountains}
    for name in names:
        cell = draw(st.sampled_from(CROWD))
        if not plain_rules.enters(full, name, cell):
            continue
        facts: dict[str, Any] = {"at": cell, "hp": draw(st.integers(1, plain_rules.full_hp(name)))}
        if draw(st.integers(0, 5)) == 0:
            facts["moved"] = True
        setup["pieces"][name] = facts
        full["pieces"] = setup["pieces"]
        if draw(st.integers(0, 7)) == 0:
            word = str(draw(st.sampled_from(tuple(Status))))
            setup["marks"].append({"unit": name, "word": word, "left": 1})
    return setup


@st.composite
def written_uses(draw: st.DrawFn, setup: dict[str, Any]) -> dict[str, Any]:
    """Any use of a card or skill at all, mostly aimed at what's there."""
    present = tuple(setup["pieces"]) or ("w.inf.1",)
    units, cells = st.sampled_from(present), st.sampled_from(CROWD)
    hands = tuple(setup["hands"]["west"] + setup["hands"]["north"])
    generals = tuple(name for name in present if ".gen." in name)
    use: dict[str, Any]
    if generals and (not hands or draw(st.booleans())):
        use = {"skill": draw(st.sampled_from(generals)), "number": draw(st.integers(1, 3))}
    else:
        use = {"play": draw(st.sampled_from(hands or CARDS))}
    slots: dict[str, st.SearchStrategy[Any]] = {
        "user": units,
        "unit": units,
        "units": st.lists(units, min_size=1, max_size=2),
        "target": units,
        "targets": st.lists(units, min_size=1, max_size=3),
        "hex": cells,
        "player": st.sampled_from(("west", "north")),
        "arm": st.sampled_from(("infantry", "cavalry", "archer")),
        "faces": st.lists(st.integers(1, 6), min_size=1, max_size=2),
        "copy": st.sampled_from(SKILLS),
    }
    for slot in draw(st.sets(st.sampled_from(tuple(slots)), max_size=2)):
        use[slot] = draw(slots[slot])
    return use
