"""Bots: players without a person. They choose actions in any game, from the game's interface alone.

Bots are pure given the `Random` that they receive. This package knows games and core, but no bus, no clock
and no files.
"""
