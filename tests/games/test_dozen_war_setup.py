from pathlib import Path

import pytest

from engine.core.document import entry_of, read_document
from engine.core.faults import InputFault
from engine.games.dozen_war.game import DozenWar


def test_the_standard_opening_gives_every_player_three_soldiers_three_generals_three_castles(
    game: DozenWar,
) -> None:
    view = game.view(game.initial(None), None)
    for seat in ("west", "south", "east", "north"):
        kinds = sorted(piece.kind for piece in view.pieces if piece.seat == seat)
        assert kinds == ["archer", "castle", "castle", "castle", "cavalry", "general", "general", "general",
                         "infantry"]  # fmt: skip
    generals = [piece.piece.rpartition(".")[2] for piece in view.pieces if piece.kind == "general"]
    assert len(set(generals)) == 12
    for piece in view.pieces:
        if piece.kind in ("infantry", "cavalry", "archer") and piece.seat:
            castle = f"{piece.seat[0]}.castle.{piece.kind}"
            assert piece.cell == next(one.cell for one in view.pieces if one.piece == castle)


def test_a_setup_that_says_only_who_plays_is_their_standard_opening(game: DozenWar) -> None:
    state = game.initial(entry_of({"seats": ["east", "west"], "first": "west"}))
    assert game.mismatches(state, entry_of({"turn": "west", "at": {"e.inf.1": "j9", "w.cav.1": "d1"}})) == ()


def test_what_a_setup_does_not_give_is_empty_except_the_map(game: DozenWar) -> None:
    state = game.initial(entry_of({"round": 1, "coins": {"west": 2}}))
    layout = game.layout(state)
    assert {piece.split(".")[0] for piece in layout} == {"w", "s", "e", "n", "mountain", "volcano"}
    assert all(".castle." in piece for piece in layout if piece[1] == ".")


def test_without_pieces_placing_begins_with_the_dealt_generals_in_hand(game: DozenWar) -> None:
    state = game.initial(entry_of({"seats": ["west", "north"], "phase": "placing"}))
    assert game.decider(state).kind == "placing"
    for _ in range(6):
        assert game.decider(state).kind == "placing"
        state = game.apply(state, game.legal_actions(state)[0])
    assert game.decider(state).kind == "turn"
    generals = [piece for piece in game.layout(state) if ".gen." in piece]
    assert len(generals) == 6


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("hands: {middle: [song-kiem]}", 1, "no seat 'middle' in this match"),
        ("round: 2\nhands: {west: [bua-chienn]}", 2, "expected one of bua-chien"),
        ("deck: [song-kiem, song-kien]", 1, "expected one of bua-chien"),
        ("deck: {shuffled: [song-kien]}", 1, "expected one of bua-chien"),
        ("used: [song-kien]", 1, "expected one of bua-chien"),
        ("hands: {west: [bua-chien]}\ndeck: [bua-chien]\nused: [bua-chien]", 3, "there are 2 of 'bua-chien'"),
        ("hands:\n  west: [giao-thep]\n  north: [giao-thep]", 3, "there is 1 of 'giao-thep'"),
        ("tokens: {e4: [mapp]}", 1, r"expected one of \?, map"),
        ("tokens: {e4: ['?']}\ntoken_pool: [mapp]", 2, "expected one of map"),
        ("events: [mua]", 1, "expected one of gio-thuan"),
        ("events: [gio-thuan]\nopened: [gio-thuan]", 2, "there is 1 of 'gio-thuan'"),
        ("in_force: [{event: mua, seats: [west]}]", 1, "expected one of gio-thuan"),
        ("carried: {w.gen.est: [map]}", 1, "expected a living general of this match"),
        (
            "pieces: {w.gen.est: {dead: true}}\ncarried: {w.gen.est: [map]}",
            2,
            "expected a living general of this match",
        ),
        ("round: 2\ntokens: {d5: [map]}", 2, "no mountain stands on d5"),
        ("tokens: {g6: [map, map, map]}", 1, "one or two tokens"),
        ("tokens: {g6: ['?']}", 1, "as many tokens in 'token_pool'"),
        ("tokens: {g6: [map, map]}\ncarried: {w.gen.est: [map, map, map, map]}", 2, "5 map pieces"),
        ("carried: {w.inf.1: [map]}", 1, "is no general"),
        ("colour: red", 1, "colour: unknown key"),
        ("seats: [west]", 1, "two or more different seats"),
        ("seats: [west, centre]", 1, "no seat 'centre'"),
        ("round: 12", 1, "from 1 to 11"),
        ("turn: middle", 1, "no seat 'middle'"),
        ("seats: [west, north]\nturn: east", 2, "no seat 'east' in this match; expected one of west, north"),
        ("phase: dancing", 1, "expected one of drafting, placing, playing, over"),
        ("pieces:\n  w.inf.1: {at: z9}", 2, "no such hex 'z9'"),
        ("pieces:\n  w.inf.9: {at: a1}", 2, "no such piece"),
        ("pieces:\n  w.inf.1: {hp: 2}", 2, "'at' is missing"),
        ("pieces:\n  w.inf.1: {at: a1, hp: 3}", 2, "from 1 to 2"),
        ("pieces:\n  w.inf.1: {at: a1, asleep: true}", 2, "asleep: unknown key"),
        ("pieces:\n  w.inf.1: {dead: true}", 2, "only a general can be dead"),
        ("pieces:\n  w.gen.est: {dead: true, at: a1}", 2, "no other facts"),
        ("pieces:\n  w.castle.archer: {at: a4}", 2, "castles stand under 'castles'"),
        ("castles:\n  w.inf.1: {hp: 1}", 2, "is no castle"),
        ("castles:\n  w.castle.archer: {hp: 3}", 2, "from 0 to 2"),
        ("pieces:\n  w.gen.est: {at: a1}\n  n.gen.est: {at: a2}", 3, "one est, and it's w.gen.est already"),
        (
            (
                "pieces:\n  w.gen.est: {at: a1}\n  w.gen.kazu: {at: b1}\n  w.gen.mask: {at: c1}\n"
                "  w.gen.raen: {at: d2}"
            ),
            5,
            "3 generals",
        ),
        ("seats: [west, north]\npieces:\n  e.inf.1: {at: a1}", 3, "east doesn't play"),
        ("mountains: [c3]", 1, "a castle stands on c3"),
        ("warp: open\nmountains: [g6]", 2, "the warp point is open"),
        ("phase: placing\npieces:\n  w.inf.1: {at: a1}", 1, "no general is left to place"),
        (
            (
                "phase: placing\ncastles: {w.castle.archer: {hp: 0}, w.castle.cavalry: {hp: 0}}\n"
                "pieces:\n  w.gen.est: {}\n  w.gen.mask: {}"
            ),
            1,
            "2 generals to place, but free general slots in 1",
        ),
        ("merit: {west: {glory: 1}}", 1, "glory: unknown key"),
        ("coins: {west: -1}", 1, "from 0"),
    ],
)
def test_a_broken_setup_is_refused_at_its_line(
    game: DozenWar, tmp_path: Path, text: str, line: int, message: str
) -> None:
    file = tmp_path / "setup.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputFault, match=message) as caught:
        game.initial(read_document(file))
    assert str(caught.value).startswith(f"{file}:{line}:")


