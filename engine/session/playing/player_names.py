"""The names and signs of people at a table, and which of them may be given. Pure."""

from collections.abc import Mapping
from functools import cache
from unicodedata import category, combining, normalize

from uniseg.graphemecluster import grapheme_clusters

from engine.core.appearance import player_signs
from engine.core.faults import InputFault
from engine.core.ids import Seat
from engine.core.phrase import LANGUAGES
from engine.core.sentences import joined
from engine.session.texts import TEXTS

LONGEST_NAME = 40
"""The most letters of a name, as people count them: a family of four in one emoji is one."""
_MOST_MARKS = 16
"""The most marks on one letter, more than any script or family emoji needs: lines must not run into those
above."""
_MOST_STACKED = 4
"""The most marks above, below and through one letter. Phonetic script has three; 15 accents ran over three
lines."""
_OVERLAY, _BELOW_AND_ABOVE = 1, range(200, 241)
"""The combining classes of marks that stack (Unicode Standard, 4.3); a virama of Hindi isn't among them."""
_JOINERS = frozenset("\u200c\u200d")
"""Invisible signs that join the letters of Persian or Hindi, and emoji."""
_TAGS = range(0xE0020, 0xE0080)
"""Invisible signs that spell the flags of England, Scotland and Wales."""
_UNSEEN = ("C", "Z", "M")
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800")
"""Letters of Hangul, and a pattern of Braille, drawn as nothing though Unicode has them as visible."""
_WITHOUT_WIDTH = frozenset((0x034F, 0x17B4, 0x17B5, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10)))
"""Marks that no font draws (Unicode's Default_Ignorable_Code_Point, those that a name may have)."""
_LOOKALIKES = str.maketrans(
    "аеорсухіјѕԁԛԝһѵӏАВЕКМНОРСТУХІЈЅԚԜѴӀονΑΒΕΖΗΙΚΜΝΟΡΤΥΧI|",  # noqa: RUF001 # that's what they are
    "aeopcyxijsdqwhvlABEKMHOPCTYXlJSQWVlovABEZHlKMNOPTYXll",
)
"""Letters of Cyrillic and Greek that are drawn as a Latin one (Unicode's intentional confusables), and those
that fonts without serifs draw as a small L.
"""


def parse_name(text: str, seat: Seat, *taken: Mapping[Seat, str]) -> str:
    """Return a name as a table writes it: composed letters, single spaces; an empty one takes a name back.

    `taken`: the names of the seats and of the people at them; no two may be the same.

    Raises:
        InputFault: it is too long, has a sign that no line can show, is taken, or is what the arbiter is
            called; says which.
    """
    name = parse_readable(text, LONGEST_NAME)
    others = [other for names in taken for known, other in names.items() if known != seat]
    if name and any(_are_alike(name, other) for other in others):
        raise InputFault(TEXTS.say("name.taken", name=name))
    if name and any(_are_alike(name, office) for office in _offices()):
        raise InputFault(TEXTS.say("name.an_office", name=name))
    return name


def parse_readable(text: str, most: int) -> str:
    """Return a name that lines can show: composed letters, single spaces. It may be empty.

    Raises:
        InputFault: it has more than `most` letters, or a sign that no line can show; says which.
    """
    name = " ".join(normalize("NFC", text).split())
    letters = [*grapheme_clusters(name)]
    if len(letters) > most:
        raise InputFault(TEXTS.say("name.too_long", most=most, came=len(letters)))
    if any(len(letter) > _MOST_MARKS or _stacked(letter) > _MOST_STACKED for letter in letters):
        raise InputFault(TEXTS.say("name.heaped"))
    for sign in name:
        if category(sign)[0] == "C" and sign not in _JOINERS and ord(sign) not in _TAGS:
            raise InputFault(TEXTS.say("name.unreadable", sign=f"U+{ord(sign):04X}"))
    if name and all(sign in _BLANK or category(sign).startswith(_UNSEEN) for sign in name):
        raise InputFault(TEXTS.say("name.unseen"))
    return name


@cache
def _offices() -> frozenset[str]:
    """Return the words of pages and warnings for the arbiter, in all languages."""
    words = (TEXTS.template("name.offices", language) or "" for language in LANGUAGES)
    return frozenset(word.strip() for line in words for word in line.split(";"))


def _stacked(letter: str) -> int:
    """Return the number of marks that stack on a letter."""
    classes = (combining(sign) for sign in normalize("NFD", letter))
    return sum(one == _OVERLAY or one in _BELOW_AND_ABOVE for one in classes)


def _are_alike(one: str, other: str) -> bool:
    """Tell whether people would take two names for each other: they are read alike, or look alike."""
    return any(mine == theirs for mine, theirs in zip(looks_of(one), looks_of(other), strict=True))


def looks_of(name: str) -> tuple[str, str]:
    """Return how a name is read and how it looks; people take two names for each other that share either."""
    bare = _seen_signs(name)
    return bare.casefold(), bare.translate(_LOOKALIKES).casefold()


def _seen_signs(name: str) -> str:
    """Return the signs of a name that a line shows, each in its usual form."""
    seen = (sign for sign in normalize("NFKC", name) if sign not in _JOINERS and ord(sign) not in _TAGS)
    kept = "".join(sign for sign in seen if sign not in _BLANK and ord(sign) not in _WITHOUT_WIDTH)
    return " ".join(normalize("NFKC", kept).split())


def parse_sign(text: str, seat: Seat, taken: Mapping[Seat, str]) -> str:
    """Return a sign's name; empty for none. `taken`: the signs of the people at the seats.

    Raises:
        InputFault: there is no such sign, or another player has it.
    """
    if text and text not in player_signs():
        raise InputFault(TEXTS.say("sign.unknown", known=joined([*player_signs()]), came=text[:40]))
    if text and text in (sign for other, sign in taken.items() if other != seat):
        raise InputFault(TEXTS.say("sign.taken"))
    return text
