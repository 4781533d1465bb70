def expectimax(tree):
    if not isinstance(tree, list):
        return tree
    if isinstance(tree[0], tuple):          # chance node
        total = 0
        for probability, child in tree:
            total += expectimax(child)
        return total / len(tree)
    return max(expectimax(child) for child in tree)
