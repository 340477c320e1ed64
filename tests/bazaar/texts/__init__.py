"""What the bazaar says, in English, Vietnamese and Japanese."""

from pathlib import Path
from typing import Final

from engine.core.catalogue import Catalogue

CATALOGUE: Final = Catalogue("bazaar", Path(__file__).parent)
