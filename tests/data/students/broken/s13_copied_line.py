def alphabeta(tree, alpha, beta, is_max):
    if not isinstance(tree, list):
        return tree
    if is_max:
        best = -10**9
        for x in tree:
            best = max(best, alphabeta(x, alpha, beta, False))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
    else:
        best = 10**9
        for x in tree:
            best = min(best, alphabeta(x, alpha, beta, True))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
