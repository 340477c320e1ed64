"""Cards and skills: what may be used, on what, and what it does."""
