"""Playing: runs of games and their pieces, on several cores; matches, single games, records and their referee."""
