"""Stage 3, tags: quads, their corners and quiet zones, and the ids that fit them. It knows no board."""
