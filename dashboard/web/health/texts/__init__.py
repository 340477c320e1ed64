"""The faults that the health page reports, a file a language."""

from pathlib import Path
from typing import Final

from engine.core.sentences import Texts

TEXTS: Final = Texts("health", Path(__file__).parent)
