"""Skills that no general has in print: marks of first reveals, and skills that others give; a page each."""
