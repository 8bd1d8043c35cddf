"""What a claim is: a tip with its experiments, the cells in which they are played, and what their numbers count."""
