"""Every game's player aid comes to paper in each language, with the numbers that its rules play by."""

import re
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest
from pypdfium2 import PdfDocument

from dashboard.printing.aid_sheet import AID_MM, LEAST_AID_TEXT_MM, aid_items
from dashboard.printing.depicted import depiction_of
from dashboard.printing.order import PrintOrder
from dashboard.printing.page_drawing import Path as DrawnPath
from dashboard.printing.page_drawing import Rectangle, Text
from dashboard.printing.paper import PAPERS
from dashboard.printing.printable import printable, printed
from dashboard.printing.typeface import text_width_mm
from engine.core.aids import PlayerAid, read_aid
from engine.core.board import load_board
from engine.core.faults import InputFault
from engine.core.ids import RuleId
from engine.core.phrase import LANGUAGES
from engine.core.pieces import load_pieces, pieces_beside
from engine.games.registry import OWN_GAMES, open_aid, open_look, open_rulebook

AIDS = [(game, open_look(game).boards[0]) for game in OWN_GAMES] + [("dozen_war", "duel")]
IDS = [f"{game}-{Path(board).stem}" for game, board in AIDS]
UNCOUNTED = {"KS-5.3"}
"""Rules whose sentence says that there must be room, and not how much."""
SAID = "{en: A, vi: A, ja: A}"


def aid_on(game: str, board: str) -> PlayerAid:
    return open_aid(game, load_board(board).name)


def written(aid: PlayerAid, language: str) -> list[str]:
    parts = [(part.title, *(line.text for line in part.lines)) for part in aid.parts]
    return [wording.said_in(language) for part in parts for wording in part]


def read(folder: Path, lines: str) -> PlayerAid:
    path = folder / "aid.yaml"
    path.write_text(f"title: {SAID}\nparts:\n  - title: {SAID}\n    lines:\n{lines}", encoding="utf-8")
    look = open_look("dozen_war")
    return read_aid(path, rules=(RuleId("DW-1.1"),), facts={"hand": 6}, look=look)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "board"), AIDS, ids=IDS)
def test_every_line_is_printed_within_its_card_in_letters_of_ten_points(
    game: str, board: str, language: str
) -> None:
    aid = aid_on(game, board)
    (item,) = aid_items(aid, open_look(game), language, copies=1)
    assert (item.width_mm, item.height_mm) in ((AID_MM[0], AID_MM[1]), (AID_MM[0], 2 * AID_MM[1]))
    texts = [shape for shape in item.drawing.shapes if isinstance(shape, Text)]
    card = Rectangle(0, 0, item.width_mm, item.height_mm)
    for text in texts:
        (x, y), size = text.at, text.size_mm
        wide = text_width_mm(text.text, size, bold=text.bold)
        assert card.grown(-2.0).holds(Rectangle(x, y - 0.25 * size, x + wide, y + 0.8 * size)), text.text
        assert size >= LEAST_AID_TEXT_MM - 1e-9
    for shape in item.drawing.shapes:
        assert isinstance(shape, Text) or card.holds(shape.box)
    # A line ends between any two letters in Japanese. Numbers and dots before sentences have a softer colour.
    flowing = "".join("".join(text.text.split()) for text in texts if text.colour == texts[0].colour)
    assert [one for one in written(aid, language) if "".join(one.split()) not in flowing] == []


@pytest.mark.parametrize(("game", "board"), AIDS, ids=IDS)
def test_no_row_lies_over_another_one_of_its_column(game: str, board: str) -> None:
    for language in LANGUAGES:
        (item,) = aid_items(aid_on(game, board), open_look(game), language, copies=1)
        rows = [one for one in item.drawing.shapes if isinstance(one, Text) and len(one.text) > 2]
        for half in (False, True):
            heights = sorted(one.at[1] for one in rows if (one.at[0] > AID_MM[0] / 2) is half)
            assert all(high - low > 1.1 * LEAST_AID_TEXT_MM for low, high in pairwise(heights))


@pytest.mark.parametrize(("game", "board"), AIDS, ids=IDS)
def test_each_number_stands_in_the_rule_that_its_line_names(game: str, board: str) -> None:
    rules = open_rulebook(game).rules
    for part in aid_on(game, board).parts:
        for line in part.lines:
            said = re.findall(r"\d+", line.text.said_in("ja"))
            known = re.findall(r"\d+", rules[line.rule].sentence.said_in("ja"))
            # 1 is also an article.
            assert line.rule in UNCOUNTED or {*said} - {"1"} <= {*known}, line.rule


