"""Players that need nobody: they choose actions in any game, from the game's interface alone.

Bots are pure given the `Random` they are handed. Knows games and core; no bus, no clock, no files.
"""
