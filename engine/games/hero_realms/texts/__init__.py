"""What Hero Realms says, in English, Vietnamese and Japanese."""

from pathlib import Path
from typing import Final

from engine.core.catalogue import Catalogue

CATALOGUE: Final = Catalogue("hero_realms", Path(__file__).parent)
