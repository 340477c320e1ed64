"""What a position is: zones, state, deeds, sides and whom they may attack."""
