"""Second implementations of the games, written from the rulings and the draw protocol alone."""
