"""What Dozen War tells people, a file a language."""

from pathlib import Path
from typing import Final

from engine.core.sentences import Texts

FOLDER: Final = Path(__file__).parent
"""Where they lie, the rules' and readings' words among them."""

TEXTS: Final = Texts("dozen_war", FOLDER)
