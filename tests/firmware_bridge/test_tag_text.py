"""Texts in the memory of RFID tags: there and back, on tags of both kinds, and what isn't ours."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.faults import InputFault
from firmware_bridge.link.fields import Uid
from firmware_bridge.tag_text import LONGEST, decode_text, encode_text

NTAG, SLIX = Uid(bytes.fromhex("04a1b2c3d4e5f6")), Uid(bytes.fromhex("e004000000000001"))


@given(st.text(max_size=12), st.sampled_from([NTAG, SLIX]), st.binary(max_size=20))
def test_a_text_comes_back_whatever_lies_behind_it(text: str, uid: Uid, behind: bytes) -> None:
    assert decode_text(encode_text(text, uid) + behind, uid) == text


@given(st.binary(max_size=60), st.sampled_from([NTAG, SLIX]))
def test_any_memory_is_a_text_or_none(content: bytes, uid: Uid) -> None:
    assert isinstance(decode_text(content, uid), str)


def test_what_is_written_is_an_ndef_text_record_as_phones_read_it() -> None:
    # NFC Forum RTD Text 1.0: D1 01 length 'T', then the status byte with the language's length.
    assert encode_text("hi", NTAG).hex() == "0309" + "d10105" + "54" + "02656e" + "6869" + "fe"
    assert encode_text("hi", SLIX).hex().startswith("e1400e01" + "0309")


def test_a_text_that_fits_no_tag_is_refused() -> None:
    encode_text("x" * LONGEST, SLIX)
    with pytest.raises(InputFault, match=f"a tag takes {LONGEST} bytes, not {LONGEST + 1}"):
        encode_text("x" * (LONGEST + 1), NTAG)
