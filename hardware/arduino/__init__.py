"""The firmware's smaller port, for the ATmega328P, and how the tests build and run it."""
