"""Skills that are used at will in the own play phase."""
