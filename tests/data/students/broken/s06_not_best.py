def search(tree, max_turn):
    if isinstance(tree, list) == False:
        return tree
    best = None
    for branch in tree:
        score = search(branch, not max_turn)
        if max_turn:
            if not best or score > best:
                best = score
        else:
            if not best or score < best:
                best = score
    return best
