"""What an answer is: every legal move with its value, its words and the line that follows, and what the search did."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from math import isinf
from typing import Any

from kibitz.errors import BadInput, Stopped, Unsolved
from kibitz.game import CHANCE, Game
from kibitz.search import ALGORITHMS
from kibitz.search.algorithm import Algorithm
from kibitz.search.asking import answers_the_questions, ask
from kibitz.watch import Clock, Count

LONGEST_LINE = 40  # moves shown of a line
NODES_FOR_A_LINE = 2_000_000  # at least that many may be spent on finding the line behind a move
DEEPEST = 10_000

Progress = Callable[["Analysis"], None]


@dataclass(frozen=True)
class Limit:
    """When to stop: after seconds, plies or nodes; none of them: when the answer is exact."""

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        for name, value in asdict(self).items():
            if value is not None and not value > 0:
                raise BadInput(f"a limit of {value} {name} is none: expected more than 0")


@dataclass(frozen=True)
class MoveReport:
    """One legal move: its value for the player to move (a vector for several players) and what follows it."""

    move: str
    action: Any
    value: Any
    words: str
    loss: float
    line: tuple[str, ...]


@dataclass(frozen=True)
class SearchReport:
    """What the search did."""

    algorithm: str
    depth: int
    nodes: int
    seconds: float
    table_hits: int = 0
    cutoffs: int = 0
    stopped_by: str = "solved"

    @property
    def nodes_per_second(self) -> int:
        """Speed; 0 where there was nothing to measure."""
        return round(self.nodes / self.seconds) if self.seconds > 0 else 0


@dataclass(frozen=True)
class Analysis:
    """An answer. It prints as a table, and `json()` gives it as the interface describes it."""

    game: Game
    state: Any
    position: str
    player: int
    exact: bool
    best: str | None
    value: Any
    words: str
    moves: tuple[MoveReport, ...]
    search: SearchReport

    def json(self) -> dict[str, Any]:
        """Plain data for JSON."""
        search = self.search
        return {
            "game": self.game.facts.name,
            "position": self.position,
            "player": self.player,
            "exact": self.exact,
            "best": self.best,
            "value": _plain(self.value),
            "words": self.words,
            "moves": [
                {"move": m.move, "value": _plain(m.value), "words": m.words, "loss": m.loss, "line": list(m.line)}
                for m in self.moves
            ],
            "search": {
                "algorithm": search.algorithm,
                "depth": search.depth,
                "nodes": search.nodes,
                "seconds": round(search.seconds, 6),
                "nodes_per_second": search.nodes_per_second,
                "table_hits": search.table_hits,
                "cutoffs": search.cutoffs,
                "stopped_by": search.stopped_by,
            },
        }

    def __str__(self) -> str:
        """The table that `kibitz best` prints."""
        rows = [(m.move, value_text(m.value), m.words, _loss(m.loss), " ".join(m.line[:12])) for m in self.moves]
        heads = ("move", "value", "", "loss", "line")
        widths = [max(len(row[column]) for row in [heads, *rows]) for column in range(4)]
        lines = [
            "  ".join([*(f"{cell:{'<' if i in (0, 2) else '>'}{widths[i]}}" for i, cell in enumerate(row[:4])), row[4]])
            for row in [heads, *rows]
        ]
        head = f"best: {self.best}, {self.words}" if self.best is not None else self.words
        return "\n".join([head, *(line.rstrip() for line in lines if self.moves), _did(self.search, self.exact)])

    def _repr_svg_(self) -> str:
        from kibitz.draw import board_svg

        return board_svg(self.game.picture(self.state), title=str(self))


def analyse(
    game: Game,
    s: Any = None,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    algorithm: str = "auto",
    interpreted: bool = False,
    progress: Progress | None = None,
    position: str | None = None,
) -> Analysis:
    """Judge every legal move of a state (the initial one by default), within limits.

    Without limits the answer is exact, however long that takes. `progress` is told every better answer on the way;
    `position` is the text to report the state under, where the game's own is not wanted.
    """
    answers_the_questions(game)
    limit = Limit(seconds, depth, nodes)
    s = game.initial() if s is None else s
    chosen = choose(algorithm, game)
    question = _Question(game, s, chosen, limit, interpreted, game.text(s) if position is None else position)
    if game.is_terminal(s):
        return question.of_the_end()
    return question.answer(progress)


def solve(
    game: Game,
    s: Any = None,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    algorithm: str = "auto",
    interpreted: bool = False,
) -> Any:
    """The exact value of a state for the player to move (a vector for several players).

    Raises `Unsolved` where a limit was given and reached.
    """
    answers_the_questions(game)
    s = game.initial() if s is None else s
    limit = Limit(seconds, None, nodes)
    chosen = choose(algorithm, game)
    watch = Count(nodes)
    try:
        with Clock(watch, limit.seconds):
            value = ask(chosen, game, s, None, watch, interpreted).value
    except Stopped:
        reached = f"{seconds:g} seconds" if seconds is not None else f"{nodes} nodes"
        raise Unsolved(f"{game.text(s)!r} is not solved within {reached}") from None
    return for_mover(game, s, value)


def choose(algorithm: str, game: Game) -> Algorithm:
    """The algorithm of that name; `auto` picks the one that fits."""
    if algorithm == "auto":
        return ALGORITHMS[_fitting(game)]
    if algorithm not in ALGORITHMS:
        raise BadInput(f"{algorithm!r} is no algorithm: expected auto, {', '.join(ALGORITHMS)}")
    ALGORITHMS[algorithm].needs(algorithm, game)
    return ALGORITHMS[algorithm]


def _fitting(game: Game) -> str:
    facts = game.facts
    if facts.players > 2 or (facts.players == 2 and not facts.zero_sum):
        return "maxn"
    if facts.chance:
        return "expectimax" if facts.players == 1 else "expectiminimax"
    return "alphabeta"


def for_mover(game: Game, s: Any, value: Any) -> Any:
    """A search's value as the player to move sees it: player 0's turned round for player 1, vectors as they are."""
    if isinstance(value, tuple):
        return value
    if isinf(value):  # nothing was there to take the best of
        check = "'kibitz check' finds it"
        raise BadInput(f"{game.facts.name!r} has a position that is not terminal and has no actions; {check}")
    value = game.utility_sum - value if mover(game, s) == 1 else value
    return value + 0.0  # −0 is 0


def mover(game: Game, s: Any) -> int:
    """The player to move; at the end the one whose turn it would be if the game can tell, else player 0."""
    over = game.is_terminal(s)
    try:
        player = game.player(s)
    except Exception:
        if over:
            return 0
        raise
    first = CHANCE if game.facts.chance else 0
    if player in range(first, game.players):
        return int(player)
    if over:
        return 0
    raise BadInput(f"player at {game.text(s)!r} is {player!r}: expected {first} to {game.players - 1}")


@dataclass
class _Question:
    """One position to be analysed."""

    game: Game
    s: Any
    algorithm: Algorithm
    limit: Limit
    interpreted: bool
    position: str

    def answer(self, progress: Progress | None) -> Analysis:
        """Deepen until the answer is exact or a limit is reached; with a depth alone, search to that depth at once."""
        self._warm_up()
        started = time.perf_counter()
        watch = Count(self.limit.nodes)
        answer: Analysis | None = None
        with Clock(watch, self.limit.seconds):
            for depth in self._depths():
                try:
                    reports, exact = self._at_depth(depth, watch)
                except (Stopped, KeyboardInterrupt) as end:
                    return self._stopped(answer, end, watch, time.perf_counter() - started)
                shown = min(depth, watch.deepest)
                search = SearchReport(
                    self.algorithm.name, shown, watch.nodes, time.perf_counter() - started, 0, watch.cuts
                )
                answer = self._report(reports, exact, replace(search, stopped_by="solved" if exact else "depth"))
                if progress is not None:
                    progress(answer)
                if exact:
                    break
        assert answer is not None
        return answer

    def _warm_up(self) -> None:
        """Have everything compiled before the clock starts."""
        ask(self.algorithm, self.game, self.s, 0, Count(), self.interpreted)

    def of_the_end(self) -> Analysis:
        """The answer where the game is over."""
        values = tuple(float(self.game.utility(self.s, player)) for player in range(self.game.players))
        value = values if self.algorithm.vector else for_mover(self.game, self.s, values[0])
        search = SearchReport(self.algorithm.name, 0, 1, 0.0)
        words = f"the game is over: {value_text(value)}"
        return Analysis(self.game, self.s, self.position, self._player(), True, None, value, words, (), search)

    def _depths(self) -> range | list[int]:
        if self.limit.seconds is None and self.limit.nodes is None:
            return [self.limit.depth or DEEPEST]
        return range(1, (self.limit.depth or DEEPEST) + 1)

    def _at_depth(self, depth: int, watch: Count) -> tuple[list[MoveReport], bool]:
        """Every move's value to a depth, and whether all of it is exact."""
        guesses = watch.evaluated
        watch.enter(self.s, 0.0, 0.0)
        below = depth if self._player() == CHANCE else depth - 1
        values = [self._child(action, below, watch) for action in self.game.choices(self.s)]
        watch.leave(self.s, 0.0)
        exact = watch.evaluated == guesses
        return [self._move(action, value, below, exact, watch) for action, value in values], exact

    def _child(self, action: Any, below: int, watch: Count) -> tuple[Any, Any]:
        after = self.game.result(self.s, action)
        value = ask(self.algorithm, self.game, after, self._plies(below), watch, self.interpreted).value
        return action, value if self.algorithm.vector else for_mover(self.game, self.s, value)

    def _plies(self, below: int) -> int | None:
        return below if below < DEEPEST - 1 else None

    def _move(self, action: Any, value: Any, below: int, exact: bool, watch: Count) -> MoveReport:
        line = self._line(action, below, watch)
        words = words_for(self.game, self.s, value, exact)
        return MoveReport(self.game.action_text(self.s, action), action, value, words, 0.0, line)

    def _line(self, action: Any, below: int, watch: Count) -> tuple[str, ...]:
        """What best play is after a move; ends at a roll of the dice, and where finding out would cost too much."""
        game, s = self.game, self.s
        line = [game.action_text(s, action)]
        s = game.result(s, action)
        budget = max(watch.nodes, NODES_FOR_A_LINE)
        while below > 0 and len(line) < LONGEST_LINE and not game.is_terminal(s) and game.player(s) != CHANCE:
            spare = Count(budget, stop_with=watch)
            try:
                action = ask(self.algorithm, game, s, self._plies(below), spare, self.interpreted).action
            except Stopped:
                break
            budget -= spare.nodes
            line.append(game.action_text(s, action))
            s = game.result(s, action)
            below -= 1
        return tuple(line)

    def _report(self, moves: list[MoveReport], exact: bool, search: SearchReport) -> Analysis:
        player = self._player()
        if player == CHANCE:
            chances = dict(self.game.outcomes(self.s))
            value = self._expected(moves, chances)
            words = words_for(self.game, self.s, value, exact)
            return Analysis(self.game, self.s, self.position, player, exact, None, value, words, tuple(moves), search)
        own = [m.value[player] if self.algorithm.vector else m.value for m in moves]
        most = max(own)
        ranked = sorted(
            (replace(move, loss=most - worth) for move, worth in zip(moves, own, strict=True)),
            key=lambda move: move.loss,
        )
        best = ranked[0]
        made = Analysis(self.game, self.s, self.position, player, exact, best.move, best.value, best.words, (), search)
        return replace(made, moves=tuple(ranked))

    def _expected(self, moves: list[MoveReport], chances: dict[Any, float]) -> Any:
        if not self.algorithm.vector:
            return sum(chances[move.action] * move.value for move in moves)
        return tuple(sum(chances[m.action] * m.value[p] for m in moves) for p in range(self.game.players))

    def _stopped(self, answer: Analysis | None, end: BaseException, watch: Count, seconds: float) -> Analysis:
        """The deepest answer there is; without one, every move as it looks."""
        if isinstance(end, KeyboardInterrupt):
            why = "interrupted"
        else:
            why = "nodes" if watch.nodes == self.limit.nodes else "time"
        if answer is None:
            answer = self._at_a_glance()
        search = replace(answer.search, nodes=watch.nodes, seconds=seconds, cutoffs=watch.cuts, stopped_by=why)
        return replace(answer, search=search)

    def _at_a_glance(self) -> Analysis:
        reports, exact = self._at_depth(1, Count())
        return self._report(reports, exact, SearchReport(self.algorithm.name, 1, 0, 0.0))

    def _player(self) -> int:
        return mover(self.game, self.s)


