"""Quốc Chiến: what a hidden general can do is nobody else's to know before it's shown."""

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.games.quoc_chien.game import GAME, QuocChien
from engine.games.registry import usual_board


def game() -> QuocChien:
    return GAME(load_board(usual_board("quoc_chien")), Ruleset())


def test_that_a_hidden_generals_skill_could_be_used_is_its_owners_secret() -> None:
    hidden = {
        "s1": {"generals": ["sunquan", "ganning"], "hand": ["sha.S5"]},
        "s2": {"hand": ["tao.H4"]},
        "s3": {},
    }
    kept = game()
    state = kept.initial(entry_of({"players": hidden}))
    uses = [one for one in kept.legal_actions(state) if "skill" in kept.format_action(one)]
    assert uses
    assert all(kept.is_secret_choice(state, one) for one in uses)


def test_what_a_shown_generals_skill_does_is_open() -> None:
    shown = {
        "s1": {"generals": ["sunquan", "ganning"], "revealed": ["head"], "hand": ["sha.S5"]},
        "s2": {},
        "s3": {},
    }
    kept = game()
    state = kept.initial(entry_of({"players": shown}))
    (zhiheng,) = [
        one for one in kept.legal_actions(state) if kept.format_action(one).get("skill") == "zhiheng"
    ]
    assert not kept.is_secret_choice(state, zhiheng)


def test_where_all_are_asked_being_asked_says_nothing_of_a_shown_generals_hand() -> None:
    kept = GAME(load_board(usual_board("quoc_chien")), Ruleset(options={"asked": "all"}))
    for card in ("tao.H4", "juedou.S1"):
        yuejin = {"generals": ["yuejin", "caocao"], "revealed": ["head", "deputy"], "hand": [card]}
        state = kept.initial(entry_of({"players": {"s1": {}, "s2": yuejin, "s3": {}}}))
        (ending,) = [one for one in kept.legal_actions(state) if "end_play" in kept.format_action(one)]
        assert kept.decider(kept.apply(state, ending)).seats == ("s2",)
