"""Any circuit as a printed board for a factory: parts, rules, KiCad's files, orders and pictures."""
