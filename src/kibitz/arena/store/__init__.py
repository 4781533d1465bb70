"""The game store: games that were played, kept in one SQLite file, found again by who, when, how and position."""
