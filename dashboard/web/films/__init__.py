"""The evening's film on the pages: made beside the table, kept beside its match, shared by a code."""
