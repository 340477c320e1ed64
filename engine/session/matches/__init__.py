"""A match and its journal: kept, taken up again, told to whoever keeps evidence."""