SIX_SOLDIERS = "\n".join(f"  w.inf.{number}: {{at: d6}}" for number in range(1, 7))


@pytest.mark.parametrize(
    ("pieces", "line", "rule"),
    [
        (SIX_SOLDIERS, 7, "DW-2.1"),
        ("  w.gen.est: {at: d6}\n  w.gen.kazu: {at: d6}", 3, "DW-2.1"),
        ("  w.inf.1: {at: d6}\n  n.inf.1: {at: d6}", 3, "DW-5.2"),
        ("  w.inf.1: {at: e4}\n  w.arc.1: {at: e4}", 3, "DW-2.4"),
        ("  w.inf.1: {at: a1}\n  w.cav.1: {at: e4}", 3, "DW-3.2"),
        ("  w.gen.est: {at: g6}", 2, "DW-3.2"),
        ("  w.inf.1: {at: c9}", 2, "DW-4.6"),
    ],
)
def test_a_setup_that_breaks_a_stacking_rule_is_refused_at_the_piece_too_many(
    game: DozenWar, tmp_path: Path, pieces: str, line: int, rule: str
) -> None:
    file = tmp_path / "setup.yaml"
    file.write_text(f"pieces:\n{pieces}\n", encoding="utf-8")
    with pytest.raises(InputFault, match=rule) as caught:
        game.initial(read_document(file))
    assert str(caught.value).startswith(f"{file}:{line}:")


def test_the_warp_point_is_open_from_round_3_unless_a_setup_says_otherwise(game: DozenWar) -> None:
    pieces = {"w.inf.1": {"at": "a1"}}
    for given, expected in (
        ({"round": 2}, "closed"),
        ({"round": 3}, "open"),
        ({"round": 3, "warp": "closed"}, "closed"),
        ({"round": 1, "warp": "open"}, "open"),
    ):
        state = game.initial(entry_of({**given, "pieces": pieces}))
        assert game.mismatches(state, entry_of({"warp": expected})) == ()
