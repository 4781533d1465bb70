from math import inf


def alphabeta(tree, alpha, beta, maximising):
    if isinstance(tree, (int, float)):
        return tree
    v = -inf if maximising else inf
    for child in tree:
        w = alphabeta(child, alpha, beta, not maximising)
        if maximising:
            v = max(v, w)
            alpha = max(alpha, v)
        else:
            v = min(v, w)
            beta = min(beta, v)
        if beta <= alpha:
            break
    return v
