"""Vision: from camera frames to glimpses of the board. Knows pixels and tags; no games, no rules."""
