"""The actions of players and chance, as values, and how they are written."""
