"""Predict, then see: what a student is asked before each step of a search, and what the answers are worth."""
