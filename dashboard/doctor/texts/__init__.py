"""The texts of the doctor's findings in every language, without those about cameras."""

from pathlib import Path

from engine.core.sentences import Texts

TEXTS = Texts("doctor", Path(__file__).parent)
