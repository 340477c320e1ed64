"""Promises of the people's codes: each person has one, and no tournament knows another's."""

import re
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from dashboard.rounds.codes import PeopleCodes, parse_code
from dashboard.rounds.tournament import System, opened

AUTUMN = replace(opened("Autumn", System.SWISS, ("Ana", "Bình", "Cường")), mark="f00d")
CODES = PeopleCodes(bytes(32))


def test_each_person_has_a_code_and_is_found_by_it() -> None:
    codes = {name: CODES.code(AUTUMN, name) for name in AUTUMN.people}
    assert len(set(codes.values())) == len(codes)
    assert all(re.fullmatch("[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}", code) for code in codes.values())
    assert {CODES.person(AUTUMN, code): code for code in codes.values()} == codes


def test_a_code_of_another_tournament_or_hall_is_nobodys() -> None:
    code = CODES.code(AUTUMN, "Ana")
    assert CODES.person(replace(AUTUMN, mark="beef"), code) is None
    assert PeopleCodes(b"1" * 32).person(AUTUMN, code) is None
    assert CODES.person(AUTUMN, "") is None
    assert CODES.person(AUTUMN, code[:-1]) is None
    assert CODES.person(AUTUMN, f"{code}0") is None


@given(st.sampled_from(AUTUMN.people), st.sampled_from(["{}", " {} ", "http://hall:8320/seat#code={}"]))
def test_a_code_is_read_however_people_and_scanners_write_it(name: str, written: str) -> None:
    code = CODES.code(AUTUMN, name)
    for text in (code, code.lower(), code.replace("-", " "), code.replace("-", "")):
        assert parse_code(written.format(text)) == code
    assert parse_code(code.replace("0", "O").replace("1", "l")) == code
    wide = "".join(chr(ord(sign) + 0xFEE0) for sign in code)
    assert parse_code(wide) == code
