"""What a position is: the field, zones, deeds, what units can do now."""
