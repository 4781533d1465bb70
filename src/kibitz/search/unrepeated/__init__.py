"""Proofs in games where repeating a position is illegal, and a value depends on the game so far."""
