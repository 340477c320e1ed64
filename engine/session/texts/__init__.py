"""The table's sentences for people in every game, a file a language."""

from pathlib import Path
from typing import Final

from engine.core.sentences import Texts

TEXTS: Final = Texts("session", Path(__file__).parent)
