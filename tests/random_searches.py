"""Every search on one random game: what it answers, written down, and where that is not what the oracle says.

A *transcript* has an entry for each question: the value, the best action, what was counted. The same question asked of
machine code, of checked machine code and of Python must get the same answer, to the last node.
"""

import random
from collections.abc import Collection
from contextlib import suppress
from functools import partial
from math import isnan, sqrt

import kibitz as kz
from kibitz.answer.proofs import Proofs
from kibitz.errors import Stopped
from kibitz.game import CHANCE
from kibitz.search import ALGORITHMS
from kibitz.search.algorithm import Algorithm
from kibitz.search.engine import desk as deepening
from kibitz.search.engine.engine import Engine
from kibitz.search.engine.techniques import Techniques
from kibitz.search.equilibrium.regret import Regret
from kibitz.search.equilibrium.sampling import Sampled
from kibitz.search.hidden.crew import Crew
from kibitz.search.opponent import against
from kibitz.search.partition.partition_engine import PartitionEngine
from kibitz.search.proof.proof_algorithm import PROOF
from kibitz.search.proof.proof_engine import ProofEngine
from kibitz.search.proof.walker import verified
from kibitz.search.several import vector_look as vectors
from kibitz.search.several.coalition import Coalition, OneRebel
from kibitz.search.several.vector_engine import VectorEngine
from kibitz.search.textbook.alphabeta import VARIANTS
from kibitz.search.textbook.best_reply import BEST_REPLY, NOBODY
from kibitz.search.textbook.likely_outcomes import over_likely
from kibitz.search.textbook.paranoid import PARANOID, against_all, sides_of
from kibitz.search.watch import Count
from kibitz.search.whole.value_iteration import WholeGame
from random_games import FAMILIES, Drawn, Hiding, Rules, Staked, draw, work
from random_oracle import FOREVER, OVER, Oracle, best_responses, chain_values

TEXTBOOK = ("minimax", "expectimax", "expectiminimax", "star1", "star2", "maxn", "shallow")
SOUND = (  # techniques that never change a value
    "principal", "table", "best_first", "killers", "history", "order", "bounds", "proof", "symmetry",
    "children_first", "chance_bounds", "probing",
)  # fmt: skip
ITERATIONS = 24
QUIET = Techniques(quiescence=False)
PUBLIC = 16  # one game of so many is asked through `analyse` and `solve` too


def near(one, other):
    """Are two answers the same, floats to their last few digits?"""
    if isinstance(one, (tuple, list)):
        return len(one) == len(other) and all(map(near, one, other))
    if isinstance(one, float) or isinstance(other, float):
        if one == other or (isnan(one) and isnan(other)):
            return True
        return abs(one - other) <= 1e-9 * max(1.0, abs(one), abs(other))
    return one == other


