"""Answers for several players: maxn by its engine, and one player against all others by the engine for two."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property

from kibitz.answer.alliances import Interests, Turn, interests
from kibitz.answer.analysis import Analysis, MoveReport, SearchReport
from kibitz.answer.endgames_at_hand import endgames_for
from kibitz.answer.options import Settings
from kibitz.answer.questions.by_engine import SHALLOW, proof_after, statistics
from kibitz.answer.questions.question import DEEPEST, LONGEST_LINE, Question, ValueQuestion
from kibitz.errors import Stopped
from kibitz.game import CHANCE, Action, Game, State, answers
from kibitz.native.override import override
from kibitz.search.algorithm import Algorithm
from kibitz.search.engine import desk as deepening
from kibitz.search.engine.counts import Counts
from kibitz.search.engine.engine import MEGABYTES, Engine
from kibitz.search.several import vector_look as vectors
from kibitz.search.several.coalition import Coalition, OneRebel
from kibitz.search.several.vector_engine import VectorEngine
from kibitz.search.soundness import payoff
from kibitz.search.textbook.best_reply import BEST_REPLY
from kibitz.search.textbook.paranoid import hero_of, sides_of
from kibitz.search.ties import first_best

ROUNDS = 2  # of all players: how much of the best line is searched for alliances


@dataclass
class VectorQuestion(ValueQuestion):
    """One position for maxn. With no limit at all one search to the end; else deeper and deeper ones."""

    algorithms = ("maxn",)
    uses = ("megabytes", "techniques", "endgames")

    interests: tuple[Interests, ...] = ()

    @cached_property
    def engine(self) -> VectorEngine:
        """The engine; it is kept from one position to the next."""
        endgames = endgames_for(self.game, self.options)
        return VectorEngine(self.game, techniques=self.options.techniques, endgames=endgames, **self.options.settings)

    @override
    def prepare(self) -> VectorEngine:
        self.engine.begin(self.s)
        return self.engine

    @override
    def exact_value(self) -> tuple[float, ...]:
        return tuple(share + 0.0 for share in self.engine.value(self.s))

    @override
    def depths(self) -> Iterable[int]:
        if not self.options.is_limited:
            return [DEEPEST]
        return range(1, (self.options.depth or DEEPEST) + 1)

    @override
    def at_depth(self, depth: int) -> tuple[list[MoveReport], bool]:
        guesses = self.engine.guesses()
        below = self._below(self.s, depth if depth < DEEPEST else vectors.WITHOUT_LIMIT)
        values = self._options(self.s, below)
        exact = self.engine.guesses() == guesses
        moves = [self._move(action, value, exact, depth) for action, value in values]
        self.interests = self._followed(below, values) if self.player != CHANCE and self.game.players > 2 else ()
        return moves, exact

    @override
    def did(self, depth: int, seconds: float) -> SearchReport:
        counts = self.engine.counts()
        shown = min(depth, len(counts.by_ply))
        taught = statistics(counts) | self.engine.cuts()
        for none in ("proof_cutoffs", "child_cutoffs"):
            taught.pop(none)
        name = self.algorithm.name
        return SearchReport(name, shown, counts.nodes, seconds, counts.table_hits, counts.cutoffs, statistics=taught)

    @override
    def report(self, moves: list[MoveReport], exact: bool, search: SearchReport) -> Analysis:
        return replace(super().report(moves, exact, search), interests=self.interests)

    # ------------------------------------------------------------ how

    def _below(self, s: State, depth: int) -> int:
        """The depth that is left after a step from a state."""
        return depth if depth >= vectors.WITHOUT_LIMIT else depth - self.game.depth_spent(s)

    def _options(self, s: State, below: int) -> list[tuple[Action, tuple[float, ...]]]:
        """Every choice, and the vector it leads to."""
        return [(a, self.engine.value(self.game.result(s, a), below)) for a in self.game.choices(s)]

    def _move(self, action: Action, value: tuple[float, ...], exact: bool, depth: int) -> MoveReport:
        value = tuple(share + 0.0 for share in value)
        words = self.words(value, exact, depth)
        return MoveReport(self.game.action_text(self.s, action), action, value, words, 0.0, self._line(action))

    def _line(self, action: Action) -> tuple[str, ...]:
        """What follows a move, up to a roll: what the table holds best."""
        game, s = self.game, self.s
        line: list[str] = []
        while action is not None and len(line) < LONGEST_LINE:
            line.append(game.action_text(s, action))
            s = game.result(s, action)
            if self.engine.is_stopped or game.is_terminal(s) or game.player(s) == CHANCE:
                break
            action = self.engine.table_action(s)
        return tuple(line)

    def _followed(self, below: int, options: list[tuple[Action, tuple[float, ...]]]) -> tuple[Interests, ...]:
        """What the turns of the best line show: all alternatives at each of them are searched to the same end."""
        game, s = self.game, self.s
        found: list[Interests] = []
        while len(found) < ROUNDS * game.players:
            player = int(game.player(s))
            action, _ = options[first_best([value[player] for _, value in options])]
            named = tuple((game.action_text(s, a), value) for a, value in options)
            found.append(interests(Turn(len(found), player, game.action_text(s, action), named)))
            s = game.result(s, action)
            if below <= 0 or game.is_terminal(s) or game.player(s) == CHANCE:
                break
            below = self._below(s, below)
            try:
                options = self._options(s, below)
            except Stopped:
                break
        return tuple(found)


@dataclass
class CoalitionQuestion(Question):
    """One position for a player who takes the others for one opponent.

    The vector of a move has, for every player, what it gets if the others are against it: all of them in paranoid
    search, one at a time in best-reply search. Each player has an engine of its own; one is enough where there are only
    two sides that win what the other loses.
    """

    algorithms = ("paranoid", "best-reply")
    uses = ("threads", "megabytes", "techniques")

    engines: dict[int, Engine] = field(init=False)

    @classmethod
    @override
    def is_in_vectors(cls, algorithm: Algorithm, game: Game) -> bool:
        return True

    @override
    def prepare(self) -> CoalitionQuestion:
        kind = OneRebel if self.algorithm.name == BEST_REPLY.name else Coalition
        heroes = self._heroes()
        options = self.options
        memory = (MEGABYTES if options.megabytes is None else options.megabytes) / len(heroes)
        settings: Settings = {**options.settings, "megabytes": max(memory, 0.1)}
        self.engines = {
            hero: Engine(kind(self.game, hero), threads=options.threads, techniques=options.techniques, **settings)
            for hero in heroes
        }
        for engine in self.engines.values():
            engine.begin(self._entered(engine, self.s))
        return self

    def stop(self) -> None:
        """End what is being searched, and whatever is asked next, from any thread."""
        for engine in self.engines.values():
            engine.stop()

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""
        return sum(engine.nodes for engine in self.engines.values())

    @override
    def depths(self) -> Iterable[int]:
        deepest = self.options.depth or DEEPEST
        if self.options.depth is None and self._proves:
            return proof_after(self, SHALLOW)
        return range(1, min(deepest, deepening.WITHOUT_LIMIT) + 1)

    @override
    def at_depth(self, depth: int) -> tuple[list[MoveReport], bool]:
        guesses = self._guesses()
        below = depth if depth == DEEPEST else depth - self.game.depth_spent(self.s)
        values = [(action, self._vector(action, below)) for action in self.game.choices(self.s)]
        exact = self._guesses() == guesses
        return [self._move(action, value, exact, depth) for action, value in values], exact

    @override
    def did(self, depth: int, seconds: float) -> SearchReport:
        every = [engine.counts() for engine in self.engines.values()]
        total = Counts(by_ply=[0] * max(len(counts.by_ply) for counts in every))
        for counts in every:
            for name, count in vars(counts).items():
                if name != "by_ply":
                    setattr(total, name, getattr(total, name) + count)
            for ply, nodes in enumerate(counts.by_ply):
                total.by_ply[ply] += nodes
        shown = min(depth, len(total.by_ply))
        name = self.algorithm.name
        return SearchReport(
            name, shown, total.nodes, seconds, total.table_hits, total.cutoffs, statistics=statistics(total)
        )

    # ------------------------------------------------------------ how

    def _heroes(self) -> list[int]:
        if self._is_opposed:
            return [hero_of(self.game, self.s)]
        sides = {sides_of(self.game, hero): hero for hero in reversed(range(self.game.players))}
        return sorted(sides.values())

    @property
    def _is_opposed(self) -> bool:
        """Are there only two sides, and does each win what the other loses?"""
        sides = sides_of(self.game, 0)
        return self.game.facts.zero_sum and len({sides_of(self.game, p) for p in range(len(sides))}) == 2

    @property
    def _proves(self) -> bool:
        """A game without an evaluation gains nothing from depth: a proof is tried early."""
        return not answers(self.game, "evaluate") and all(engine.can_prove for engine in self.engines.values())

    def _guesses(self) -> int:
        return sum(engine.guesses() for engine in self.engines.values())

    def _entered(self, engine: Engine, s: State) -> State:
        rules: State = engine.game
        return rules.entered(s)

    def _vector(self, action: Action, below: int) -> tuple[float, ...]:
        shares = {hero: self._share(engine, action, below) for hero, engine in self.engines.items()}
        if self._is_opposed:
            ((hero, share),) = shares.items()
            sides = sides_of(self.game, hero)
            theirs = (self.game.facts.utility_sum - sides.count(0) * share) / sides.count(1)
            return tuple(share if side == 0 else theirs for side in sides)
        partners = [next(hero for hero in shares if not sides_of(self.game, p)[hero]) for p in range(self.game.players)]
        return tuple(shares[hero] for hero in partners)

    def _share(self, engine: Engine, action: Action, below: int) -> float:
        """What a move leaves for the hero of an engine. All engines together keep to the node limit."""
        if self.options.nodes is not None:
            engine.allow(self.options.nodes - (self.nodes - engine.nodes))
        after = engine.game.result(self._entered(engine, self.s), action)
        if engine.game.is_terminal(after):
            return payoff(engine.game, after, 0)
        value = engine.prove(after) if below == DEEPEST else engine.value(after, below)
        return value if engine.side(after) == 0 else -value

    def _move(self, action: Action, value: tuple[float, ...], exact: bool, depth: int) -> MoveReport:
        value = tuple(share + 0.0 for share in value)
        words = self.words(value, exact, depth)
        return MoveReport(self.game.action_text(self.s, action), action, value, words, 0.0, self._line(action))

    def _line(self, action: Action) -> tuple[str, ...]:
        """What follows a move as its player sees it: what its engine's table holds best."""
        hero = hero_of(self.game, self.s)
        engine = next(engine for seat, engine in self.engines.items() if not sides_of(self.game, hero)[seat])
        rules, s = engine.game, self._entered(engine, self.s)
        line: list[str] = []
        while action is not None and len(line) < LONGEST_LINE:
            line.append(rules.action_text(s, action))
            s = rules.result(s, action)
            if engine.is_stopped or rules.is_terminal(s) or rules.player(s) == CHANCE:
                break
            action = engine.table_action(s)
        return tuple(line)
