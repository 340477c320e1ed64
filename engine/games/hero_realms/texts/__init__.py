"""The sentences of Hero Realms, in English, Vietnamese and Japanese."""

from pathlib import Path
from typing import Final

from engine.core.sentences import Texts

TEXTS: Final = Texts("hero_realms", Path(__file__).parent)
