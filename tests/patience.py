"""How long the tests wait for what must come: only a fault takes so long, however busy the machine is."""

PATIENCE_S = 180.0
"""Seconds. Virtual machines that run the tests have stood still for 85 s."""
