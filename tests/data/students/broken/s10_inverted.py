def alpha_beta(node, alpha, beta, maximizingPlayer):
    if isinstance(node, (int, float)):
        return node
    if maximizingPlayer:
        value = float('-inf')
        for child in node:
            value = max(value, alpha_beta(child, alpha, beta, False))
            alpha = max(alpha, value)
            if alpha <= beta:
                break
        return value
    else:
        value = float('inf')
        for child in node:
            value = min(value, alpha_beta(child, alpha, beta, True))
            beta = min(beta, value)
            if alpha <= beta:
                break
        return value
