def max_value(node):
    if isinstance(node, (int, float)):
        return node
    v = float("-inf")
    for c in node:
        v = min_value(c)
    return v

def min_value(node):
    if isinstance(node, (int, float)):
        return node
    v = float("inf")
    for c in node:
        v = max_value(c)
    return v

def minimax(tree):
    return max_value(tree)
