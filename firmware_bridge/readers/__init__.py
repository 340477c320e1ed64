"""Readers from a shop, as pads: USB readers that type like keyboards, and PC/SC readers."""
