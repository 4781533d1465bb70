import math

def ab_max(node, alpha, beta):
    if not isinstance(node, list):
        return node
    v = -math.inf
    for child in node:
        v = max(v, ab_min(child, alpha, math.inf))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v

def ab_min(node, alpha, beta):
    if not isinstance(node, list):
        return node
    v = math.inf
    for child in node:
        v = min(v, ab_max(child, alpha, math.inf))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v

def alphabeta(tree):
    return ab_max(tree, -math.inf, math.inf)
