"""The sentences of cameras' services for people, in every language."""

from pathlib import Path

from engine.core.sentences import Texts

TEXTS = Texts("vision", Path(__file__).parent)
