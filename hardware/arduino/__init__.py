"""The smaller port of the firmware, for the ATmega328P, and the build that its tests run."""
