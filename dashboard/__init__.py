"""The dashboard: pages, tablets, seats, the command line. Composes the parts; knows no rules."""
