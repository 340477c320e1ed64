"""Setting a table up from a page: the guide, cameras, the doctor's report."""
