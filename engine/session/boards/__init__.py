"""What boards show and sound, and what lies on the seats' pads."""
