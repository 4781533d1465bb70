def negamax(node, alpha, beta, color):
    if not isinstance(node, list):
        return color * node
    value = -float('inf')
    for child in node:
        value = max(value, -negamax(child, alpha, beta, -color))
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return value
