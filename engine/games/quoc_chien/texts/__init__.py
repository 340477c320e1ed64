"""The sentences of Quốc Chiến, in English, Vietnamese and Japanese.

Names and printed texts of skills and cards stand on their own pages; the texts are read from there.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from engine.core.sentences import Texts
from engine.core.wording import Wording


def _printed() -> Iterator[tuple[str, Wording]]:
    from engine.games.quoc_chien.pages import printed  # noqa: PLC0415 # loads all skills: for this game's tables

    return printed()


TEXTS: Final = Texts("quoc_chien", Path(__file__).parent, beside=_printed)
