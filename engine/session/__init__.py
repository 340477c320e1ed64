"""The session: from what was seen to what was played; the match and its journal. Knows every game alike."""
