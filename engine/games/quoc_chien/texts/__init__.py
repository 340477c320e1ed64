"""What Quốc Chiến says, in English, Vietnamese and Japanese."""

from pathlib import Path
from typing import Final

from engine.core.sentences import Texts

TEXTS: Final = Texts("quoc_chien", Path(__file__).parent)
