def best(tree, is_max):
    """returns (value, index of the best child)"""
    if not isinstance(tree, list):
        return tree, None
    value, move = (-float("inf"), None) if is_max else (float("inf"), None)
    for i, child in enumerate(tree):
        v, m = best(child, not is_max)
        if m is None:
            m = i
        if (is_max and v > value) or (not is_max and v < value):
            value, move = v, m
    return value, move
