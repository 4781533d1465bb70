"""Endgame tables built backwards: from the ends of a game to all that leads there, on disk where it must be."""
