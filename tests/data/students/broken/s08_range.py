def minimax(tree, player=0):
    # player 0 = MAX, player 1 = MIN
    if not isinstance(tree, list):
        return tree
    best = minimax(tree[0], 1 - player)
    for i in range(1, len(tree) - 1):
        v = minimax(tree[i], 1 - player)
        if player == 0 and v > best:
            best = v
        if player == 1 and v < best:
            best = v
    return best
