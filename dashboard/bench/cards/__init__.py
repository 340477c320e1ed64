"""What is read of cards on a rendered table of zones, and what a larger dictionary of tags costs."""
