"""Every write to a game, one topic a file. Each is keyword-only, typed, and one transaction.

Order of locks everywhere: the game's row, then the turn's, then the rest.
"""
