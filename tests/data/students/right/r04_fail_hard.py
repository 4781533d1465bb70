# Alpha beta pruning, after the pseudo code on the slides
def alphaBeta(node, depth, a, b, isMax):
    if depth == 0 or type(node) != list:
        return node
    if isMax:
        for i in range(len(node)):
            score = alphaBeta(node[i], depth - 1, a, b, False)
            if score >= b:
                return b
            if score > a:
                a = score
        return a
    else:
        for i in range(len(node)):
            score = alphaBeta(node[i], depth - 1, a, b, True)
            if score <= a:
                return a
            if score < b:
                b = score
        return b
