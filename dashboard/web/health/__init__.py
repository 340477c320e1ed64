"""How the table does: the health report and the support bundle."""
