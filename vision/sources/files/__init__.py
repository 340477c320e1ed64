"""Recorded pictures: image files and videos."""
