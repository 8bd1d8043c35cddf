"""One decision: its moves played on, advice, positions that are written down, and a person at the table."""
