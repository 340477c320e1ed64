"""Pictures of card games: what lies open is a card that can be read, what lies face down is a back."""

from dataclasses import replace
from typing import Any

import pytest
from PIL import Image, ImageColor

from dashboard.pictures.board_picture import PictureLook, canvas_of, draw_board
from dashboard.pictures.captions import Caption
from dashboard.pictures.scenes import caption_of, sight_of
from dashboard.web.telling.names import names_of
from dashboard.web.words.speaking import said
from engine.bus.messages.match import MatchState
from engine.core.board import load_board
from engine.core.game import Ruleset
from engine.core.ids import Cell, Seat, Seconds
from engine.core.pieces import load_pieces, pieces_beside
from engine.games.registry import open_game, usual_board
from engine.session.matches.match import open_match
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.table import setting_of, table_of
from engine.session.serving.bus_messages import match_state_of

WIDE_PX = 1000


class Laid:
    """A game's table as it's opened and a few plays later, ready to be drawn."""

    def __init__(self, game: str, plays: int) -> None:
        name = usual_board(game)
        self.board, self.game = load_board(name), open_game(game, load_board(name), Ruleset())
        pieces = load_pieces(pieces_beside(name))
        players = {Seat("p1"): "Lan"}
        opening = MatchOpening("m", Seconds(0.0), game, name, pieces_beside(name), players=players)
        match, _ = open_match(self.game, opening)
        state: Any = match.state
        for _ in range(plays):
            state = self.game.apply(state, next(iter(self.game.legal_actions(state))))
        match = replace(match, state=state, opening=replace(opening, signs={Seat("p1"): "cat"}))
        setting = setting_of(self.game, state, pieces)
        self.state: MatchState = match_state_of(setting, table_of(setting, match))
        self.names = names_of(self.state)
        self.sight: PictureLook = sight_of(self.board, pieces, setting, self.state.view, names=self.names)

    def caption(self) -> Caption:
        head = said(self.state.view.headline, "en", self.names)
        return caption_of(self.state, head, names=self.names)

    def drawn(self) -> Image.Image:
        return draw_board(canvas_of(self.sight, width_px=WIDE_PX), self.state.view, self.caption())

    def colours_in(self, picture: Image.Image, cell: Cell) -> set[tuple[int, ...]]:
        """Return the colours of a fiftieth of a cell's area and more."""
        box = canvas_of(self.sight, width_px=WIDE_PX).box
        scale = picture.width / box.width
        xs, ys = zip(*self.sight.part[cell], strict=True)
        part = picture.crop(
            (
                round((min(xs) - box.left) * scale),
                round((box.top - max(ys)) * scale),
                round((max(xs) - box.left) * scale),
                round((box.top - min(ys)) * scale),
            )
        )
        counted = part.getcolors(1 << 20) or []
        return {
            colour
            for count, colour in counted
            if isinstance(colour, tuple) and count * 50 > part.width * part.height
        }


@pytest.fixture(scope="module")
def realms() -> Laid:
    """A table of Hero Realms with its market laid out."""
    return Laid("hero_realms", 120)


def test_an_open_card_has_its_kinds_band_and_paper(realms: Laid) -> None:
    picture = realms.drawn()
    open_ones = [one for one in realms.state.view.pieces if one.cell and str(one.cell).startswith("market.")]
    assert open_ones
    for one in open_ones:
        card = realms.sight.card(one.piece)
        assert card is not None
        look = realms.sight.look.card(card.face.kind)
        seen = realms.colours_in(picture, Cell(str(one.cell)))
        assert {ImageColor.getrgb(look.colour), ImageColor.getrgb(look.paper)} <= seen


def test_what_lies_face_down_is_a_back_whatever_it_is(realms: Laid) -> None:
    heaps = [one for one in realms.state.view.heaps if one.cell in realms.sight.part]
    assert heaps
    picture = realms.drawn()
    for heap in heaps:
        assert ImageColor.getrgb("#33405a") in realms.colours_in(picture, heap.cell)


def test_players_stand_above_with_name_sign_and_numbers(realms: Laid) -> None:
    first, *others = realms.caption().players
    assert (first.name, first.sign, first.counts[0]) == ("Lan", "cat", "50 health")
    assert [one.sign for one in others] == [""] * len(others)
    signed, plain = realms.drawn(), replace(realms.caption(), players=(replace(first, sign=""), *others))
    unsigned = draw_board(canvas_of(realms.sight, width_px=WIDE_PX), realms.state.view, plain)
    assert signed.tobytes() != unsigned.tobytes()


@pytest.mark.parametrize("game", ["hero_realms", "kingdom_square", "quoc_chien"])
def test_no_place_is_called_by_its_id(game: str) -> None:
    laid = Laid(game, 20)
    zones = {cell for cell in laid.sight.part if laid.board.surface.zone_of(cell)}
    assert zones <= set(laid.sight.zones)
    assert [name for whole, bare in laid.sight.zones.values() for name in (whole, bare) if "{" in name] == []
