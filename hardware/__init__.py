"""The things on the table: firmware, its simulated chips, drawings."""
