"""Cards and generals as data."""
