"""Tips under other readings of the rulebooks."""
