"""Depth-first proof-number search (df-pn): does a player, the attacker, get at least so much?

Every position has two numbers: how many leaves must at least still be proven before it is proven, and how many
disproven before it is disproven. Where the attacker is to move one child is enough for a proof, so the proof number is
the least of the children's; where the opponent is, every child must be proven. The disproof number is the mirror image.
Best-first search would go to the leaf that counts most each time; the depth-first form stays below a node until its
numbers have grown past the limits at which another part of the tree is nearer to a proof, and keeps all numbers in a
table.

Steps beyond the textbook, each with what it costs and gains:
1. The limits are larger by a part than they need be (1 + ε): fewer changes between parts of the tree, at the cost of
   some steps in the wrong one.
2. A leaf begins with the number of replies there (mobility): it costs laying them out, and leads to lines with few
   replies, such as a row of checks, which is where long wins are found.
3. Where all children count, the numbers are not summed: the largest, and one for every other (weak numbers). A sum
   counts a position twice that is reached twice, and soon leads away from what is nearly proven.

Positions that come up again. On the path that is looked at a repetition counts as a failure of the attacker, so a
proof never rests on one: it holds on every path, and can be played out. A disproof may rest on positions above it, and
then holds on this path alone (graph-history interaction): it is kept as a twin, under a key that holds the path too,
and only the numbers stand under the position's own key. A disproof in which repetitions count at all is marked
(`circles`): nobody has been shown to get anything by it.
Where repeating is illegal everything depends on the path, and everything is kept under such keys.

Contract. `pursue` answers a tuple (proof, disproof, bound, plies, rests, circles):
    proof = 0     the attacker gets at least `bound` ≥ goal, within `plies` plies (or MOST_PLIES: not known)
    disproof = 0  it gets at most `bound` < goal; if `rests` is less than the ply, only on this path; unless `circles`
    else          a limit was reached: proof ≥ proof_limit or disproof ≥ disproof_limit
What is not proven within `depth` counts as a failure, too, and is marked as one by circles is.
"""

from __future__ import annotations

from math import inf

from kibitz.errors import Stopped, Stuck
from kibitz.game import Game, State
from kibitz.lookup.proof_table import INFINITE, MOST_PLIES, MOST_RESTS, ProofTable
from kibitz.lookup.transposition import SILVER
from kibitz.native import jit
from kibitz.native.bits import mix, multiply
from kibitz.native.packing import is_packable, pack, unpack
from kibitz.native.splicing import spliced
from kibitz.search.endgame_values import NO_TABLE, told
from kibitz.search.engine import desk as word
from kibitz.search.engine.desk import MANY, PATH_AT, WITHOUT_LIMIT, Desk, Words, enter, more_room
from kibitz.search.engine.position import for_side, nth_result, position_key, spent, utility_for
from kibitz.search.engine.repetition import FAR, NOWHERE, last_seen, worth_again
from kibitz.search.proof import proof_desk as field
from kibitz.search.proof.proof_desk import child_size, write

MOST_OPEN = INFINITE - 1  # the largest number of what is neither proven nor disproven


