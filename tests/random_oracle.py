"""What random games are worth, by recursion over the rules as they are written out: no window, no table, no Kibitz."""

from fractions import Fraction

from kibitz.game import CHANCE

OVER = -2
FOREVER = 1 << 30  # plies
NOBODY = -1
EQUAL = 1e-9


class Oracle:
    """Textbook values of one game, each worked out once."""

    def __init__(self, rules):
        self.rules = rules
        self._known = {}

    def _steps(self, n, depth):
        """The depth that is left for the children, with the children."""
        left = depth if depth >= FOREVER else depth - self.rules.spent[n]
        return left, self.rules.edges[n]

    def value(self, n=0, depth=FOREVER):
        """Expectiminimax, player 0's; evaluations at the depth limit."""
        key = "value", n, depth
        if key not in self._known:
            self._known[key] = self._value(n, depth, lambda m, left: self.value(m, left), self._guess)
        return self._known[key]

    def settled(self, n=0, depth=FOREVER):
        """The same with a search for quiet at the depth limit."""
        key = "settled", n, depth
        if key not in self._known:
            self._known[key] = self._value(n, depth, lambda m, left: self.settled(m, left), self._settle)
        return self._known[key]

    def _guess(self, n):
        return self.rules.guess[n][0]

    def _value(self, n, depth, below, guess):
        rules = self.rules
        if rules.mover[n] == OVER:
            return rules.utility[n][0]
        if depth <= 0:
            return guess(n)
        left, children = self._steps(n, depth)
        values = [below(child, left) for child in children]
        if rules.mover[n] == CHANCE:
            return sum(p * v for p, v in zip(rules.chances[n], values, strict=True) if p > 0)
        return max(values) if rules.mover[n] == 0 else min(values)

    def _settle(self, n):
        """Noisy actions are followed, all of them where it is not quiet; who may stop, may."""
        rules = self.rules
        if rules.mover[n] == OVER:
            return rules.utility[n][0]
        still = rules.guess[n][0]
        if rules.mover[n] == CHANCE:
            return still
        quiet = rules.quiet[n]
        loud = [c for e, c in enumerate(rules.edges[n]) if rules.candidates[n][e] and (not quiet or rules.noisy[n][e])]
        values = [self._settle(child) for child in loud] + ([still] if quiet else [])
        if not loud:
            return still
        return max(values) if rules.mover[n] == 0 else min(values)

    def best(self, n, depth=FOREVER):
        """The numbers of the best actions for whoever moves, as far as floats can tell."""
        rules = self.rules
        if rules.mover[n] < 0 or depth <= 0:
            return set()
        left, children = self._steps(n, depth)
        sign = 1 if rules.mover[n] == 0 else -1
        values = [sign * self.value(child, left) for child in children]
        return {e for e, v in enumerate(values) if v >= max(values) - EQUAL * max(1.0, abs(max(values)))}

    def is_guessed(self, n=0, depth=FOREVER):
        """Does the tree to this depth end anywhere but in the end of the game?"""
        rules = self.rules
        if rules.mover[n] == OVER:
            return False
        left, children = self._steps(n, depth)
        return depth <= 0 or any(self.is_guessed(child, left) for child in set(children))

    def vector(self, n=0, depth=FOREVER):
        """Maxn: everyone takes the first of its best."""
        key = "vector", n, depth
        if key not in self._known:
            self._known[key] = self._vector(n, depth)
        return self._known[key]

    def _vector(self, n, depth):
        rules = self.rules
        if rules.mover[n] == OVER or depth <= 0:
            return tuple(rules.utility[n] if rules.mover[n] == OVER else rules.guess[n])
        left, children = self._steps(n, depth)
        vectors = [self.vector(child, left) for child in children]
        if rules.mover[n] == CHANCE:
            weighted = list(zip(rules.chances[n], vectors, strict=True))
            return tuple(sum(p * vector[q] for p, vector in weighted) for q in range(rules.players))
        return max(vectors, key=lambda vector: vector[rules.mover[n]])

    def paranoid(self, sides, hero, n=0, depth=FOREVER):
        """What the hero is sure of; `sides` is 0 for its partners and 1 for the others."""
        key = "paranoid", sides, hero, n, depth
        if key not in self._known:
            self._known[key] = self._paranoid(sides, hero, n, depth)
        return self._known[key]

    def _paranoid(self, sides, hero, n, depth):
        rules = self.rules
        if rules.mover[n] == OVER or depth <= 0:
            return (rules.utility if rules.mover[n] == OVER else rules.guess)[n][hero]
        left, children = self._steps(n, depth)
        values = [self.paranoid(sides, hero, child, left) for child in children]
        if rules.mover[n] == CHANCE:
            return sum(p * v for p, v in zip(rules.chances[n], values, strict=True))
        return max(values) if sides[rules.mover[n]] == 0 else min(values)

    def reply(self, sides, hero, n=0, depth=FOREVER, rebel=NOBODY):
        """Best-reply search: between two turns of the hero one opponent departs from its most promising action."""
        rules = self.rules
        mover = rules.mover[n]
        if mover == OVER or depth <= 0:
            return (rules.utility if mover == OVER else rules.guess)[n][hero]
        left, children = self._steps(n, depth)
        if mover == CHANCE:
            values = [self.reply(sides, hero, child, left, rebel) for child in children]
            return sum(p * v for p, v in zip(rules.chances[n], values, strict=True))
        if sides[mover] == 0:
            return max(self.reply(sides, hero, child, left, NOBODY) for child in children)
        usual = rules.usual(n)
        is_free = rebel in (NOBODY, mover)
        return min(
            self.reply(sides, hero, child, left, rebel if e == usual else mover)
            for e, child in enumerate(children)
            if is_free or e == usual
        )

    def against(self, me, share, depth, n=0):
        """What a player expects whose opponents play the minimax move (`depth` plies) with a share, else any action."""
        rules = self.rules
        mover = rules.mover[n]
        if mover == OVER:
            return rules.utility[n][me]
        values = [self.against(me, share, depth, child) for child in rules.edges[n]]
        if mover == me:
            return max(values)
        if mover == CHANCE:
            return sum(p * v for p, v in zip(rules.chances[n], values, strict=True))
        best = self._shown(n, mover, depth) if share > 0 else {0}
        chances = [(1 - share) / len(values) + (share / len(best) if e in best else 0.0) for e in range(len(values))]
        return sum(p * v for p, v in zip(chances, values, strict=True))

    def _shown(self, n, mover, depth):
        left = depth - self.rules.spent[n]
        if self.rules.players == 2 and not self.rules.is_general:
            shown = [self.value(child, left) for child in self.rules.edges[n]]
            shown = shown if mover == 0 else [-v for v in shown]
        else:
            shown = [self.vector(child, left)[mover] for child in self.rules.edges[n]]
        return {e for e, v in enumerate(shown) if v > max(shown) - EQUAL * max(1.0, abs(max(shown)))}

    # ------------------------------------------------------------ games that need not end

    def between(self, share):
        """For every node two numbers between which it is worth, where play that never ends is worth a share.

        Backed up again and again from the least and from the most that any game is worth: the value, which a back-up
        leaves as it is, stays between them. They meet unless a player can stay in a circle for ever.
        """
        rules = self.rules
        ends = [share, *(rules.utility[n][0] for n, mover in enumerate(rules.mover) if mover == OVER)]
        return list(zip(self.backed_up(min(ends)), self.backed_up(max(ends)), strict=True))

    def backed_up(self, start):
        """Values of all nodes from one start for those where the game is not over, until they stand still."""
        rules = self.rules
        values = [rules.utility[n][0] if mover == OVER else start for n, mover in enumerate(rules.mover)]
        for _ in range(3000):
            after = list(values)
            for n, mover in enumerate(rules.mover):
                if mover == OVER:
                    continue
                behind = [values[child] for child in rules.edges[n]]
                if mover == CHANCE:
                    after[n] = sum(p * v for p, v in zip(rules.chances[n], behind, strict=True))
                else:
                    after[n] = max(behind) if mover == 0 else min(behind)
            change = max(abs(a - b) for a, b in zip(after, values, strict=True))
            values = after
            if change < 1e-15:
                break
        return values


