"""What was learned, applied: sums and networks that a game may use."""
