"""Advice for people: what a piece can do, what threatens it, what is left to do, why something isn't allowed.

Everything here is public: no module may look at hands, piles or face-down cards.
"""
