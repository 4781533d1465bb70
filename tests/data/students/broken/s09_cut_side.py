from math import inf

def alphabeta(tree, alpha, beta, maximising):
    if not isinstance(tree, list):
        return tree
    if maximising:
        v = -inf
        for child in tree:
            v = max(v, alphabeta(child, alpha, beta, False))
            if v <= alpha:
                return v
            alpha = max(alpha, v)
        return v
    v = inf
    for child in tree:
        v = min(v, alphabeta(child, alpha, beta, True))
        if v >= beta:
            return v
        beta = min(beta, v)
    return v
