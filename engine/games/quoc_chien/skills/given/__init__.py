"""What no general has printed: marks of first reveals, and skills that others give: a page each."""
