"""Monte Carlo tree search: simulations decide where to look, and means say what was found."""
