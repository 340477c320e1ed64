"""The electronics on the table: firmware, simulations of its chips, wiring drawings, printed parts."""
