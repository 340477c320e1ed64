"""The web part: the pages of one table, and a WebSocket to each tablet. It knows no rules of any game."""
