"""Dozen War: Chiến Thần (6.9f). Rule ids (`DW-4.3`) cite the project's rules page for the game."""
