"""A player's phone as a reader of tags: by NFC, or by its camera if it has no NFC."""
