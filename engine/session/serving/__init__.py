"""The engine on the bus, and the bots that sit at its tables."""
