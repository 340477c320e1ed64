"""What a position is: the field, zones, actions, what units can do now."""
