def negamax(node, color):
    if not isinstance(node, list):
        return color * node
    best = -1e18
    for n in node:
        best = max(best, -negamax(n, -color))
    return best
