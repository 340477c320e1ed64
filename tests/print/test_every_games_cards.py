"""Every game's cards come to paper: in three languages, with their files' tags, nothing over an edge."""

from dataclasses import replace

import pytest

from dashboard.printing.cards import card_items
from dashboard.printing.depicted import Depiction, depiction_of
from dashboard.printing.page_drawing import Text
from dashboard.printing.typeface import expect_letters, text_width_mm
from engine.core.board import load_board
from engine.core.ids import PieceId
from engine.core.phrase import LANGUAGES
from engine.core.pieces import PieceSet, load_pieces, pieces_beside
from engine.games.registry import open_look
from engine.kit.zones.box import name_of

CARD_GAMES = ["hero_realms", "kingdom_square", "quoc_chien"]
"""The games whose pieces files have cards."""


def board_of(game: str) -> str:
    return open_look(game).boards[0]


def pieces_of(game: str) -> PieceSet:
    return load_pieces(pieces_beside(board_of(game)))


def card_game(game: str, language: str) -> Depiction:
    board = load_board(board_of(game))
    return depiction_of(game, board, pieces_of(game), content="house", language=language)


@pytest.mark.parametrize("game", CARD_GAMES)
def test_every_letter_of_a_games_cards_is_in_the_typeface(game: str) -> None:
    shown = card_game(game, "en")
    for said in (replace(shown, language=language).said for language in LANGUAGES):
        for card in shown.cards:
            for phrase in (card.face.label, card.face.text, card.face.kind_label, card.back_label):
                expect_letters("".join(said(phrase).splitlines()))


@pytest.mark.parametrize("game", CARD_GAMES)
def test_a_games_own_cards_are_printed_with_its_files_tags_and_sizes(game: str) -> None:
    shown, pieces = card_game(game, "ja"), pieces_of(game)
    few = {card.face.card: card for card in shown.cards[::17]}
    printed = card_items(replace(shown, cards=tuple(few.values())), pieces)
    expected = [one for one in pieces.pieces.values() if one.kind.is_card and name_of(one.id) in few]
    assert sorted(tag.id for card in printed for tag in card.front.drawing.tags) == sorted(
        one.up for one in expected
    )
    assert {(card.front.width_mm, card.front.height_mm) for card in printed} == {
        one.kind.sides_mm for one in expected
    }
    for card in printed:
        for text in (shape for shape in card.front.drawing.shapes if isinstance(shape, Text)):
            assert 0 < text.at[1] < card.front.height_mm
            wide = text_width_mm(text.text, text.size_mm, bold=text.bold)
            assert text.at[0] + wide < card.front.width_mm, text.text


def test_a_decks_copies_beyond_the_pieces_file_take_tags_that_it_leaves_free() -> None:
    shown, pieces = card_game("kingdom_square", "ja"), pieces_of("kingdom_square")
    (spearman,) = (card for card in shown.cards if card.face.card == "f.no.17")
    deck = replace(shown, cards=(replace(spearman, copies=4),))
    tags = [tag.id for card in card_items(deck, pieces, every_copy=True) for tag in card.front.drawing.tags]
    own = [pieces.pieces[PieceId(f"f.no.17#{copy}")].up for copy in (1, 2)]
    assert tags[:2] == own
    assert len(set(tags)) == 4
    assert not set(tags[2:]) & {*pieces.by_tag, *pieces.backs}
