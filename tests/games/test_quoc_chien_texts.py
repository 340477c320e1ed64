"""Quốc Chiến: every card and general says in every language what it does, and skills are called by name."""

import pytest

from dashboard.web.words.speaking import INTERPRETER
from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.core.phrase import LANGUAGES
from engine.games.quoc_chien.content.generals import generals
from engine.games.quoc_chien.game import GAME, QuocChien
from engine.games.quoc_chien.position.registry import SKILLS
from engine.games.quoc_chien.position.skill import is_played
from engine.games.registry import usual_board


def game() -> QuocChien:
    return GAME(load_board(usual_board("quoc_chien")), Ruleset())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_says_what_it_does_and_of_what_kind_it_is(language: str) -> None:
    faces = game().faces().cards
    assert len(faces) == 233
    assert [face.card for face in faces if not INTERPRETER.said(face.text, language)] == []
    assert [face.card for face in faces if not INTERPRETER.said(face.kind_label, language)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_generals_text_names_all_of_its_skills(language: str) -> None:
    kept = game()
    for slug, one in generals().items():
        said = INTERPRETER.said(kept.card_text(slug), language)
        for skill in one.skills:
            named = INTERPRETER.said(kept.texts.say(f"words.{skill}"), language) in said
            assert named == is_played(SKILLS[skill], kept.options)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_says_what_it_does_by_the_printing_that_is_played(language: str) -> None:
    newer = GAME(load_board(usual_board("quoc_chien")), Ruleset(options={"xichou": "newer", "lure": "newer"}))
    says = {
        card: [INTERPRETER.said(one.card_text(card), language) for one in (game(), newer)]
        for card in ("lijueguosi", "diaohu-lishan.H2", "jiaxu", "lianjun-shengyan.H1")
    }
    assert [card for card, (usual, other) in says.items() if usual != other] == [
        "lijueguosi",
        "diaohu-lishan.H2",
    ]
    xichou, xiongsuan = (
        INTERPRETER.said(newer.texts.say(f"words.{one}"), language) for one in ("xichou", "xiongsuan")
    )
    assert [xichou in one for one in says["lijueguosi"]] == [True, False]
    assert [xiongsuan in one for one in says["lijueguosi"]] == [False, True]


def test_using_a_skill_is_said_by_its_name() -> None:
    kept = game()
    players = {"s1": {"generals": ["sunquan", "ganning"], "revealed": ["head"], "hand": ["sha.S5"]}, "s2": {}}
    state = kept.initial(entry_of({"players": players}))
    (action,) = [
        one for one in kept.legal_actions(state) if kept.format_action(one).get("skill") == "zhiheng"
    ]
    said = kept.action_text(state, action)
    assert "Chế Hành" in INTERPRETER.said(said, "vi")
    assert "制衡" in INTERPRETER.said(said, "ja")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_reason_against_a_gift_a_skill_an_answer_and_a_reveal_is_said(language: str) -> None:
    kept = game()
    hand = ["sha.S7", "jiu.S6"]
    generals_of = {"generals": ["sunquan", "lvmeng"], "hand": hand}
    players = {"s1": generals_of, "s2": {"kingdom": "wei"}, "s3": {}}
    hidden = kept.initial(entry_of({"players": players}))
    players = {"s1": {**generals_of, "revealed": ["head"]}, "s2": {"kingdom": "wu"}, "s3": {}, "s4": {}}
    known = kept.initial(entry_of({"players": players}))
    matron = {"generals": ["sunshangxiang", "sunce"], "revealed": ["head"], "health": 1, "hand": hand}
    players = {
        "s1": matron,
        "s2": {},
        "s3": {"generals": ["guanyu", "liubei"], "revealed": ["head"], "health": 1},
    }
    married = kept.initial(entry_of({"players": players}))
    married = kept.apply(
        married, kept.parse_action(entry_of({"skill": "jieyin", "on": ["s3"], "cards": hand}))
    )
    fields = {"s1": {"generals": ["caoren", "dengai"], "revealed": ["head"]}, "s2": {}}
    stars = {"s1": {"generals": ["jiangwei", "zhugeliang"], "revealed": ["head"]}, "s2": {}}
    slashed = kept.initial(
        entry_of({"players": {"s1": {"hand": hand}, "s2": {"hand": ["shan.H2", "tao.H6"]}}})
    )
    slashed = kept.apply(slashed, kept.parse_action(entry_of({"use": "sha.S7", "on": ["s2"]})))
    full = kept.initial(entry_of({"players": {"s1": {"health": 1, "hand": hand}, "s2": {}}}))
    full = kept.apply(full, kept.parse_action(entry_of({"end_play": True})))
    refused = [
        (full, {"discard": ["tao.H6"]}, "too_many"),
        (hidden, {"discard": ["sha.S7"]}, "not_discarding"),
        (slashed, {"respond": "tao.H6", "by": "s2"}, "wrong_answer"),
        (slashed, {"respond": "jiu.S6", "by": "s2"}, "not_in_hand"),
        (married, {"skill": "jieyin"}, "skill_spent"),
        (married, {"skill": "jieyin", "on": ["s2"]}, "no_gender"),
        (kept.initial(entry_of({"players": fields})), {"skill": "jixi"}, "head_only"),
        (kept.initial(entry_of({"players": stars})), {"skill": "yizhi"}, "deputy_only"),
        (hidden, {"skill": "keji"}, "skill_not_now"),
        (hidden, {"skill": "qixi"}, "not_own_skill"),
        (hidden, {"reveal": "head"}, "shown_when"),
        (hidden, {"reveal": "head", "by": "s3"}, "shown_when"),
        (hidden, {"give": "jiu.S6", "to": "s2"}, "unknown_giver"),
        (known, {"give": "jiu.S6", "to": "s2"}, "own_kingdom"),
        (known, {"give": "sha.S7", "to": "s3"}, "unmarked"),
        (known, {"give": "tao.H4", "to": "s3"}, "not_in_hand"),
    ]
    for state, written, reason in refused:
        found, *_ = kept.violations(state, kept.parse_action(entry_of(written)))
        assert found.reason == reason
        assert INTERPRETER.said(kept.violation_text(found), language)


@pytest.mark.parametrize(
    ("card", "both"),
    [
        ("sha.S7", "Sha (Slash)"),
        ("shan.H2", "Shan (Dodge)"),
        ("tao.H6", "Tao (Peach)"),
        ("jiu.S9", "Jiu (Wine)"),
        ("juedou.S1", "Juedou (Duel)"),
    ],
)
def test_a_card_with_a_pinyin_name_says_which_english_word_means_it(card: str, both: str) -> None:
    assert INTERPRETER.said(game().card_text(card), "en").startswith(both)
