"""The six desks of a game: what the table, the tablets and the bots ask it, by what each is about.

A game extends `engine.core.game.Game`, which is all six. A method with a body says what holds for a game that
has nothing to say there: no cards lie face down, no two pieces are alike, nobody has secrets. A function that
asks one desk only takes that desk.
"""
