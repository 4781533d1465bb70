def negamax(tree, color):
    if type(tree) is not list:
        return color * tree
    best = -99999
    for child in tree:
        best = max(best, negamax(child, -color))
    return best
