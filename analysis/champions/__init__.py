"""Players whose judgement is learned: what each legal move came to in many rollouts, and a network fitted to it."""
