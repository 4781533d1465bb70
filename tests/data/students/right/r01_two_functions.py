def minimax(tree):
    def max_value(t):
        if not isinstance(t, list):
            return t
        return max(min_value(c) for c in t)

    def min_value(t):
        if not isinstance(t, list):
            return t
        return min(max_value(c) for c in t)

    return max_value(tree)
