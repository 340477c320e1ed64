"""Films simulated matches under many conditions, judges them from their pixels, and keeps a score card."""
