"""Results as words and tables of text."""
