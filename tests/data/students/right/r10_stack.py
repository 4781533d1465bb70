def solve(tree, player):
    """Which child, and what is it worth? Without recursion. player: 1 for MAX, -1 for MIN."""
    #        node, who moves, next child, best value, best child
    frames = [[tree, player, 0, None, None]]
    answer = None
    while frames:
        frame = frames[-1]
        node, who, i, best, arg = frame
        if answer is not None:
            if best is None or who * answer > who * best:
                frame[3], frame[4] = answer, i - 1
            answer = None
            continue
        if i == len(node):
            frames.pop()
            answer = best
            continue
        frame[2] += 1
        if isinstance(node[i], list):
            frames.append([node[i], -who, 0, None, None])
        else:
            answer = node[i]
    return arg, best
