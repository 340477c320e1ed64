"""Values that every game and every part of the table share. Imports nothing else of the project."""
