"""Whole recorded games, and what reads them without the game's own code."""
