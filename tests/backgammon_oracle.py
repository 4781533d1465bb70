"""Backgammon's rules once more, slowly and by the book: lists of counts, every order of every move tried.

A side is a tuple of 26 counts: borne off, the points 1 to 24 as that side counts them, the bar. `plays` has been
compared with OpenSpiel's backgammon on 10,000 positions of random games, each with all 21 rolls.
"""

OFF, BAR, HOME = 0, 25, 6
START = tuple({6: 5, 8: 3, 13: 5, 24: 2}.get(place, 0) for place in range(26))
ROLLS = [(a, b) for a in range(1, 7) for b in range(1, a + 1)]


def plays(mine, theirs, roll):
    """The positions, as (mine, theirs), that the player to move can reach; the one that is there if nothing moves."""
    larger, smaller = roll
    orders = [(larger,) * 4] if larger == smaller else [(larger, smaller), (smaller, larger)]
    ways = [way for order in orders for way in in_order(mine, theirs, order)]
    most = max(len(used) for used, _ in ways)
    ways = [(used, after) for used, after in ways if len(used) == most]
    if most == 1 and any(used == (larger,) for used, _ in ways):
        ways = [(used, after) for used, after in ways if used == (larger,)]
    return {after for _, after in ways}


def in_order(mine, theirs, dice):
    """Every way to play dice in this order until one cannot be played: the dice used, and where that leads."""
    stuck, reached = set(), {(mine, theirs)}
    for number, die in enumerate(dice):
        further = set()
        for sides in reached:
            after = {moved(*sides, place, die) for place in range(1, 26) if may_move(*sides, place, die)}
            further |= after
            if not after:
                stuck.add((dice[:number], sides))
        reached = further
    return stuck | {(dice, sides) for sides in reached}


def may_move(mine, theirs, place, die):
    if mine[place] == 0:
        return False
    if mine[BAR] > 0 and place != BAR:
        return False
    target = place - die
    if target > 0:
        return theirs[25 - target] < 2
    if any(mine[other] for other in range(HOME + 1, 26)):
        return False
    return target == 0 or not any(mine[other] for other in range(place + 1, HOME + 1))


def moved(mine, theirs, place, die):
    mine, theirs = list(mine), list(theirs)
    target = max(place - die, OFF)
    mine[place] -= 1
    mine[target] += 1
    if target > 0 and theirs[25 - target] == 1:
        theirs[25 - target] -= 1
        theirs[BAR] += 1
    return tuple(mine), tuple(theirs)


def worth(winner, loser):
    """1, 2 for a gammon, 3 for a backgammon."""
    assert winner[OFF] == 15
    if loser[OFF] > 0:
        return 1
    return 3 if any(loser[place] for place in range(19, 26)) else 2
