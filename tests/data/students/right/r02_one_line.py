minimax = lambda tree, maximizingPlayer: tree if not isinstance(tree, list) else (max if maximizingPlayer else min)(minimax(t, not maximizingPlayer) for t in tree)
