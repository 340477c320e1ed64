"""Bytes as base64url without padding."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.base64url import from_base64url, to_base64url


def test_the_letters_are_those_of_the_standard_without_padding() -> None:
    assert to_base64url(b"\xfb\xff") == "-_8", "RFC 4648, table 2"


@given(st.binary(max_size=99))
def test_what_was_written_is_read_again_with_padding_or_without(content: bytes) -> None:
    text = to_base64url(content)
    assert from_base64url(text) == from_base64url(text + "=" * (-len(text) % 4)) == content


def test_a_text_of_one_letter_more_than_whole_bytes_is_refused() -> None:
    with pytest.raises(ValueError, match="base64"):
        from_base64url("abcde")
