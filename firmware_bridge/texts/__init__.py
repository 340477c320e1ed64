"""The bridge's sentences for people about boards and ports, in every language."""

from pathlib import Path

from engine.core.sentences import Texts

TEXTS = Texts("bridge", Path(__file__).parent)
