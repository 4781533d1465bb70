def expectimax(node, maximizing):
    if not isinstance(node, list):
        return node
    if maximizing:
        return max(expectimax(child, False) for child in node)
    worst = float("inf")
    for p, child in node:
        worst = min(worst, expectimax(child, True))
    return worst
