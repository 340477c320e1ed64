"""What Dozen War tells people, a file a language."""

from pathlib import Path
from typing import Final

from engine.core.catalogue import Catalogue

CATALOGUE: Final = Catalogue("dozen_war", Path(__file__).parent)