def words_for(game: Game, s: Any, value: Any, exact: bool) -> str:
    """A value in words, for the player to move."""
    facts = game.facts
    if isinstance(value, tuple):
        return value_text(value)
    if exact and (own := game.words(s, value)):
        return own
    if exact and facts.players == 2 and not facts.chance:
        middle = facts.utility_sum / 2
        return "draws" if value == middle else "wins" if value > middle else "loses"
    if facts.utility_range == (0.0, 1.0):
        return f"wins {100 * value:.1f} %"
    return value_text(value) if facts.players == 1 else f"{value:+.2f}".replace("-", "−")


def value_text(value: Any) -> str:
    """A number, or a vector of numbers, as short as it can be said."""
    if isinstance(value, tuple):
        return "<" + ", ".join(value_text(item) for item in value) + ">"
    return f"{value:.6g}"


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _loss(loss: float) -> str:
    return "" if loss == 0 else f"{loss:.6g}"


def _did(search: SearchReport, exact: bool) -> str:
    """What the search did, in a line."""
    speed = f"{search.nodes_per_second:,} a second" if search.seconds > 0 else ""
    ended = {"solved": "exact", "depth": "depth reached", "time": "time is up", "nodes": "nodes are spent"}
    parts = [
        f"{search.algorithm}, depth {search.depth}",
        f"{search.nodes:,} nodes in {search.seconds:.3g} s{f' ({speed})' if speed else ''}",
        ended.get(search.stopped_by, search.stopped_by),
    ]
    return "; ".join(parts)
