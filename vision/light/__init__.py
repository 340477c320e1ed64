"""Stage 5, light: the print's colours, focus, where light comes from, the shadows that known pieces throw."""
