"""Players whose judgement is learnt: a network that scores moves, made better game by game."""
