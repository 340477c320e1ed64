"""Every print can be written in every language, in as many lines and bytes as it needs."""

from itertools import pairwise

import pytest
from pypdfium2 import PdfDocument

from dashboard.printing.page_drawing import DrawingLayer, PaperSheet, Text, drawing_of
from dashboard.printing.pdf import pdf_of
from dashboard.printing.svg import svg_of
from dashboard.printing.typeface import runs, text_width_mm, wrapped
from engine.core.faults import InputFault


def test_a_letter_that_the_typeface_lacks_is_refused() -> None:
    with pytest.raises(InputFault, match="'한글 ok' can't be printed: the typeface doesn't have 글 한"):
        Text((0.0, 0.0), "한글 ok", 3.0)


def test_a_line_of_two_scripts_is_drawn_in_runs_as_wide_as_it_is_said() -> None:
    mixed = "KS-3: 対象に2ダメージ"
    drawn = runs(mixed, bold=False)
    assert [(name, text) for name, text in drawn] == [
        ("DejaVuSans", "KS-3: "),
        ("NotoSansJP-Regular", "対象に"),
        ("DejaVuSans", "2"),
        ("NotoSansJP-Regular", "ダメージ"),
    ]
    assert text_width_mm(mixed, 4.0) == pytest.approx(sum(text_width_mm(text, 4.0) for _, text in drawn))
    page = PaperSheet(100.0, 20.0, (DrawingLayer(drawing_of([Text((90.0, 5.0), mixed, 4.0, anchor="end")])),))
    document = PdfDocument(pdf_of([page], title="two scripts"))
    text_page = document[0].get_textpage()
    assert text_page.get_text_range() == mixed
    boxes = [text_page.get_charbox(i) for i in range(text_page.count_chars())]
    document.close()
    # Each letter stands right of the one before it, and the last one at the line's end.
    assert all(one[0] < after[0] for one, after in pairwise(boxes))
    assert boxes[-1][2] / 72 * 25.4 == pytest.approx(90.0, abs=0.5)


def test_japanese_is_broken_between_letters_and_never_before_a_full_stop() -> None:
    text = "死んだ時、エリア1の全てに2ダメージ。"
    for width_mm in range(12, 60):
        lines = wrapped(text, width_mm, 4.0)
        assert "".join(lines) == text
        assert all(text_width_mm(line, 4.0) <= width_mm for line in lines)
        assert not any(line[0] in "、。ー" for line in lines)


def test_an_svg_holds_no_more_of_a_typeface_than_its_letters() -> None:
    page = PaperSheet(100.0, 20.0, (DrawingLayer(drawing_of([Text((5.0, 5.0), "殺 sát", 4.0)])),))
    assert len(svg_of(page, title="small")) < 20_000
