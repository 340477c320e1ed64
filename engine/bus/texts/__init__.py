"""A service's sentences about the bus: why a service is away, or the bus; a file a language."""

from pathlib import Path
from typing import Final

from engine.core.sentences import Texts

TEXTS: Final = Texts("bus", Path(__file__).parent)
