def minimax(tree):
    # without recursion, walk the tree with a stack
    stack = [(tree, True)]
    values = []
    while stack:
        node, is_max = stack[-1]
        if isinstance(node, list):
            for child in node:
                stack.append((child, not is_max))
        else:
            values.append(node)
    return max(values)
