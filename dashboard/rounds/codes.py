"""The people's codes: each person of a tournament has one, and sits down with it. Pure.

A code is made from the hall's key, the tournament and the name, so it's kept nowhere. It has 40 bits: of a
tournament of 200 people somebody who tries 50 a second finds one in three years.
"""

import hmac
import re
from unicodedata import normalize

from dashboard.rounds.tournament import Tournament
from engine.bus.sealing import derived_key

_SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The signs of Crockford's base 32: no letter that is read as a digit, and no U.

Source: https://www.crockford.com/base32.html
"""
_READ_AS = str.maketrans("OIL", "011")
_LENGTH = 8
_BITS_A_SIGN = 5
_CODE_BYTES = _LENGTH * _BITS_A_SIGN // 8
_IN_AN_ADDRESS = re.compile(r"[#&]code=([^&]+)")


class PeopleCodes:
    """The codes that a hall's key gives to the people of its tournaments."""

    def __init__(self, key: bytes) -> None:
        self._key = derived_key(key, "codes of people")

    def code(self, tournament: Tournament, name: str) -> str:
        """Return the code of a person: `K7QM-2XFA`."""
        said = f"{tournament.mark}\0{tournament.name}\0{name}"
        number = int.from_bytes(hmac.digest(self._key, said.encode(), "sha256")[:_CODE_BYTES])
        signs = "".join(
            _SIGNS[number >> _BITS_A_SIGN * at & len(_SIGNS) - 1] for at in reversed(range(_LENGTH))
        )
        return f"{signs[: _LENGTH // 2]}-{signs[_LENGTH // 2 :]}"

    def person(self, tournament: Tournament, text: str) -> str | None:
        """Return the person who has a code, as `parse_code` reads it; None where nobody has."""
        code = parse_code(text).encode()
        found = None
        for name in tournament.people:
            # All are compared, so that the time says nothing.
            if hmac.compare_digest(self.code(tournament, name).encode(), code):
                found = name
        return found


def parse_code(text: str) -> str:
    """Return a code as it is printed, from what somebody typed or a scanner read.

    Small letters, signs of full width, spaces and the letters O, I and L are understood. A scanner that types
    may bring the whole address of a code.

    >>> parse_code("k7qm 2xfa"), parse_code("http://hall/seat#code=K7QM-2XFA"), parse_code("lOl0")
    ('K7QM-2XFA', 'K7QM-2XFA', '1010')
    """
    within = _IN_AN_ADDRESS.search(text)
    told = normalize("NFKC", within[1] if within else text).upper()
    signs = "".join(sign for sign in told.translate(_READ_AS) if sign.isalnum())
    return f"{signs[: _LENGTH // 2]}-{signs[_LENGTH // 2 :]}" if len(signs) > _LENGTH // 2 else signs
