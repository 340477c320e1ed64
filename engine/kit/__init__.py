"""The building blocks of card and tile games: zones, resolving, choosing, content, counters; see `game`.

Between core and the games: it knows no game by name, and games never import each other.
"""
