"""A player's phone as a reader: by NFC, or by its camera where there is none."""
