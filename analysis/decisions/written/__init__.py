"""Positions written down by a player: `position_written` makes a decision of them. Each game has a module here."""
