"""What players do as values: deeds, how files write them, and what a seat may use."""
