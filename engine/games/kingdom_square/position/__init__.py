"""A position: the field, zones, actions, and the possibilities of units now."""
