"""The six desks of a game: the questions of table, tablets and bots, sorted by their subject.

A game extends `engine.core.game.Game`, which is all six. A method with a body holds for games that don't need
it: no cards lie face down, no two pieces are alike, nobody has secrets. A function that asks one desk only
takes that desk.
"""
