"""Bidding in Twyst: what a hand is worth, and the guide that says what to bid with it."""
