def minimax(tree, maximizing=True):
    if not isinstance(tree, list):
        return tree
    best = minimax(tree.pop(), not maximizing)
    while tree:
        v = minimax(tree.pop(), not maximizing)
        best = max(best, v) if maximizing else min(best, v)
    return best
