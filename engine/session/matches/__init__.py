"""A match and its journal: kept, taken up again, sent to the keeper of evidence."""
