"""Open tasks come back from a saved position as they were, in the form that earlier journals hold."""

from typing import Any

import pytest

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.games.dozen_war.game import DozenWar
from engine.games.dozen_war.position.holdings import (
    FateCard,
    KeptUse,
    RobbedHand,
    RolledFaces,
    SplashVictims,
    TaskSubject,
)

GAME = DozenWar(load_board("mativen"), Ruleset())

# Each document as the version before these classes wrote it.
TASKS: list[tuple[dict[str, Any], TaskSubject | None]] = [
    ({"work": "draw", "seat": "west", "count": 3}, None),
    ({"work": "assign", "seat": "south", "cell": "j7"}, None),
    ({"work": "unearth", "seat": "south", "piece": "s.gen.est", "cell": "l6"}, None),
    ({"work": "roll_order", "seat": "south"}, None),
    ({"work": "roll_order", "seat": "south", "count": 0, "word": "35"}, RolledFaces((3, 5))),
    ({"work": "event_die", "word": "kho-cu"}, FateCard("kho-cu")),
    ({"work": "fate", "seat": "west", "word": "than-ho-menh"}, FateCard("than-ho-menh")),
    ({"work": "steal", "seat": "east", "piece": "w.inf.1", "count": 2}, RobbedHand(0)),
    (
        {"work": "spill", "seat": "west", "piece": "w.arc.1", "count": 2, "word": "11,12"},
        SplashVictims((11, 12)),
    ),
    (
        {"work": "card", "seat": "west", "piece": "n.cav.1", "cell": "d1", "word": "luoi-sat|4|target=11"},
        KeptUse("luoi-sat", 4, 3, (("target", (11,)),)),
    ),
    (
        {"work": "card", "seat": "north", "cell": "a1", "word": "trieu-goi-am-ky|1|unit=34;hex=38"},
        KeptUse("trieu-goi-am-ky", 1, 0, (("unit", (34,)), ("hex", (38,)))),
    ),
    (
        {"work": "skill_die", "seat": "west", "piece": "w.gen.est", "word": "can-can-cong-ly|0|"},
        KeptUse("can-can-cong-ly", 0, 0, ()),
    ),
]


@pytest.mark.parametrize(("document", "subject"), TASKS, ids=lambda one: str(one)[:40])
def test_a_task_is_read_and_written_as_earlier_journals_hold_it(
    document: dict[str, Any], subject: TaskSubject | None
) -> None:
    # A position is saved as it is read, and the draw's task waits below the one in question.
    state = GAME.initial(entry_of({"agenda": [document, {"work": "discard", "seat": "west", "count": 6}]}))
    assert state.agenda[0].subject == subject
    saved = GAME.dump(state)
    assert saved["agenda"][0] == document
    assert GAME.load(saved) == state


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ({"work": "steal", "seat": "west"}, "needs 'piece'"),
        ({"work": "steal", "seat": "west", "piece": "e.cav.1"}, "needs 'piece'"),
        ({"work": "spill", "seat": "west"}, "needs 'word'"),
        ({"work": "spill", "seat": "west", "word": "a,b"}, "numbers with commas"),
        ({"work": "card", "seat": "west", "word": "no-such-card|1|"}, "no-such-card"),
        ({"work": "card", "seat": "west", "word": "luoi-sat|many|"}, "many"),
        ({"work": "event_die", "word": "no-such-event"}, "no-such-event"),
        ({"work": "roll_order", "seat": "west", "word": "six"}, "faces of dice"),
    ],
)
def test_a_task_that_lacks_what_it_is_about_is_refused(document: dict[str, Any], said: str) -> None:
    with pytest.raises(InputFault, match=said):
        GAME.initial(entry_of({"agenda": [document]}))
