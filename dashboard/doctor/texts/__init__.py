"""What the doctor finds beside the cameras' own findings, in every language."""

from pathlib import Path

from engine.core.catalogue import Catalogue

TEXTS = Catalogue("doctor", Path(__file__).parent)
