"""Twelve: the game that docs/develop/adding-a-game.md writes, as somebody new to the project would."""
