"""The speed of this machine, and what a command will take on it."""
