INF = float('inf')

def miniMax(tree, isMaximizing):
    if not isinstance(tree, list): return tree
    bestScore = -INF
    for child in tree:
        score = miniMax(child, not isMaximizing)
        if isMaximizing:
            bestScore = max(score, bestScore)
        else:
            bestScore = min(score, bestScore)
    return bestScore
