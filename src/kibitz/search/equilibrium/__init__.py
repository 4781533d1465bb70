"""Strategies nobody gains by leaving: regret minimisation."""
