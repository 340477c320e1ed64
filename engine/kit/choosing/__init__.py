"""Players' actions as values: actions, how files write them, and what a seat may use."""
