"""The doctor's findings beside the cameras' own, in every language."""

from pathlib import Path

from engine.core.sentences import Texts

TEXTS = Texts("doctor", Path(__file__).parent)
