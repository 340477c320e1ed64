"""What stands on the table: firmware, its simulated chips, drawings."""
