def alphabeta(tree, alpha=-float("inf"), beta=float("inf"), maximising=True):
    if not isinstance(tree, list):
        return tree
    best = -float("inf") if maximising else float("inf")
    for sub in tree:
        value = alphabeta(sub, maximising=not maximising)
        if maximising:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
