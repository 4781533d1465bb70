"""Matches: players of any kind play each other, and what is known of their strength afterwards."""
