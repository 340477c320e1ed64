"""Cards: the rules of each name, and the effects of equipment at moments; one page for each card."""
