"""How long the tests wait for what must come: only a fault takes so long, however busy the machine is."""

PATIENCE_S = 90.0
