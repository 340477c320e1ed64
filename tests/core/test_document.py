"""Promises of the YAML reader: places named, words kept, and nothing in a file that can stop the program."""

from pathlib import Path

import pytest

from engine.core.document import DEEPEST, LARGEST_BYTES, MOST_VALUES, read_document, read_documents
from engine.core.faults import InputFault

BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n"
    for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)
MERGES = (
    "a: &a {"
    + ", ".join(f"k{n}: 1" for n in range(9))
    + "}\n"
    + "".join(
        f"{name}: &{name} [{', '.join([f'{{<<: *{before}, x{n}: *{before}}}' for n in range(9)])}]\n"
        for before, name in zip("abcdefgh", "bcdefghi", strict=True)
    )
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "given.yaml"


def fault_of(path: Path, text: str | bytes) -> str:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(InputFault) as caught:
        list(read_documents(path))
    return str(caught.value)


@pytest.mark.parametrize("text", [BOMB, MERGES], ids=["aliases", "merges"])
def test_aliases_that_stand_for_billions_of_values_are_refused_with_their_line(path: Path, text: str) -> None:
    assert "values, found more, aliases written out" in fault_of(path, text)


@pytest.mark.parametrize(
    "text",
    ["- a\n" * 201_000, f"[{'a,' * 201_000}]", "--- a\n" * 201_000],
    ids=["a list", "on one line", "documents"],
)
def test_a_file_of_very_many_values_is_refused_before_they_are_built(path: Path, text: str) -> None:
    assert fault_of(path, text).endswith(f": expected at most {MOST_VALUES} values, found more")


def test_an_alias_inside_what_it_names_is_refused(path: Path) -> None:
    assert fault_of(path, "a: 1\nb: &b [*b]\n") == f"{path}:2: an alias stands inside what it names"


@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "? "], ids=["list", "mapping", "block", "key"])
@pytest.mark.parametrize("depth", [DEEPEST + 1, 300_000], ids=["just", "far"])
def test_nesting_too_deep_is_refused_however_deep(path: Path, opening: str, depth: int) -> None:
    found = fault_of(path, opening * depth)
    assert f"nested at most {DEEPEST} deep" in found
    assert found.startswith(f"{path}:1:")


@pytest.mark.parametrize(
    "value",
    [
        "!!int abc",
        "!!float x",
        "!!bool maybe",
        "!!timestamp 2026-13-45",
        "!!binary '***'",
        "!!python/name:os",
    ],
)
def test_a_value_that_isnt_what_its_tag_says_is_refused_with_its_line(path: Path, value: str) -> None:
    assert fault_of(path, f"a: 1\nb: {value}\n").startswith(f"{path}:2:")


def test_a_file_that_is_too_large_is_refused_before_it_is_read_whole(path: Path) -> None:
    assert "at most" in fault_of(path, b"#" * (LARGEST_BYTES + 1))


def test_words_dates_and_longest_numbers_stay_as_they_are_written(path: Path) -> None:
    path.write_text(f"a: [on, off, yes, no, 2026-13-45, '1', 190:20:30, {'9' * 5000}, 017, 0x1f, ~]\n")
    found = [entry.value for entry in read_document(path).mapping()["a"].sequence()]
    assert found[:7] == ["on", "off", "yes", "no", "2026-13-45", "1", "190:20:30"]
    assert found[7:] == ["9" * 5000, 17, 31, None]


def test_truth_values_and_numbers_are_yaml_1_2s(path: Path) -> None:
    path.write_text("a: [true, False, 3, -4, 1.5, 1e3, .5, -.inf]\n")
    found = [entry.value for entry in read_document(path).mapping()["a"].sequence()]
    assert found == [True, False, 3, -4, 1.5, 1000.0, 0.5, float("-inf")]


def test_an_anchor_serves_twice_and_a_merge_brings_what_isnt_given(path: Path) -> None:
    path.write_text("base: &base {x: 1, y: 2}\nmore: {<<: *base, y: 3}\nagain: *base\n")
    found = read_document(path).plain()
    assert found["more"] == {"x": 1, "y": 3}
    assert found["again"] == {"x": 1, "y": 2}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"a: 1\nb: \xe9\n", "not UTF-8 text"),
        (b"a: 1\nb: x\0\n", "no control characters"),
    ],
    ids=["latin", "nul"],
)
def test_a_byte_that_no_text_has_is_refused_with_its_line(path: Path, text: bytes, said: str) -> None:
    fault = fault_of(path, text)
    assert fault.startswith(f"{path}:2:")
    assert said in fault


def test_a_bound_on_one_side_is_said_without_the_other(path: Path) -> None:
    path.write_text("a: -5")
    with pytest.raises(InputFault, match=r"expected a whole number of at least 0, found -5"):
        read_document(path).mapping()["a"].whole(0)


def test_of_a_long_value_a_message_shows_as_much_as_people_read(tmp_path: Path) -> None:
    path = tmp_path / "long.yaml"
    path.write_text("x" * 1_000_000, encoding="utf-8")
    with pytest.raises(InputFault) as refused:
        read_document(path).mapping()
    assert len(str(refused.value)) < 300
