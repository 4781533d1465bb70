def minimax(tree, maximising):
    if not isinstance(tree, list):
        return tree
    values = [minimax(child, not maximising) for child in tree]
    if maximising:
        return min(values)
    return max(values)
