def minimax(tree, maximising, memo=None):
    memo = {} if memo is None else memo
    if not isinstance(tree, list):
        return tree
    key = str(tree)
    if key not in memo:
        scores = [minimax(c, not maximising, memo) for c in tree]
        memo[key] = max(scores) if maximising else min(scores)
    return memo[key]
