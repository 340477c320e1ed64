"""Makes drawings from a game's appearance: outlines, symbols, portraits, the ground and the art of cards."""