def chain_values(rules, share):
    """Player 0's values where nobody has a choice, worked out in fractions; play that never ends is worth a share."""
    number = len(rules.mover)
    links = [_links(rules, n) for n in range(number)]
    ends = {n for n in range(number) if rules.mover[n] == OVER}
    is_growing = True
    while is_growing:
        more = {n for n in range(number) if n not in ends and any(child in ends for child in links[n])}
        ends |= more
        is_growing = bool(more)
    values = {n: Fraction(share) for n in range(number) if n not in ends}
    values |= {n: Fraction(rules.utility[n][0]) for n in range(number) if rules.mover[n] == OVER}
    unknown = [n for n in range(number) if n not in values]
    rows = []
    for n in unknown:
        row = [Fraction(int(m == n)) - links[n].get(m, 0) for m in unknown]
        rows.append([*row, sum(p * values[m] for m, p in links[n].items() if m in values)])
    return values | dict(zip(unknown, _solved(rows), strict=True))


def _links(rules, n):
    """The children of a node with their probabilities."""
    found = {}
    for child, p in zip(rules.edges[n], rules.chances[n], strict=True):
        p = Fraction(p) if rules.mover[n] == CHANCE else Fraction(1, len(rules.edges[n]))
        if p > 0:
            found[child] = found.get(child, 0) + p
    return found


