"""What cameras' services tell people, in every language."""

from pathlib import Path

from engine.core.catalogue import Catalogue

TEXTS = Catalogue("vision", Path(__file__).parent)
