def minimax(node, is_max):
    if not isinstance(node, list):
        return node
    if is_max:
        value = -1000000
        for child in node:
            value = max(value, minimax(child, False))
            return value
    else:
        value = 1000000
        for child in node:
            value = min(value, minimax(child, True))
            return value