@jit
def pursue(
    game: Game,
    s: State,
    depth: int,
    ply: int,
    proof_limit: int,
    disproof_limit: int,
    top: int,
    table: ProofTable,
    desk: Desk,
) -> tuple[int, int, float, int, int, int]:
    """How a position stands once a limit is reached, or it is settled: by the contract above."""
    words = desk.words
    begun = enter(words, ply)
    words[PATH_AT + words[word.PLAYED] + ply] = game.recurrence(s)
    is_attackers = game.player(s) == words[field.ATTACKER]
    key = own_key(game, s, depth, ply, desk)
    known = table.probe(key)
    if known.found:
        words[word.TABLE_HITS] += 1
        holds = known.twins == 0 or known.proof == 0 or known.disproof == 0
        if holds and (known.proof >= proof_limit or known.disproof >= disproof_limit):
            return known.proof, known.disproof, known.bound, known.plies, FAR, known.circles
    else:
        words[word.NODES] -= 1 if ply > 0 else 0  # its first visit was counted when it was laid out
        is_settled, proof, disproof, bound = by_the_game(game, s, desk)
        plies = MOST_PLIES
        if desk.probes and words[word.ENDGAMES] != NO_TABLE and ply == 0 and not is_settled:
            is_settled, proof, disproof, bound, plies = by_endgames(game, s, depth, desk)
        if is_settled:
            table.store(key, proof, disproof, bound, plies, 0, 0, 0, 1)
            return proof, disproof, bound, plies, FAR, 0
    own_limit, other_limit = (proof_limit, disproof_limit) if is_attackers else (disproof_limit, proof_limit)
    size = child_size(s)
    below = spent(game, s, depth)
    count = lay_out(game, s, below, ply, top, size, is_attackers, table, desk)
    if count < 0:  # nothing is allowed: every action repeats a position
        worth = worth_again(game, s, words[field.ATTACKER], desk)
        proof, disproof = (0, INFINITE) if worth >= unpack(words, field.GOAL, 0.0) else (INFINITE, 0)
        table.store(key, proof, disproof, worth, 0, 0, 0, 0, 1)
        return proof, disproof, worth, 0, FAR, 0
    while True:
        own, other, best, second, open_children = weighed(words, top, count, size)
        if own == 0 or other == 0 or own >= own_limit or other >= other_limit:
            break
        record = top + best * size
        room = min(own_limit, more(second, words[field.SLACK]))
        rest = open_children - 1 if words[field.SUMS] == 0 else other - words[record + field.OTHER]
        spare = other_limit if other_limit == INFINITE else max(other_limit - rest, words[record + field.OTHER] + 1)
        after = (
            unpack(words, record + field.STATE, s)
            if is_packable(s)
            else nth_result(game, s, words[record + field.STATE])
        )
        if is_attackers:
            proof, disproof, bound, plies, rests, circles = pursue(
                game, after, below, ply + 1, room, spare, top + count * size, table, desk
            )
            write(words, record, proof, disproof, bound, plies, rests, circles)
        else:
            proof, disproof, bound, plies, rests, circles = pursue(
                game, after, below, ply + 1, spare, room, top + count * size, table, desk
            )
            write(words, record, disproof, proof, bound, plies, rests, circles)
    return concluded(game, s, depth, ply, top, count, size, is_attackers, own, other, key, begun, table, desk)


