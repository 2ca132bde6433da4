"""The game service: what is stored, every write, every page of a game."""
