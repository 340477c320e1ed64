"""What Dozen War tells people, a file a language."""

from pathlib import Path
from typing import Final

from engine.core.catalogue import Catalogue

FOLDER: Final = Path(__file__).parent
"""Where they lie, the rules' and readings' words among them."""

CATALOGUE: Final = Catalogue("dozen_war", FOLDER)
