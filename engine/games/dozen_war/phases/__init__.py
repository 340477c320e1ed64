"""How a match opens, goes round and ends."""