def _solved(rows):
    """Linear equations, by elimination."""
    for at in range(len(rows)):
        pivot = next(i for i in range(at, len(rows)) if rows[i][at])
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [x / rows[at][at] for x in rows[at]]
        for i, row in enumerate(rows):
            if i != at and row[at]:
                rows[i] = [x - row[at] * y for x, y in zip(row, rows[at], strict=True)]
    return [row[-1] for row in rows]


def best_responses(rules, strategy):
    """For two players: what each gets if both play by `strategy(node)`, and what its best response would bring.

    Information sets are the views as drawn, which remember a player's own past. From the last ones up: what an action
    is worth counts every node of the set by the probability that chance and the other player let it come about.
    """

    def expected(n):
        mover = rules.mover[n]
        if mover == OVER:
            return rules.utility[n]
        chances = rules.chances[n] if mover == CHANCE else strategy(n)
        values = [expected(child) for child in rules.edges[n]]
        return [sum(p * v[q] for p, v in zip(chances, values, strict=True)) for q in range(2)]

    def response(me):
        sets = {}

        def gather(n, weight):
            mover = rules.mover[n]
            if mover == me:
                sets.setdefault(rules.view[n], []).append((n, weight))
            chances = rules.chances[n] if mover == CHANCE else strategy(n) if mover >= 0 else []
            for e, child in enumerate(rules.edges[n]):
                gather(child, weight if mover == me else weight * chances[e])

        gather(0, 1.0)
        plan = {}

        def worth(n):
            mover = rules.mover[n]
            if mover == OVER:
                return rules.utility[n][me]
            if mover == me:
                return worth(rules.edges[n][decided(rules.view[n])])
            chances = rules.chances[n] if mover == CHANCE else strategy(n)
            return sum(p * worth(child) for p, child in zip(chances, rules.edges[n], strict=True))

        def decided(view):
            if view not in plan:
                nodes = sets[view]
                totals = [
                    sum(weight * worth(rules.edges[n][e]) for n, weight in nodes)
                    for e in range(len(rules.edges[nodes[0][0]]))
                ]
                plan[view] = max(range(len(totals)), key=totals.__getitem__)
            return plan[view]

        return worth(0)

    return expected(0), [response(me) for me in range(2)]
