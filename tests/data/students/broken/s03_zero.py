def minimax(tree, maximizing):
    if isinstance(tree, int):
        return tree
    if maximizing:
        best = 0
        for t in tree:
            best = max(best, minimax(t, False))
        return best
    else:
        best = 9999
        for t in tree:
            best = min(best, minimax(t, True))
        return best
