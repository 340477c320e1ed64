"""Twelve's texts in English, Vietnamese and Japanese."""

from pathlib import Path
from typing import Final

from engine.core.sentences import Texts

TEXTS: Final = Texts("twelve", Path(__file__).parent)
