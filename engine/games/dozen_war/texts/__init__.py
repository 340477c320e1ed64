"""The sentences that Dozen War says to people, a file a language."""

from pathlib import Path
from typing import Final

from engine.core.sentences import Texts

FOLDER: Final = Path(__file__).parent
"""The folder of the texts, with the words for rules and readings."""

TEXTS: Final = Texts("dozen_war", FOLDER)
