"""A position as files have it: setups and journals, read and written."""
