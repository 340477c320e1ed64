"""The texts of KingdomSquare, in English, Vietnamese and Japanese."""

from pathlib import Path
from typing import Final

from engine.core.sentences import Texts

TEXTS: Final = Texts("kingdom_square", Path(__file__).parent)
