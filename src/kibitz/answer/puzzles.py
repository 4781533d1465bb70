"""Puzzles: positions in which one move alone is right, from a game that was played or from games made up for it.

One move is right where the judge would call every other one a mistake or a blunder. How deep the point lies is
measured: it is the least depth from which on every search sees that, so a puzzle of depth 1 is seen at a glance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any, NamedTuple
from urllib.parse import quote

from kibitz.answer.analyse import analyse_with
from kibitz.answer.analysis import Analysis, goes_by_depth
from kibitz.answer.certainty import DRAW, WIN, goes_by_swings, has_evaluation, share_of
from kibitz.answer.judged_ply import BLUNDER, MISTAKE
from kibitz.answer.options import Options
from kibitz.answer.positions import played
from kibitz.answer.review import judge
from kibitz.errors import BadInput
from kibitz.game import CHANCE, Action, Game, State
from kibitz.search.clock import Remote

USUAL_NODES = 100_000  # for each position
LOOKS = 12  # positions of one made-up game that are looked at
TOO_HARD = 3  # positions in a row without an answer, after which those before them are not tried
GAMES = 30  # made up for every puzzle that is wanted, before it is given up
LONGEST = 400  # plies of a made-up game
DEEPEST = 30  # plies to which the depth of a puzzle is measured
AT_RANDOM = 0.5  # share of the moves in a made-up game that are; the others are the best at first sight
MEGABYTES = 16.0
GOOD, BAD = 0.7, 0.3  # shares of the points: from which on a side stands to win, and to lose
WORTH_FINDING = 0.45  # the least share that a solution promises: one that only loses more slowly is no puzzle
LEVELS = ((3, "easy"), (6, "medium"), (10, "hard"))  # to which depth; beyond, very hard


@dataclass(frozen=True)
class Puzzle:
    """A position in which `solution` alone is right.

    `words` say what it leads to, `otherwise` what the best of the other moves does, both for the player to move.
    `depth` says how deep the point lies, in plies, and `exact` whether all of this is proven. `ply` and `played` tell
    which move of a game was played here, where the puzzle comes from one.
    """

    game: Game
    position: str
    player: int
    solution: str
    words: str
    otherwise: str
    line: tuple[str, ...]
    outcome: str | None
    depth: int
    exact: bool
    ply: int | None = None
    played: str | None = None

    @property
    def level(self) -> str:
        """How hard it is: `easy`, `medium`, `hard` or `very hard`, by its depth."""
        return next((name for most, name in LEVELS if self.depth <= most), "very hard")

    @property
    def task(self) -> str:
        """What is to be found, in a sentence."""
        aim = {WIN: " and win", DRAW: " and draw"}.get(self.outcome or "", ": one move alone is good")
        return f"{self.game.player_name(self.player)} to move{aim}."

    def link(self, parameters: dict[str, Any] | None = None) -> str:
        """The address of the puzzle below that of the page, in a game with these parameters."""
        given = {f"set.{name}": value for name, value in (parameters or {}).items()}
        fields = {"game": self.game.facts.name, **given, "position": self.position, "puzzle": str(self.depth)}
        return "#/play?" + "&".join(f"{name}={quote(str(value), safe='/:,@;$?')}" for name, value in fields.items())

    def json(self, parameters: dict[str, Any] | None = None) -> dict[str, Any]:
        """Plain data."""
        known = {name: value for name, value in vars(self).items() if name != "game"}
        told = {"line": list(self.line), "level": self.level, "task": self.task, "link": self.link(parameters)}
        return {"game": self.game.facts.name, **known, **told}


class _Look(NamedTuple):
    """The answer at a state, and those that were found on the way to it, depth by depth."""

    s: State
    answer: Analysis
    on_the_way: list[Analysis]


class Setter:
    """Finds puzzles of one game. `BadInput` at a game in which something is hidden: no one move is right for sure."""

    def __init__(
        self, game: Game, *, nodes: int = USUAL_NODES, interpreted: bool = False, remote: Remote | None = None
    ) -> None:
        if game.facts.hidden:
            raise BadInput(f"{game.facts.name!r} hides something from its players: no move is known to be the only one")
        self._game = game
        self._remote = remote or Remote()
        self._options = Options(nodes=nodes, megabytes=MEGABYTES, interpreted=interpreted, openings=False)

    def in_game(self, s: State, moves: Iterable[str]) -> Iterator[Puzzle]:
        """The puzzles of a game that was played from a state, in order."""
        for ply, made in enumerate(played(self._game, s, moves)[0], 1):
            if self._remote.stopped:
                return
            puzzle = self.at(made.s)
            if puzzle is not None:
                yield replace(puzzle, ply=ply, played=made.text)

    def made_up(
        self, count: int, seed: int = 0, *, s: State = None, progress: Callable[[int], None] | None = None
    ) -> Iterator[Puzzle]:
        """`count` puzzles from games made up from a state (the initial one by default), fewer where there are not many.

        The same seed gives the same ones. `progress` is called with the number of every game.
        """
        start = self._game.initial() if s is None else s
        given: set[str] = set()
        for number in range(GAMES * count):
            if len(given) >= count or self._remote.stopped:
                return
            if progress is not None:
                progress(number + 1)
            dice = Random(f"{seed} {number}")
            found = list(self._in_a_game(start, dice, given))
            if found:
                longest = max(len(look.answer.moves[0].line) for look in found)
                chosen = dice.choice([look for look in found if 2 * len(look.answer.moves[0].line) >= longest])
                puzzle = self._puzzle(chosen)
                given.add(puzzle.position)
                yield puzzle

    def _in_a_game(self, start: State, dice: Random, given: set[str]) -> Iterator[_Look]:
        """The positions with one right move in a made-up game: the last first, which are the easier ones to prove."""
        states = [s for s in self._walk(start, dice) if self._game.player(s) != CHANCE]
        if has_evaluation(self._game) and len(states) > LOOKS:
            states = [states[number] for number in sorted(dice.sample(range(len(states)), LOOKS))]
        unanswered = 0
        for s in states[::-1][: 2 * LOOKS]:
            if unanswered >= TOO_HARD or self._remote.stopped:
                return
            look = self._look(s)
            unanswered = unanswered + 1 if look.answer.undecided else 0
            if is_only_move(look.answer) and self._game.text(s) not in given:
                yield look

    def _walk(self, s: State, dice: Random) -> Iterator[State]:
        """The positions of a game in which nobody plays well."""
        for _ in range(LONGEST):
            if self._game.is_terminal(s):
                return
            yield s
            s = self._game.result(s, self._drawn(s, dice))

    def _drawn(self, s: State, dice: Random) -> Action:
        game = self._game
        if game.player(s) == CHANCE:
            outcomes, chances = zip(*game.outcomes(s), strict=True)
            return dice.choices(outcomes, chances)[0]
        actions = list(game.actions(s))
        dice.shuffle(actions)
        if dice.random() < AT_RANDOM or not has_evaluation(game):
            return actions[0]
        player = game.player(s)
        return max(actions[:LOOKS], key=lambda a: self._at_first_sight(game.result(s, a), player))

    def _at_first_sight(self, s: State, player: int) -> float:
        game = self._game
        return float(game.utility(s, player) if game.is_terminal(s) else game.evaluate(s, player))

    def at(self, s: State) -> Puzzle | None:
        """The puzzle that a state is; None where there is more than one good move, or too little is known."""
        if self._game.is_terminal(s) or self._game.player(s) == CHANCE:
            return None
        look = self._look(s)
        return self._puzzle(look) if is_only_move(look.answer) else None

    def _look(self, s: State) -> _Look:
        on_the_way: list[Analysis] = []
        answer = analyse_with(self._game, self._options, s, progress=on_the_way.append, remote=self._remote)
        return _Look(s, answer, on_the_way)

    def _puzzle(self, look: _Look) -> Puzzle:
        s, answer, _ = look
        best, second = answer.moves[0], answer.moves[1]
        return Puzzle(
            self._game,
            self._game.text(s),
            answer.player,
            best.move,
            best.words,
            second.words,
            best.line,
            answer.outcome,
            self._depth(look),
            answer.exact,
        )

    def _depth(self, look: _Look) -> int:
        """The least depth from which on the solution is seen: as a win, or as the only move that does not lose.

        Where values are guesses, which go up and down with every ply, it is enough that it is seen to be the best.
        """
        s, answer, on_the_way = look
        best = answer.moves[0].move
        if not goes_by_depth(answer.search):
            return max(1, len(answer.moves[0].line))
        if has_evaluation(self._game):
            blind = [found.search.depth for found in on_the_way if found.best != best]
            return max(blind, default=0) + 1
        last = 0
        for depth in range(1, min(DEEPEST, max(1, answer.search.depth)) + 1):
            found = analyse_with(self._game, replace(self._options, depth=depth), s, remote=self._remote)
            if found.search.stopped_by == "nodes" or self._remote.stopped:
                break
            is_seen = found.outcome == WIN if answer.outcome == WIN else is_only_move(found)
            if found.best != best or not is_seen:
                last = depth
            if found.exact:
                break
        return last + 1


def is_only_move(answer: Analysis) -> bool:
    """Is the best move worth finding, and would every other one be a mistake, or worse?

    Where values are guesses at who will win, the others must also change who stands to: a slower win is no mistake.
    """
    if len(answer.moves) < 2 or answer.best is None or answer.moves[0].move != answer.best:
        return False
    best, *others = answer.moves
    shares = [share_of(answer.game, answer.state, move.value, move.outcome) for move in (best, others[0])]
    if answer.game.players == 2 and shares[0] is not None and shares[0] < WORTH_FINDING:
        return False
    if goes_by_swings(answer.game) and _stands(shares[0]) == _stands(shares[1]):
        return False
    return all(judge(answer, move) in (MISTAKE, BLUNDER) for move in others)


def _stands(share: float | None) -> int:
    return 0 if share is None else (share >= GOOD) - (share < BAD)
