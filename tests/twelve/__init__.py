"""Twelve: the game that docs/adding-a-game.md writes, in an evening, as somebody new to the project would."""