def test_the_sheet_says_the_hit_points_and_ranges_that_the_rules_play_by() -> None:
    text = " ".join(written(aid_on("dozen_war", "mativen"), "en"))
    assert "Infantry: 2 HP, damage 1, next hex, moves 1." in text
    assert "Cavalry: 1 HP, damage 1, next hex, moves 3." in text
    assert "Archer: 1 HP, damage 1, 3 in a straight line, moves 1." in text
    assert "Everybody begins with 50 health." in " ".join(written(aid_on("hero_realms", "realms@2"), "en"))


@pytest.mark.parametrize("game", OWN_GAMES)
def test_every_number_that_is_kept_for_a_games_aids_is_said_by_one(game: str) -> None:
    files = Path(__file__).parents[2].glob(f"engine/games/{game}/aid*.yaml")
    named = {name for path in files for name in re.findall(r"\{(\w+)\}", path.read_text(encoding="utf-8"))}
    assert named == {*import_module(f"engine.games.{game}.aid").FACTS}


@pytest.mark.parametrize("game", OWN_GAMES)
def test_an_aid_explains_every_kind_of_card_and_piece_of_its_game(game: str) -> None:
    board = open_look(game).boards[0]
    shown = depiction_of(game, load_board(board), load_pieces(pieces_beside(board)), content="house")
    lines = [line for part in aid_on(game, board).parts for line in part.lines]
    explained = {f"{one.group}.{one.name}" for line in lines for one in line.symbols}
    cards = {card.face.kind for card in shown.cards}
    pieces = {face.kind for face in shown.faces.values()} - cards
    assert {f"cards.{one}" for one in cards} | {f"kinds.{one}" for one in pieces} <= explained


@pytest.mark.parametrize(("game", "board"), AIDS, ids=IDS)
def test_each_seat_of_the_board_gets_one(game: str, board: str) -> None:
    seats = {"dozen_war": 4, "hero_realms": 4, "kingdom_square": 2, "quoc_chien": 8}[game]
    seats = 2 if board == "duel" else seats
    _, pages = printable("aids", PrintOrder(game, board, pieces_beside(board)))
    title = aid_on(game, board).title.said_in("en")
    shapes = [shape for page in pages for layer in page.layers for shape in layer.drawing.shapes]
    outlines = [
        one
        for one in shapes
        if isinstance(one, DrawnPath) and one.closed and one.box.width == pytest.approx(AID_MM[0])
    ]
    assert len(outlines) == seats
    titles = sum(isinstance(one, Text) and one.text == title for one in shapes)
    assert titles in (seats, 2 * seats)


@pytest.mark.parametrize("paper", [*PAPERS, "sheet"])
def test_the_aids_fit_every_paper_and_a_pdf_has_their_words(paper: str) -> None:
    name, pdf = printed(
        "aids", PrintOrder("kingdom_square", "kingdom", "kingdom", paper=paper, language="vi")
    )
    assert name == f"kingdom-square-aids-{paper}.pdf"
    document = PdfDocument(pdf)
    words = "".join(page.get_textpage().get_text_range() for page in document)
    document.close()
    assert words.count("Lượt của bạn") == 2


def test_a_line_is_read_with_its_rule_its_symbols_and_its_numbers(tmp_path: Path) -> None:
    line = "{rule: DW-1.1, symbols: [kinds.castle], en: 'Hold {hand}.', vi: 'Giữ {hand}.', ja: '{hand}枚。'}"
    (part,) = read(tmp_path, f"      - {line}").parts
    assert [one.text.en for one in part.lines] == ["Hold 6."]
    assert [(one.group, one.name) for one in part.lines[0].symbols] == [("kinds", "castle")]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{rule: DW-99, en: A, vi: A, ja: A}", "the rulebook has no rule 'DW-99'"),
        ("{rule: DW-1.1, en: A, vi: A}", "the key 'ja' is missing"),
        ("{rule: DW-1.1, en: 'Hold {gold}.', vi: A, ja: A}", "no fact 'gold'; expected one of hand"),
        ("{rule: DW-1.1, en: Hold 6., vi: A, ja: A}", "the number 6 is typed"),
        ("{rule: DW-1.1, symbols: [kinds.ship], en: A, vi: A, ja: A}", "look.yaml has no 'kinds.ship'"),
        ("{rule: DW-1.1, symbols: [ship], en: A, vi: A, ja: A}", "as in kinds.NAME; found 'ship'"),
    ],
)
def test_a_broken_line_is_refused_where_it_stands(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(InputFault, match=r"aid\.yaml:5:") as refused:
        read(tmp_path, f"      - {line}")
    assert message in str(refused.value)


def test_an_aid_that_is_too_long_for_a_folded_card_is_refused(tmp_path: Path) -> None:
    line = f"      - {{rule: DW-1.1, en: {'word ' * 900}, vi: A, ja: A}}"
    aid = read(tmp_path, line)
    with pytest.raises(InputFault, match="in 'en' doesn't fit a folded card"):
        aid_items(aid, open_look("dozen_war"), "en", copies=1)
