"""Playing: runs of games and their parts, on several cores; matches, single games, records and their referee."""
