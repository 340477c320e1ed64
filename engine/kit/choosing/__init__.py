"""What players do as values: deeds and how files write them, choosing step by step, what a seat may use."""
