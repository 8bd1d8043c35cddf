"""What a report shows: tournaments, the tips once more, or the games of some strategies."""
