"""What a sighting means: lines of play, how likely each is, what else may have been meant."""
