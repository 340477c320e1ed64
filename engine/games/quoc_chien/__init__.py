"""Quốc Chiến (Sanguosha: Kingdom Wars): hidden generals of four kingdoms; QC-1 to QC-10."""
