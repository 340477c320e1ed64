"""`boardwarden print` as its user runs it."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from pypdfium2 import PdfDocument

from dashboard.commands import main
from dashboard.printing.cards import card_items
from dashboard.printing.page_drawing import Text
from dashboard.printing.paper import PAPERS
from dashboard.printing.pdf import pdf_of
from dashboard.printing.svg import svg_of
from dashboard.printing.things import card_pages, piece_pages
from dashboard.printing.typeface import text_width_mm
from engine.core.phrase import LANGUAGES
from engine.core.pieces import load_pieces
from engine.games.dozen_war.content.pack import load_pack
from tests.print.rasters import depiction

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("what", ["board", "pieces", "cards", "aids", "tray", "calibration"])
def test_each_thing_is_written_as_pdf_and_svg(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    assert main(["print", what, "--paper", "letter", "--out", str(tmp_path / "new"), "--json"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    said = json.loads(line)
    files = [Path(file) for file in said["files"]]
    assert sorted(files) == sorted((tmp_path / "new").iterdir())
    (pdf,) = [file for file in files if file.suffix == ".pdf"]
    document = PdfDocument(pdf)
    assert len(document) == len(said["pages"]) == len(files) - 1
    for i, page in enumerate(said["pages"]):
        size_mm = np.array(document[i].get_size()) * 25.4 / 72
        assert size_mm == pytest.approx((page["width_mm"], page["height_mm"]), abs=0.01)
    document.close()


def test_the_same_thing_gives_the_same_bytes(tmp_path: Path) -> None:
    written = []
    for name in ("one", "two"):
        assert main(["print", "calibration", "--out", str(tmp_path / name)]) == 0
        written.append([file.read_bytes() for file in sorted((tmp_path / name).iterdir())])
    assert written[0] == written[1]


def test_an_svg_is_in_millimetres_and_has_its_typeface_inside() -> None:
    pages = piece_pages(load_pieces("mativen-pieces"), PAPERS["a4"], depiction("mativen"))
    root = ET.fromstring(svg_of(pages[0], title="pieces"))  # noqa: S314 # our own
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("210mm", "297mm", "0 0 210 297")
    style = root.find(f"{SVG}style")
    assert style is not None
    assert "data:font/ttf;base64" in (style.text or "")
    # The first tag's outline spans its black square, from the page's upper left.
    (tag,) = [tag for tag in pages[0].tags if tag.id == 16]
    outlines = [path.get("d", "") for path in root.iter(f"{SVG}path") if path.get("fill") == "#000000"]
    points = np.array(re.findall(r"([\d.]+),([\d.]+)", outlines[0]), np.float64)
    assert points.min(axis=0) == pytest.approx((tag.centre_mm[0] - 8, 297 - tag.centre_mm[1] - 8), abs=1e-3)
    assert points.max(axis=0) == pytest.approx((tag.centre_mm[0] + 8, 297 - tag.centre_mm[1] + 8), abs=1e-3)


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_are_said_in_the_tables_language_and_their_text_stays_on_them(language: str) -> None:
    pack = load_pack("house")
    shown = depiction("mativen", language)
    for card in card_items(shown):
        for text in card.front.drawing.shapes:
            if isinstance(text, Text):
                assert 0 < text.at[1] < card.front.height_mm
                assert (
                    text.at[0] + text_width_mm(text.text, text.size_mm, bold=text.bold) < card.front.width_mm
                )
    document = PdfDocument(pdf_of(card_pages(shown, None, PAPERS["a4"], name="house"), title="cards"))
    words = "".join(document[i].get_textpage().get_text_range() for i in range(len(document)))
    document.close()
    names = [
        record.names
        for records in (pack.generals, pack.equipment, pack.events, pack.treasures, pack.curses)
        for record in records.values()
    ]
    # Japanese lines end between any two letters.
    flowing = "".join(words.split())
    assert [name for name in names if name.said_in(language).replace(" ", "") not in flowing] == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["board", "--board", "nowhere"], "nowhere: no such file"),
        (["cards", "--content", "nothing"], "no content pack 'nothing'"),
        (["calibration", "--out", "/proc/nothing"], "--out: can't write to /proc/nothing"),
        (["calibration", "--out", "/dev/full"], "--out: /dev/full isn't a folder; give a folder"),
    ],
)
def test_bad_arguments_are_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    arguments = arguments if "--out" in arguments else [*arguments, "--out", str(tmp_path)]
    assert main(["print", *arguments]) == 2
    assert message in capsys.readouterr().err
