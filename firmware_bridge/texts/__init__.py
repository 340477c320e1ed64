"""What the bridge tells people of boards and ports, in every language."""

from pathlib import Path

from engine.core.catalogue import Catalogue

TEXTS = Catalogue("bridge", Path(__file__).parent)
