"""What KingdomSquare says, in English, Vietnamese and Japanese."""

from pathlib import Path
from typing import Final

from engine.core.catalogue import Catalogue

CATALOGUE: Final = Catalogue("kingdom_square", Path(__file__).parent)
