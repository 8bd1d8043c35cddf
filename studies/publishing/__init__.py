"""What makes the data that ship: findings, games to watch, settings, weights, and the pages written from them."""
