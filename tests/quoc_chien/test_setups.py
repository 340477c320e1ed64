"""Positions that can't be: a setup that writes one is refused, with its line and what was expected."""

from pathlib import Path

import pytest

from engine.core.board import load_board
from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.games.quoc_chien.game import GAME
from engine.games.quoc_chien.position.state import DECK
from engine.games.registry import usual_board
from engine.scenarios.runner import run_file

FILE = (
    "game: quoc_chien\ntitle: t\nrules: []\nsetup:\n  players:\n    s1: {PLAYER}\n    s2: {}\n"
    "  used: {USED}\nsteps:\n  - expect: {dead: []}\n"
)


@pytest.mark.parametrize(
    ("player", "used", "said"),
    [
        ("equipment: [sha.S8]", "sha: 0", ":6: equipment: expected an equipment, found 'sha.S8'"),
        ("equipment: [qinggang-jian.S6, qilin-gong.H5]", "sha: 0", "there is a weapon already"),
        ("judgment: [sha.S8]", "sha: 0", ":6: judgment: expected a delayed trick, found 'sha.S8'"),
        ("judgment: [le-busi-shu.C6, le-busi-shu.H6]", "sha: 0", "there is a le-busi-shu already"),
        (
            "generals: [guanyu, caocao]",
            "sha: 0",
            ":6: generals: expected a general of shu, as the head is, found 'caocao'",
        ),
        (
            "generals: [guanyu, lord-liubei], revealed: [deputy]",
            "sha: 0",
            "expected a deputy, found 'lord-liubei': a lord is a head",
        ),
        ("generals: [lord-liubei, guanyu]", "sha: 0", "expected 'revealed: [head]' with 'lord-liubei'"),
        (
            "generals: [lord-liubei, liubei], revealed: [head]",
            "sha: 0",
            "'lord-liubei' and 'liubei' are two sides of one card",
        ),
        (
            "generals: [guanyu, zhangfei], kingdom: wei",
            "sha: 0",
            ":6: kingdom: expected one of shu, careerist; found 'wei'",
        ),
        ("generals: [guanyu, nobody]", "sha: 0", ":6: generals: unknown general 'nobody'"),
        ("health: 5", "sha: 0", ":6: health: expected a whole number from 1 to 4, found 5"),
        ("health: 0", "sha: 0", ":6: health: expected a whole number from 1 to 4, found 0"),
        ("health: 3", "slash: 1", ":8: slash: expected sha, jiu or a skill, found 'slash'"),
    ],
)
def test_a_position_that_cannot_be_is_refused(tmp_path: Path, player: str, used: str, said: str) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text(FILE.replace("PLAYER", player).replace("USED", used), encoding="utf-8")
    with pytest.raises(InputFault) as caught:
        run_file(file)
    assert said in str(caught.value)


def test_a_plain_card_whose_place_a_lords_card_has_taken_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "wrong.yaml"
    options = "options: {boxes: all, lord_cards: instead}\nsetup:"
    text = FILE.replace("setup:", options).replace("PLAYER", "hand: [jingfan.H3]").replace("USED", "sha: 0")
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputFault, match=r":7: .*'jingfan.H3' left the deck for 'taiping-yaoshu.H3'"):
        run_file(file)


@pytest.mark.parametrize(("readings", "size"), [({}, 163), ({"lord_cards": "instead"}, 160)])
def test_where_lords_cards_take_places_three_plain_ones_leave_the_deck(
    readings: dict[str, str], size: int
) -> None:
    game = GAME(load_board(usual_board("quoc_chien")), Ruleset(options={"boxes": "all", **readings}))
    assert game.initial(None).zones.count(DECK) == size
