"""Promises of cells: no spreadsheet takes a text for a formula, and the text comes back as it was."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard.archive.spreadsheet_cells import as_written, unreckoned

FORMULAS = "=+-@\t\r\n\uff1d\uff0b\uff0d\uff20"


@pytest.mark.parametrize(
    "name", ['=HYPERLINK("http://evil.example")', "+1", "-1", "@SUM(A1)", "\tx", "\uff1d1+1"]
)
def test_a_spreadsheet_takes_no_name_for_a_formula(name: str) -> None:
    assert unreckoned(name) == f"'{name}"


@pytest.mark.parametrize("separator", [";", "|", "\t", "\n"])
def test_no_part_of_a_name_is_a_formula_where_another_sign_separates_cells(separator: str) -> None:
    assert unreckoned(f"Ana{separator}=1+1") == f"Ana{separator}'=1+1"


@pytest.mark.parametrize("cell", ["Anna", "An-na", "", -5, 1.5, None, '{"move":"a"}', "'Ana'", "a=1", "; x"])
def test_any_other_cell_is_written_as_it_is(cell: object) -> None:
    assert unreckoned(cell) == cell


@given(st.text(f"{FORMULAS};|,' a\u200d"))
def test_a_text_comes_back_and_no_cell_of_it_begins_a_formula(text: str) -> None:
    cell = unreckoned(text)
    assert as_written(cell) == text
    for separator in (",", ";", "|"):
        first = cell if separator == "," else cell.split(separator)
        for part in [first] if isinstance(first, str) else first:
            assert not part.strip().startswith(tuple(FORMULAS))