@jit
def more(number: int, slack: int) -> int:
    """A limit a little above the number of the second best child: by a quarter, or what the desk says."""
    return min(number + number * slack // 100 + 1, INFINITE)


@jit
def path_key(game: Game, s: State, ply: int, desk: Desk) -> int:
    """A key of the path to a position: of all positions before it that one after it could be again."""
    words = desk.words
    here = PATH_AT + words[word.PLAYED] + ply
    first = max(PATH_AT, here - game.reversible(s)) if game.has_reversible else PATH_AT
    path = 0
    for place in range(first, here):
        path = mix(multiply(path, SILVER) ^ words[place])
    return path


@jit
def own_key(game: Game, s: State, depth: int, ply: int, desk: Desk) -> int:
    """The key of a position in the table, for what is asked; where repeating is illegal with its path."""
    key: int = position_key(game, s, desk) ^ desk.words[field.SALT]
    if depth < WITHOUT_LIMIT:
        key ^= mix(depth + 1)
    if desk.forbids:
        key ^= multiply(path_key(game, s, ply, desk), SILVER)
    return key


@jit
def twin_key(game: Game, s: State, depth: int, ply: int, desk: Desk) -> int:
    """The key of a position on its path, for what is asked."""
    key: int = game.key(s) ^ mix(path_key(game, s, ply, desk) + depth + 1) ^ desk.words[field.SALT]
    return key


@spliced
def by_the_game(game: Game, s: State, desk: Desk) -> tuple[bool, int, int, float]:
    """What the game's own harder thinking tells of a position: is it settled, its numbers, and the bound."""
    words = desk.words
    goal, attacker = unpack(words, field.GOAL, 0.0), words[field.ATTACKER]
    is_settled, proof, disproof, bound = False, 1, 1, 0.0
    if game.has_proof and words[field.STATIC] != 0 and words[word.PROOF] != 0:
        low, high = for_side(game, s, attacker, game.proof(s))
        if low >= goal:
            is_settled, proof, disproof, bound = True, 0, INFINITE, low
        elif high < goal:
            is_settled, proof, disproof, bound = True, INFINITE, 0, high
        if is_settled:
            words[word.PROOF_CUTOFFS] += 1
    if game.has_settled and words[field.ASK_SETTLED] != 0 and not is_settled:
        centre = game.at_stake(s) / 2
        little = 1.0 if game.whole else 1e-9 * max(1.0, abs(goal))
        if game.player(s) == attacker:
            told, looked = game.settled(s, goal - little + centre, goal + centre)
            told = told - centre
        else:
            told, looked = game.settled(s, -goal + centre, little - goal + centre)
            told = centre - told
        if looked >= 0:
            words[word.NODES] += looked
            words[word.SETTLED_CUTOFFS] += 1
            is_settled, bound = True, told
            proof, disproof = (0, INFINITE) if told >= goal else (INFINITE, 0)
    return is_settled, proof, disproof, bound


@jit
def by_endgames(game: Game, s: State, depth: int, desk: Desk) -> tuple[bool, int, int, float, int]:
    """What the endgame table tells of a position: is it settled, its numbers, the bound, and the plies of the proof.

    To be asked only where the desk has a table. Within a depth limit only a proof counts that is no longer.
    """
    words = desk.words
    is_settled, bound, plies = told(game, s, words[field.ATTACKER], desk.endgames)
    holds = bound >= unpack(words, field.GOAL, 0.0)
    length = plies if 0 <= plies < MOST_PLIES else MOST_PLIES
    if is_settled and holds and depth < WITHOUT_LIMIT:
        is_settled = length <= depth
    if is_settled:
        words[word.ENDGAME_HITS] += 1
    return is_settled, 0 if holds else INFINITE, INFINITE if holds else 0, bound, length


@jit
def lay_out(
    game: Game, s: State, below: int, ply: int, top: int, size: int, is_attackers: bool, table: ProofTable, desk: Desk
) -> int:
    """Put a record of every child on the stack; how many. Up to one that settles the node: no more are looked at.

    `below` is the depth that is left for them. Where repeating is illegal, -1: everything repeats a position.
    """
    words = desk.words
    words[word.INNER] += 1
    room = min(top + MANY * size, len(words))
    count = number = 0
    for a in game.candidates(s):
        record = top + count * size
        if record + size > room:
            room = min(more_room(words, record + size, number) + MANY * size, len(words))
        after = game.result(s, a)
        over = game.is_terminal(after)
        place = NOWHERE if over else last_seen(game, after, ply + 1, desk)
        if not (desk.forbids and place != NOWHERE):
            if is_packable(s):
                pack(words, record + field.STATE, after)
            else:
                words[record + field.STATE] = number
            proof, disproof, bound, plies, rests, circles = at_a_glance(
                game, after, over, place, below, ply + 1, table, desk
            )
            if is_attackers:
                write(words, record, proof, disproof, bound, plies, rests, circles)
            else:
                write(words, record, disproof, proof, bound, plies, rests, circles)
            count += 1
            if words[record + field.OWN] == 0:
                break
        number += 1
    if number == 0 and count == 0:
        raise Stuck("a position is not terminal and has no actions")
    return count if count > 0 else -1


@jit
def at_a_glance(
    game: Game, s: State, over: bool, place: int, depth: int, ply: int, table: ProofTable, desk: Desk
) -> tuple[int, int, float, int, int, int]:
    """How a position stands before it is searched: it is over, was there before, is in the table, or begins."""
    words = desk.words
    goal, attacker = unpack(words, field.GOAL, 0.0), words[field.ATTACKER]
    if over:
        count_node(words)
        value = utility_for(game, s, attacker)
        if value >= goal:
            return 0, INFINITE, value, 0, FAR, 0
        return INFINITE, 0, value, 0, FAR, 0
    if place != NOWHERE:
        return INFINITE, 0, -inf, 0, max(place - PATH_AT - words[word.PLAYED], -1), 1
    if words[field.STATIC] != 0 and words[word.BOUNDS] != 0:
        low, high = for_side(game, s, attacker, game.bounds(s))
        if low >= goal or high < goal:
            count_node(words)
            words[word.BOUND_CUTOFFS] += 1
            if low >= goal:
                return 0, INFINITE, low, MOST_PLIES, FAR, 0
            return INFINITE, 0, high, MOST_PLIES, FAR, 0
    if desk.probes and words[word.ENDGAMES] != NO_TABLE:
        is_settled, proof, disproof, bound, plies = by_endgames(game, s, depth, desk)
        if is_settled:
            count_node(words)
            return proof, disproof, bound, plies, FAR, 0
    if depth <= 0:  # no proof within the depth: as little as a repetition does that show who gets what
        count_node(words)
        return INFINITE, 0, -inf, 0, FAR, 1
    known = table.probe(own_key(game, s, depth, ply, desk))
    if known.found:
        if known.twins != 0 and known.proof != 0 and known.disproof != 0:
            twin = table.probe(twin_key(game, s, depth, ply, desk))
            if twin.found:
                return twin.proof, twin.disproof, twin.bound, twin.plies, ply - twin.rests, 1
        return known.proof, known.disproof, known.bound, known.plies, FAR, known.circles
    count_node(words)
    replies = 0
    if words[field.MOBILITY] != 0:
        for _ in game.candidates(s):
            replies += 1
    if game.player(s) == attacker:
        return 1, max(1, replies), 0.0, 0, FAR, 0
    return max(1, replies), 1, 0.0, 0, FAR, 0


@jit
def count_node(words: Words) -> None:
    """Count a position that is met for the first time, unless the node limit is reached."""
    if words[word.NODES] >= words[word.NODE_LIMIT]:
        raise Stopped("the node limit is reached")
    words[word.NODES] += 1


@spliced
def weighed(words: Words, top: int, count: int, size: int) -> tuple[int, int, int, int, int]:
    """The numbers of a node from those of its children, as its player sees them; and which child to look at.

    How much is still to be shown for the player to have its way, and for the opponent; the child with the least to
    show, what the second one has, and how many children are open.
    """
    own, second, best, other, open_children = INFINITE, INFINITE, 0, 0, 0
    for index in range(count):
        record = top + index * size
        child, against = words[record + field.OWN], words[record + field.OTHER]
        if child < own:
            own, second, best = child, own, index
        elif child < second:
            second = child
        if against != 0:
            open_children += 1
            other = max(other, against) if words[field.SUMS] == 0 else other + against
    if words[field.SUMS] == 0 and open_children > 0:
        other += open_children - 1
    if own == 0:
        other = INFINITE
    elif other > 0:
        other, own = min(other, MOST_OPEN), min(own, MOST_OPEN)
    return own, other, best, second, open_children


@spliced
def concluded(
    game: Game,
    s: State,
    depth: int,
    ply: int,
    top: int,
    count: int,
    size: int,
    is_attackers: bool,
    own: int,
    other: int,
    key: int,
    begun: int,
    table: ProofTable,
    desk: Desk,
) -> tuple[int, int, float, int, int, int]:
    """Write down how a node stands, and answer it."""
    words = desk.words
    bound, plies, rests, circles = settled_by(words, top, count, size, is_attackers, own, other)
    proof, disproof = (own, other) if is_attackers else (other, own)
    effort = max(1, words[word.NODES] - begun)
    if disproof == 0 and rests < ply:
        table.store(
            twin_key(game, s, depth, ply, desk),
            proof,
            disproof,
            bound,
            plies,
            min(ply - rests, MOST_RESTS),
            1,
            0,
            effort,
        )
        known = table.probe(key)
        begun_proof, begun_disproof = (known.proof, known.disproof) if known.found else (1, 1)
        table.store(key, begun_proof, begun_disproof, known.bound, known.plies, 0, known.circles, 1, effort)
    else:
        rests = FAR
        table.store(key, proof, disproof, bound, plies, 0, circles, 0, effort)
    return proof, disproof, bound, plies, rests, circles


@spliced
def settled_by(
    words: Words, top: int, count: int, size: int, is_attackers: bool, own: int, other: int
) -> tuple[float, int, int, int]:
    """The bound, the plies, what it rests on and whether by circles, of a node that is settled; else nothing.

    One child settles it for the player to move: of several the one that rests on least. All do for the opponent.
    """
    bound, plies, rests, circles = 0.0, 0, FAR, 0
    if own == 0:
        is_first = True
        for index in range(count):
            record = top + index * size
            if words[record + field.OWN] == 0:
                child, long = unpack(words, record + field.BOUND, 0.0), words[record + field.PLIES]
                high, marks = words[record + field.RESTS], words[record + field.CIRCLES]
                if is_first or marks < circles or (marks == circles and (high > rests or long < plies)):
                    bound, plies, rests, circles = child, long, high, marks
                is_first = False
        plies = min(plies + 1, MOST_PLIES)
    elif other == 0:
        bound = inf if not is_attackers else -inf
        for index in range(count):
            record = top + index * size
            child = unpack(words, record + field.BOUND, 0.0)
            bound = max(bound, child) if is_attackers else min(bound, child)
            plies = max(plies, words[record + field.PLIES])
            rests = min(rests, words[record + field.RESTS])
            circles |= words[record + field.CIRCLES]
        plies = min(plies + 1, MOST_PLIES)
    return bound, plies, rests, circles