class Examination:
    """One game, asked in one mode."""

    def __init__(self, rules: Rules, interpreted: bool, only: Collection[str] = ()) -> None:
        """`only` names the questions to ask, methods of this class or textbook searches; none for all of them."""
        self.rules = rules
        self.only = only
        self.interpreted = interpreted
        self.family = FAMILIES[rules.family]
        self.game: Drawn = self.family(rules, lists=interpreted)
        self.root = self.game.initial()
        self.oracle = Oracle(rules)
        self.transcript: dict[str, object] = {}
        self.differences: list[str] = []
        self.dice = random.Random(rules.seed)
        deepest = 5
        while deepest > 1 and work(rules, 0, deepest) > 400:
            deepest -= 1
        self.depth = self.dice.randint(1, deepest)
        self.opposed = rules.players <= 2 and not rules.is_general
        self.is_over = rules.mover[0] == OVER
        self.steady = rules.ends and is_steady(rules)

    # ------------------------------------------------------------ writing down

    def note(self, name, answer):
        """Write an answer down; one that was given before under that name is a mistake of ours."""
        assert name not in self.transcript, name
        self.transcript[name] = answer

    def expect(self, name, found, wanted):
        """The oracle has the last word."""
        if not near(found, wanted):
            self.differences.append(f"{name}: {found!r}, expected {wanted!r}")

    def claim(self, name, is_so, what):
        if not is_so:
            self.differences.append(f"{name}: {what}")

    def guarded(self, question, *arguments):
        """Ask, with dice of its own, so that no question depends on another; whatever is raised is a difference."""
        asked = " ".join(
            [question.__name__, *(each.title if isinstance(each, Algorithm) else str(each) for each in arguments)]
        )
        if self.only and not {question.__name__, str(arguments[0]) if arguments else ""} & set(self.only):
            return
        self.dice = random.Random(f"{self.rules.seed} {asked}")
        try:
            question(*arguments)
        except Exception as error:
            self.differences.append(f"{asked}: {type(error).__name__}: {error}")

    # ------------------------------------------------------------ all questions

    def run(self):
        """Ask every search that fits."""
        rules, game = self.rules, self.game
        depths = [self.depth, *([FOREVER] if rules.ends else [])]
        for depth in depths:
            for name in TEXTBOOK:
                if ALGORITHMS[name].fits(game):
                    self.guarded(self.textbook, name, ALGORITHMS[name], depth)
            if self.opposed:
                for name, algorithm in VARIANTS.items():
                    if algorithm.fits(game):
                        self.guarded(self.textbook, name, algorithm, depth)
                        self.guarded(self.windowed, name, algorithm, depth)
                if rules.players == 2:
                    self.guarded(self.likely, depth)
                self.guarded(self.engine, depth)
            else:
                self.guarded(self.against_all_others, PARANOID, Coalition, depth)
                self.guarded(self.against_all_others, BEST_REPLY, OneRebel, depth)
            self.guarded(self.vector_engine, depth)
        if self.opposed:
            self.guarded(self.deepening)
            self.guarded(self.bets)
        if PROOF.fits(game) and rules.ends and not self.is_over:
            self.guarded(self.proofs)
        self.guarded(self.limited)
        self.guarded(self.table)
        if rules.family == "Partition" and rules.ends and not self.is_over:
            self.guarded(self.partition)
        if rules.players > 1 and rules.ends and rules.family in ("Plain", "PlainDice", "Trio"):
            self.guarded(self.model)
        if rules.family in ("Cards", "Market") and not self.is_over:
            self.guarded(self.deals)
            if rules.family == "Cards":
                for variant in ("plus", "vanilla"):
                    self.guarded(self.regret, variant)
            self.guarded(self.sampled)
        if random.Random(rules.seed).randrange(PUBLIC) == 0:
            self.guarded(self.public)
        return self

    # ------------------------------------------------------------ textbook searches

    def called(self, algorithm, depth, *extra, watch=None, game=None, s=None):
        watch = Count() if watch is None else watch
        game, s = (self.game, self.root) if game is None else (game, s)
        watch.begin(game, algorithm)
        function = algorithm.function if self.interpreted else algorithm.function.compiled
        value, best = function(game, s, depth, *extra, watch)
        return value, best, (watch.nodes, watch.leaves, watch.evaluated, watch.cuts, watch.deepest)

    def holds(self, depth):
        """Does what a search says to a depth have to be what the oracle says?"""
        return depth >= FOREVER or self.rules.bounds_are != "tight"

    def textbook(self, name, algorithm, depth):
        value, best, counts = self.called(algorithm, depth, *algorithm.extra(self.game))
        label = f"{name} to {depth}"
        self.note(label, (value, best, counts))
        if algorithm.vector:
            keeps = not issubclass(self.family, Staked) or "wild guesses" not in self.rules.flags  # to the total, too
            if name == "maxn" or depth >= FOREVER or keeps:
                self.expect(label, value, self.oracle.vector(0, depth))
            return
        if name in ("star1", "star2") and not self.holds(depth):
            return
        self.expect(label, value, self.oracle.value(0, depth))
        self.chosen(label, best, depth)

    def chosen(self, label, best, depth):
        wanted = self.oracle.best(0, depth)
        self.claim(label, best in wanted if wanted else best == -1, f"action {best}, expected one of {sorted(wanted)}")

    def windowed(self, name, algorithm, depth):
        """In any window alpha-beta answers the value, or a bound on the right side of it."""
        alpha, beta = sorted([self.dice.randint(-6, 5) / 2, self.dice.randint(-5, 6) / 2])
        beta = beta + 0.5 if alpha == beta else beta
        value, best, counts = self.called(algorithm, depth, alpha, beta)
        label = f"{name} to {depth} in ({alpha}, {beta})"
        self.note(label, (value, best, counts))
        truth = self.oracle.value(0, depth)
        self.claim(label, contract(value, truth, alpha, beta), f"{value}, expected what fits {truth}")

    def likely(self, depth):
        share = self.dice.choice([1.0, 0.9, 0.5, 0.1])
        algorithm = over_likely("expectiminimax", share)
        found, best, counts = self.called(algorithm, depth, share)
        label = f"likely {share} to {depth}"
        self.note(label, (found, best, counts))
        if not self.holds(depth):
            return
        value, low, high = found
        truth = self.oracle.value(0, depth)
        little = 1e-9 * max(1.0, abs(truth))
        self.claim(label, low - little <= truth <= high + little, f"{found}, expected {truth} within")
        if share == 1.0:
            self.expect(label, value, truth)

    # ------------------------------------------------------------ engines

    def techniques(self):
        """Some of those that never change a value; no search for quiet."""
        style = self.dice.choice(["all", "none", "some", "some"])
        on = {name: style == "all" or (style == "some" and self.dice.random() < 0.6) for name in SOUND}
        return Techniques(**on, quiescence=False)

    def is_alike(self, on, depth):
        """Is a search by these techniques to a depth, with a fresh table, what the oracle's plain search is?

        Proofs see beyond a depth limit, and a table may know more of a position than is asked if it is met at several
        depths.
        """
        if depth >= FOREVER:
            return True
        if self.rules.bounds_are == "tight":
            return False  # the candidates too are those that are needed for the truth
        return not on.table or self.steady

    def fresh(self, on, nodes=None, game=None, kind=Engine):
        made = kind(
            self.game if game is None else game, megabytes=0.1, techniques=on, interpreted=self.interpreted, nodes=nodes
        )
        return made

    def engine(self, depth):
        """One search to a depth, in an open window and in a narrow one."""
        on = self.techniques()
        engine = self.fresh(on)
        plies = deepening.WITHOUT_LIMIT if depth >= FOREVER else depth
        value = engine.value(self.root, plies)
        label = f"engine to {depth} {on_text(on)}"
        self.note(label, (value, engine.nodes, engine.guesses()))
        sign = self.for_player_0(value)
        is_alike = self.is_alike(on, depth)
        truth = self.oracle.value(0, depth)
        if is_alike:
            self.expect(label, sign, truth)
        if depth >= FOREVER:
            self.claim(label, engine.guesses() == 0, "guessed in a search to the end")
        alpha, beta = sorted([self.dice.randint(-6, 5) / 2, self.dice.randint(-5, 6) / 2])
        beta = beta + 0.5 if alpha == beta else beta
        value = engine.value(self.root, plies, alpha, beta)
        self.note(f"{label} again", (value, engine.nodes))
        if is_alike:
            own = truth if engine.side(self.root) == 0 else self.rules.total - truth
            fits = contract(value, own, alpha, beta)
            self.claim(label, fits, f"{value} in ({alpha}, {beta}), expected what fits {own}")
        if depth >= FOREVER and engine.can_prove:
            engine.begin(self.root)
            value = engine.prove(self.root)
            self.note(f"proof {on_text(on)}", (value, engine.nodes))
            self.expect(f"proof {on_text(on)}", self.for_player_0(value), truth)

    def proofs(self):
        """Proof-number search: every move's value by questions, and proofs that an independent walker goes through."""
        on = self.techniques()
        engine = ProofEngine(self.game, megabytes=0.1, techniques=on, interpreted=self.interpreted)
        engine.begin(self.root)
        proofs = Proofs(engine, self.root, self.rules.mover[0])
        for known, ask in [
            (proofs.root, proofs.ask_root),
            *((r, partial(proofs.ask_move, n)) for n, r in enumerate(proofs.rows)),
        ]:
            while (goal := proofs.next_goal(known, sign=False)) is not None:
                ask(goal)
        self.note(f"proofs {on_text(on)}", (proofs.root.low, proofs.root.high, engine.nodes))
        self.expect("proofs", (proofs.root.low, proofs.root.high), (self.of_state(0, "proof", FOREVER),) * 2)
        values = dict(zip(self.rules.labels[0], self.rules.edges[0], strict=True))
        for action, row in zip(proofs.actions, proofs.rows, strict=True):
            self.expect(f"proofs {action}", (row.low, row.high), (self.of_state(values[action], "proof", FOREVER),) * 2)
        self.note("proof tree", verified(proofs.tree()))

    def for_player_0(self, value):
        mover = self.rules.mover[0]
        return self.rules.total - value if mover == 1 else value

    def deepening(self):
        """Deeper and deeper with one table, up to the end where there is one."""
        on = self.techniques()
        engine = self.fresh(on)
        found = []
        last = 30 if self.rules.ends else self.depth
        for depth in range(1, last + 1):
            guesses = engine.guesses()
            value = engine.value(self.root, depth)
            is_exact = engine.guesses() == guesses
            found.append((value, engine.nodes, is_exact))
            label = f"deepening, depth {depth} {on_text(on)}"
            if is_exact and self.rules.ends:
                self.expect(label, self.for_player_0(value), self.oracle.value())
            elif self.is_alike(on, depth):
                self.expect(label, self.for_player_0(value), self.oracle.value(0, depth))
            if is_exact:
                break
        self.note(f"deepening {on_text(on)}", found)
        if self.rules.ends:
            self.claim("deepening", found[-1][2], "never exact in a game that ends")

    def bets(self):
        """Techniques that may change a value: quiescence by the oracle, the others compiled as interpreted."""
        on = Techniques(table=False, bounds=False, proof=False, chance_bounds=False)
        engine = self.fresh(on)
        value = engine.value(self.root, self.depth)
        self.note("quiescence", (value, engine.nodes))
        if self.rules.bounds_are != "tight":
            self.expect("quiescence", self.for_player_0(value), self.oracle.settled(0, self.depth))
        chosen = self.dice.choice(
            [{"beam": 1}, {"beam": 2}, {"null_move": True}, {"reductions": True}, {"singular": True}]
        )
        engine = self.fresh(Techniques(**chosen))
        found = []
        for depth in range(1, self.depth + 3 if self.rules.ends else self.depth + 1):
            found.append((engine.value(self.root, depth), engine.nodes))
        self.note(f"bet on {chosen}", found)

    def vector_engine(self, depth):
        on = self.techniques()
        engine = VectorEngine(self.game, megabytes=0.1, techniques=on, interpreted=self.interpreted)
        plies = vectors.WITHOUT_LIMIT if depth >= FOREVER else depth
        value, number = engine.search(self.root, plies)
        label = f"maxn engine to {depth} {on_text(on)}"
        self.note(label, (value, number, engine.nodes))
        if depth >= FOREVER or not on.table or self.steady:
            truth = self.oracle.vector(0, depth)
            if self.opposed:  # averages of anything: only the values are sure
                self.expect(label, value[0], truth[0])
            else:
                self.expect(label, value, truth)

    def partition(self):
        """Values by classes of positions."""
        on = self.techniques()
        engine = self.fresh(on, kind=PartitionEngine)
        value = engine.prove(self.root)
        self.note(f"partition {on_text(on)}", (value, engine.nodes))
        self.expect(f"partition {on_text(on)}", self.for_player_0(value), self.oracle.value())

    def against_all_others(self, algorithm, kind, depth):
        """Paranoid and best-reply search, by the textbook and by the engine."""
        window = against_all(self.game, self.root)
        hero = window[2]
        extra = (*window, NOBODY) if algorithm is BEST_REPLY else window
        if algorithm.fits(self.game):
            value, best, counts = self.called(algorithm, depth, *extra)
            label = f"{algorithm.name} to {depth}"
            self.note(label, (value, best, counts))
            search = self.oracle.reply if algorithm is BEST_REPLY else self.oracle.paranoid
            truth = search(sides_of(self.game, hero), hero, 0, depth)
            self.expect(label, value, truth)
            on = self.techniques()
            engine = self.fresh(on, game=kind(self.game, hero))
            rules_of_it = engine.game
            plies = deepening.WITHOUT_LIMIT if depth >= FOREVER else depth
            start = rules_of_it.entered(self.root)
            value = engine.value(start, plies)
            label = f"{algorithm.name} engine to {depth} {on_text(on)}"
            self.note(label, (value, engine.nodes))
            own = value if engine.side(start) == 0 else -value
            if depth >= FOREVER or not on.table or self.steady:
                self.expect(label, own, truth)

    def limited(self):
        """A limit of nodes is kept: by the textbook's searches and by the engines."""
        nodes = self.dice.randint(1, 12)
        watch = Count(nodes)
        name = "maxn"
        with suppress(Stopped):
            self.called(ALGORITHMS[name], self.depth, *ALGORITHMS[name].extra(self.game), watch=watch)
        self.claim(f"{name}, {nodes} nodes", watch.nodes <= nodes, f"{watch.nodes} nodes")
        if self.opposed:
            engine = self.fresh(Techniques(), nodes=nodes)
            with suppress(Stopped):
                engine.value(self.root, self.depth)
            self.claim(f"engine, {nodes} nodes", engine.nodes <= nodes, f"{engine.nodes} nodes")
            self.note(f"engine, {nodes} nodes", engine.nodes)
        self.note(f"{name}, {nodes} nodes", watch.nodes)

    # ------------------------------------------------------------ whole games, models, hidden cards

    def table(self):
        """Value iteration: all positions at once, also where play need not end."""
        rules = self.rules
        whole = WholeGame(self.game, self.root, megabytes=8, interpreted=self.interpreted)
        whole.solve()
        found = whole.value(self.root)
        self.note("table", (found, whole.nodes))
        if rules.ends:
            truth = self.oracle.vector()
            self.expect("table", found[0] if self.opposed else found, truth[0] if self.opposed else truth)
        elif self.opposed:
            for n, (least, most) in self.endless_values().items():
                s = self.game.made(n)
                value = whole.value(s)
                if value is None:
                    continue
                error = whole.error(s)
                off = 1e-9 * max(1.0, abs(least), abs(most))
                is_right = least - off <= value[0] + error and value[0] - error <= most + off
                self.claim(f"table, node {n}", is_right, f"{value[0]} ± {error}, expected {least} to {most}")

    def endless_values(self):
        """Between which numbers the nodes of a game are worth that need not end."""
        rules = self.rules
        share = rules.total / 2 if rules.players == 2 else 0.0
        if rules.kind == "chain":
            return {n: (float(value), float(value)) for n, value in chain_values(rules, share).items()}
        return dict(enumerate(self.oracle.between(share)))

    def model(self):
        """A known opponent: any action, or the minimax move with some probability."""
        me, share, depth = self.dice.choice(
            [(1, 0.0, 1), (0, 0.5, 2)]
        )  # constants to the compiler: two of them will do
        kind = "uniform" if share == 0 else share
        game = against(self.game, kind, player=me, depth=depth)
        label = f"player {me} against {kind}, {depth} plies"
        truth = self.oracle.against(me, share, depth)
        algorithm = ALGORITHMS["expectimax"]
        value, _, counts = self.called(algorithm, FOREVER, game=game, s=self.root)
        self.note(f"expectimax, {label}", (value, counts))
        self.expect(f"expectimax, {label}", value, truth)
        engine = self.fresh(self.techniques(), game=game)
        value = engine.value(self.root, deepening.WITHOUT_LIMIT)
        self.note(f"engine, {label}", (value, engine.nodes))
        self.expect(f"engine, {label}", value, truth)

    def deals(self):
        """The average over all deals, each played with open cards."""
        rules = self.rules
        player = rules.mover[0]
        if player == CHANCE:
            return
        worlds = list(self.game.deals(self.game.view(self.root, player)))
        crew = Crew(self.game, in_vectors=not self.opposed, megabytes=0.1, interpreted=self.interpreted)
        crew.prepare(self.root, len(rules.edges[0]), None)
        crew.begin(self.root)
        rows, end = crew.solve([s for s, _ in worlds])
        self.claim("deals", end is None and crew.exact, f"ended by {end}")
        self.note("deals", ([row.tolist() for row in rows], crew.nodes))
        for (s, _), row in zip(worlds, rows, strict=True):
            children = rules.edges[self.game.at(s)]
            if self.opposed:
                own = [self.oracle.value(child) for child in children]
                wanted = [[v if player == 0 else rules.total - v] for v in own]
            else:
                wanted = [list(self.oracle.vector(child)) for child in children]
            self.expect(f"deals at {s}", row.tolist(), wanted)

    def regret(self, variant):
        """What is learnt is play that can be judged by hand; nobody can gain more by leaving it than theory allows."""
        rules, game = self.rules, self.game
        learner = Regret(game, variant=variant, interpreted=self.interpreted)
        if all(mover < 0 for mover in rules.mover):
            return
        learner.improve(ITERATIONS)
        judged = learner.judgement()
        self.note(f"regret {variant}", (judged.values, judged.responses, judged.strategy.tolist()))
        table, places = learner.table(), {}
        values, responses = best_responses(rules, lambda n: self.played(n, table, places))
        label = f"regret {variant}"
        self.expect(f"{label}, values", list(judged.values), values)
        self.expect(f"{label}, responses", list(judged.responses), responses)
        gains = [best - value for best, value in zip(responses, values, strict=True)]
        self.claim(label, min(gains) >= -1e-9, f"a best response that loses: {gains}")
        sets = len({view for view in rules.view if view >= 0})
        widest = max(len(children) for children in rules.edges)
        most = 2 * 8.0 * sets * sqrt(widest) / sqrt(ITERATIONS)
        self.claim(label, max(gains) <= most, f"gains {gains}, expected at most {most}")

    def played(self, n, table, known):
        """The probabilities of the actions at a node, by the strategy that was learnt."""
        from kibitz.native.tuples import fingerprint

        rules, game = self.rules, self.game
        if rules.view[n] not in known:
            mover = rules.mover[n]
            place = table.place(fingerprint(game.essence(game.view(game.made(n), mover))), mover)
            many = len(rules.edges[n])
            chances = [float(p) for p in table.probabilities[place : place + many]] if place >= 0 else [1 / many] * many
            known[rules.view[n]] = chances
        return known[rules.view[n]]

    def sampled(self):
        learner = Sampled(self.game, seed=self.rules.seed, interpreted=self.interpreted)
        if all(mover < 0 for mover in self.rules.mover):
            return
        learner.improve(ITERATIONS)
        self.note("regret sampled", (learner.values(), learner.nodes, learner.information_sets))

    # ------------------------------------------------------------ the public way

    def public(self):
        """`analyse` and `solve`: value, exactness, every move's value, and limits that are kept."""
        rules, game = self.rules, self.game
        if self.is_over:
            return
        for name, algorithm in ALGORITHMS.items():
            is_blind = name == "deals" or (name == "montecarlo" and isinstance(game, Hiding))
            if not algorithm.fits(game) or (is_blind and rules.mover[0] == CHANCE):
                continue
            if name == "montecarlo":
                self.guarded(self.simulated)
                self.guarded(self.counted, name)
            else:
                self.guarded(self.analysed, name, None)
                self.guarded(self.analysed, name, self.depth)
                self.guarded(self.counted, name)
        if rules.ends and self.opposed:
            self.guarded(self.threaded)
        if rules.ends and not isinstance(game, Hiding):
            value = kz.solve(game, interpreted=self.interpreted, megabytes=8)
            self.note("solve", value)
            wanted = self.of_state(0, "maxn" if not self.opposed else "minimax", FOREVER)
            self.expect("solve", value, wanted)

    def analysed(self, name, depth):
        """Every move's value, to the end or to a depth."""
        rules = self.rules
        if (depth is None and not rules.ends and name != "table") or (
            depth is not None and name in ("table", "regret")
        ):
            return
        given = {"iterations": ITERATIONS} if name == "regret" else {}
        if name in ("deepening", "paranoid", "best-reply"):
            given["techniques"] = QUIET
        answer = kz.analyse(self.game, algorithm=name, depth=depth, interpreted=self.interpreted, megabytes=8, **given)
        label = f"analyse by {name} to {depth}"
        # Python gives up on an endless line sooner than machine code does.
        nodes = None if answer.search.stopped_by == "endless" else answer.search.nodes
        self.note(label, (answer.value, answer.exact, nodes))
        if name == "regret" or not rules.ends:
            return
        is_guessed = depth is not None and self.oracle.is_guessed(0, depth)
        self.claim(label, answer.exact or is_guessed, "not exact")
        if is_guessed and (name in ("deepening", "maxn", "paranoid", "best-reply", "deals") and not self.steady):
            return
        if is_guessed and name == "proof":  # it guesses nothing
            return
        if is_guessed and (not self.holds(depth) or (name == "shallow" and issubclass(self.family, Staked))):
            return
        plies = FOREVER if depth is None else depth
        left = plies if plies >= FOREVER else plies - rules.spent[0]
        moves = {move.action: move.value for move in answer.moves}
        for action, child in zip(rules.labels[0], rules.edges[0], strict=True):
            if name == "deals":
                wanted = self.dealt(action, left)
            elif name in ("paranoid", "best-reply"):
                wanted = self.sure_of(name, child, left)
            else:
                wanted = self.of_state(child, name, left)
            found = moves[action]
            if name in ("paranoid", "best-reply"):
                found = found[max(rules.mover[0], 0)]
            self.expect(f"{label}, move {action}", found, wanted)
        if rules.mover[0] == CHANCE and name not in ("paranoid", "best-reply"):
            self.expect(label, answer.value, self.of_state(0, name, plies))

    def simulated(self):
        """By simulations: whatever is said to be proven is right; the rest has a confidence."""
        answer = kz.analyse(
            self.game, algorithm="montecarlo", simulations=300, interpreted=self.interpreted, megabytes=8
        )
        self.note("simulated", [(move.move, move.visits, move.exact) for move in answer.moves])
        self.claim("simulated", len(answer.moves) == len(self.rules.edges[0]), "a move is missing")
        moves = {move.action: move for move in answer.moves}
        for action, child in zip(self.rules.labels[0], self.rules.edges[0], strict=True):
            if moves[action].exact and self.opposed and self.rules.ends:
                self.expect(f"simulated, move {action}", moves[action].value, self.of_state(child, "minimax", FOREVER))
        if answer.exact and self.opposed and self.rules.ends:
            self.expect("simulated", answer.value, self.of_state(0, "minimax", FOREVER))

    def threaded(self):
        """Two threads find what one finds; how many nodes it takes them is theirs to know."""
        answer = kz.analyse(self.game, algorithm="deepening", threads=2, interpreted=self.interpreted, megabytes=8)
        self.claim("two threads", answer.exact, "not exact")
        moves = {move.action: move.value for move in answer.moves}
        for action, child in zip(self.rules.labels[0], self.rules.edges[0], strict=True):
            self.expect(f"two threads, move {action}", moves[action], self.of_state(child, "minimax", FOREVER))

    def counted(self, name):
        """A limit of nodes holds for any algorithm, and there is a move."""
        nodes = self.dice.randint(1, 30)
        answer = kz.analyse(self.game, algorithm=name, nodes=nodes, interpreted=self.interpreted, megabytes=8)
        self.claim(f"{name}, {nodes} nodes", answer.search.nodes <= nodes, f"{answer.search.nodes} nodes")
        is_move = self.rules.mover[0] == CHANCE or answer.best is not None
        self.claim(f"{name}, {nodes} nodes", is_move, "no move")

    def of_state(self, n, name, depth):
        """What a state is worth to the player to move at the root, or a vector."""
        if not self.opposed or name in ("maxn", "shallow"):
            return self.oracle.vector(n, depth)
        value = self.oracle.value(n, depth)
        return self.rules.total - value if self.rules.mover[0] == 1 else value

    def sure_of(self, name, n, depth):
        hero = max(self.rules.mover[0], 0)
        search = self.oracle.reply if name == "best-reply" else self.oracle.paranoid
        return search(sides_of(self.game, hero), hero, n, depth)

    def dealt(self, action, depth):
        """The average over all deals of what an action is worth."""
        player = self.rules.mover[0]
        worlds = list(self.game.deals(self.game.view(self.root, player)))
        found = []
        for s, weight in worlds:
            at = self.game.at(s)
            child = self.rules.edges[at][self.rules.labels[at].index(action)]
            value = self.oracle.vector(child, depth) if not self.opposed else (self.of_state(child, "minimax", depth),)
            found.append((weight, value))
        total = sum(weight for weight, _ in found)
        means = [sum(weight * value[p] for weight, value in found) / total for p in range(len(found[0][1]))]
        return tuple(means) if not self.opposed else means[0]


