"""The meaning of a sighting: lines of play, how likely each is, other plays that may have been meant."""
