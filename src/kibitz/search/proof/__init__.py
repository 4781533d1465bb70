"""Proof-number search: is it proven that a player gets at least so much? And the proof, to be walked and drawn."""
