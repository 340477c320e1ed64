"""Cards and skills: the legal uses, their targets, and the reasons against others."""
