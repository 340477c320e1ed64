"""The bazaar's texts in English, Vietnamese and Japanese."""

from pathlib import Path
from typing import Final

from engine.core.sentences import Texts

TEXTS: Final = Texts("bazaar", Path(__file__).parent)
