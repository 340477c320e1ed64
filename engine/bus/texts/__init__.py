"""The sentences about the bus: why a service, or the bus itself, is away; one file a language."""

from pathlib import Path
from typing import Final

from engine.core.sentences import Texts

TEXTS: Final = Texts("bus", Path(__file__).parent)
