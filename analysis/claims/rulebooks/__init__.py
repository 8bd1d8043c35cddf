"""The claims of the rulebooks, one module (or package) per game, with a list `TIPS`: found by the game's name."""
