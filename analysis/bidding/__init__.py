"""Bidding in Twyst: what a hand is worth, and the card that says what to bid with it."""
