"""Cards and skills: which may be used, on what, and why another can't."""
