"""What an action does to the position, and what follows of it: chance, tokens, events."""
