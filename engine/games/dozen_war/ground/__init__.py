"""Where things are: the field as bits, ways and lines, who stands where."""
