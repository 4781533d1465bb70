"""Checkers with few men solved backwards a second time, by plain Python on squares; the mover always goes down."""

from itertools import combinations, product


def at(number):
    row = (number - 1) // 4
    return row, 2 * ((number - 1) % 4) + (row % 2 == 0)


NUMBER = {at(number): number for number in range(1, 33)}


def turned(squares):
    return tuple(sorted(33 - number for number in squares))


def after(s):
    """All positions after a move, seen by the other player: men, kings, the other's men and kings."""
    men, kings, their_men, their_kings = s
    pieces = [(number, False) for number in men] + [(number, True) for number in kings]
    enemies = {at(number): number for number in their_men + their_kings}
    own = {at(number) for number, _ in pieces}
    found = set()
    for number, is_king in pieces:
        for end, taken in jumps(at(number), is_king, enemies, own - {at(number)}, frozenset()):
            if taken:
                found.add(result(s, number, is_king, end, taken))
    if not found:
        for number, is_king in pieces:
            row, column = at(number)
            for down, right in product((1, -1) if is_king else (1,), (1, -1)):
                end = row + down, column + right
                if end in NUMBER and end not in own and end not in enemies:
                    found.add(result(s, number, is_king, end, frozenset()))
    return found


def jumps(here, is_king, enemies, own, taken):
    went_on = False
    for down, right in product((1, -1) if is_king else (1,), (1, -1)):
        over, end = (here[0] + down, here[1] + right), (here[0] + 2 * down, here[1] + 2 * right)
        free = end in NUMBER and end not in own and (end not in enemies or enemies[end] in taken)
        if over in enemies and enemies[over] not in taken and free:
            went_on = True
            yield from jumps(end, is_king, enemies, own, taken | {enemies[over]})
    if not went_on:
        yield here, taken


def result(s, number, is_king, end, taken):
    men, kings, their_men, their_kings = (set(part) for part in s)
    (kings if is_king else men).discard(number)
    (kings if is_king or end[0] == 7 else men).add(NUMBER[end])
    return turned(their_men - taken), turned(their_kings - taken), turned(men), turned(kings)


def positions(men, kings, their_men, their_kings):
    """All positions with so many of each."""
    for parts in product(
        combinations(range(1, 29), men),
        combinations(range(1, 33), kings),
        combinations(range(5, 33), their_men),
        combinations(range(1, 33), their_kings),
    ):
        if len({number for part in parts for number in part}) == men + kings + their_men + their_kings:
            yield parts


def solve(several):
    """Outcomes of positions and of whatever follows from them: +n wins in n plies, -1-n loses in n, 0 draws."""
    follow, before = {}, {}
    waiting = list(several)
    while waiting:
        s = waiting.pop()
        if s not in follow:
            follow[s] = after(s)
            for child in follow[s]:
                before.setdefault(child, []).append(s)
                if child not in follow:
                    waiting.append(child)
    found = {s: -1 for s, children in follow.items() if not children}
    left = {s: len(children) for s, children in follow.items()}
    frontier, plies = list(found), 0
    while frontier:
        plies += 1
        reached = []
        for child in frontier:
            for s in before.get(child, ()):
                left[s] -= found[child] > 0
                if s not in found and (found[child] < 0 or left[s] == 0):
                    reached.append((s, plies if found[child] < 0 else -1 - plies))
        frontier = [s for s, _ in dict(reached).items()]
        for s, outcome in reached:
            found[s] = max(outcome, found.get(s, outcome))
    return {s: found.get(s, 0) for s in follow}
