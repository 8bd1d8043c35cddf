"""What a report shows: tournaments, the bidding guide, the tips once more, or the games of some strategies."""
