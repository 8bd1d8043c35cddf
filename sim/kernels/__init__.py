"""What is compiled to play any game: random numbers by address, a turn, a decision, whole games, and looking ahead."""
