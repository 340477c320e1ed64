"""For an audience: the delayed broadcast, the public API and its events."""
