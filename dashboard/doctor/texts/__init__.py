"""What the doctor finds beside the cameras' own findings, in every language."""

from pathlib import Path

from engine.core.sentences import Texts

TEXTS = Texts("doctor", Path(__file__).parent)
