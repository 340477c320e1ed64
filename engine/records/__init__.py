"""Recorded matches on the disk: checked, listed, moved, judged again. No hardware, no pages."""