def is_steady(rules):
    """Is every position met at one depth only, whatever the way to it?"""
    spent = {0: 0}
    todo = [0]
    for n in todo:
        for child in rules.edges[n]:
            own = spent[n] + rules.spent[n]
            if spent.setdefault(child, own) != own:
                return False
            if child not in todo:
                todo.append(child)
    return all(spent[n] == spent[image] for n, image in enumerate(rules.image) if n in spent and image in spent)


def on_text(on):
    """The techniques that are on, short."""
    return "+".join(name for name in SOUND if getattr(on, name)) or "plain"


def contract(value, truth, alpha, beta):
    """v ≤ α then m ≤ v; α < v < β then m = v; v ≥ β then m ≥ v. A fail-hard search answers the bound itself."""
    little = 1e-9 * max(1.0, abs(truth))
    if value <= alpha:
        return truth <= max(value, alpha) + little
    if value >= beta:
        return truth >= min(value, beta) - little
    return near(value, truth)


def examine(family, seed, interpreted, only=()):
    """Ask every search about one game: the differences from the oracle, and the transcript."""
    examination = Examination(draw(family, seed), interpreted, only).run()
    return examination.differences, examination.transcript


def compare(one, other):
    """Where two transcripts of the same game differ."""
    if list(one) != list(other):
        return [f"other questions: {sorted(set(one) ^ set(other))}"]
    return [f"{name}: {one[name]!r} and {other[name]!r}" for name in one if not near(one[name], other[name])]
