"""What a service's end of the bus tells people: why a service is away, or the bus; a file a language."""

from pathlib import Path
from typing import Final

from engine.core.sentences import Texts

TEXTS: Final = Texts("bus", Path(__file__).parent)
