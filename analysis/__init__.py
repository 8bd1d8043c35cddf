"""From games to knowledge: statistics by deal, duels, tournaments, tuning, and the tips of the rulebooks on trial."""
