"""The effect of an action on the position, and its results: chance, tokens, events."""
