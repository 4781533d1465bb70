import math

def minimax(node):
    """returns the minimax value of node"""
    if type(node) != list:
        return node
    best = -math.inf
    for child in node:
        val = minimax(child)
        if val > best:
            best = val
    return best
