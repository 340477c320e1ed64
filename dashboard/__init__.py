"""The dashboard: pages, tablets, seats and the command line. It composes the parts, and knows no rules."""
