"""The table's health: the health report, the counts for Prometheus, the support bundle."""
