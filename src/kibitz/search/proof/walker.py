"""An independent look at a proof: plain rules, no search, no table.

A proof that a player gets at least so much is right if it has one legal move wherever that player is to move, every
legal move wherever the opponent is, and every line ends with a finished game that is worth it, before positions have
come up so often that the game would be over by that.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from kibitz.errors import BadInput
from kibitz.game import Action, Game, State
from kibitz.game.repeating import allowed, counts_repetition, worth_repeated
from kibitz.search.proof.proof_tree import ProofTree

MOST_NODES = 1_000_000


class Flawed(BadInput):
    """A proof is not right."""


def verified(tree: ProofTree, history: tuple[int, ...] = (), most: int = MOST_NODES) -> int:
    """Walk a proof to all its ends, and count its nodes; `Flawed`, in a sentence, where it is not right.

    Where positions count however they came about, those that come up again are walked once. `most` is the most nodes
    that are walked: `Flawed` where the proof has more.
    """
    game, winner, goal = tree.game, tree.winner, tree.goal
    is_by_path = counts_repetition(game)
    path: list[Any] = list(history)
    done: set[Hashable] = set()
    count = 0
    waiting: list[tuple[ProofTree, bool]] = [(tree, False)]
    while waiting:
        node, is_left = waiting.pop()
        s = node.state
        if is_left:
            done.add(path.pop())
            continue
        if not is_by_path and _mark(game, s) in done:
            continue
        count += 1
        if count > most:
            raise Flawed(f"the proof has more than {most:,} nodes")
        if game.is_terminal(s):
            _judge(game, s, game.utility(s, winner), goal)
            continue
        _refuse_circles(game, s, path)
        if game.repetition_is_illegal and not allowed(game, s, path):
            share = worth_repeated(game, s)
            _judge(game, s, share if winner == 0 else game.at_stake(s) - share, goal)
            continue
        _compare(game, node, path)
        path.append(_mark(game, s))
        waiting.append((node, True))
        waiting.extend((branch, False) for branch in node.branches)
    return count


def _judge(game: Game, s: State, value: float, goal: float) -> None:
    if value < goal:
        raise _flaw(game, s, f"ends with {value:g}: expected {goal:g} or more")


def _mark(game: Game, s: State) -> Any:
    """What a position is known by: where repetitions count, by what recurs."""
    if counts_repetition(game):
        return int(game.recurrence(s))
    return s if isinstance(s, Hashable) else game.text(s)


def _refuse_circles(game: Game, s: State, path: list[Any]) -> None:
    """A line must come to its end: where the game counts repetitions, before they end it."""
    times = path.count(_mark(game, s)) + 1
    most = game.repetition_times if game.repetition is not None and not game.repetition_is_illegal else 2
    if times >= most:
        raise _flaw(game, s, f"has come up {times} times on one line")


def _compare(game: Game, node: ProofTree, path: list[Any]) -> None:
    """The moves of a node beside those that are legal."""
    s = node.state
    legal: list[Action] = allowed(game, s, path) if game.repetition_is_illegal else list(game.actions(s))
    given = [branch.action for branch in node.branches]
    is_winners = game.player(s) == node.winner
    if is_winners and (len(given) != 1 or given[0] not in legal):
        raise _flaw(game, s, f"has {len(given)} moves for who wins: expected a legal one")
    if not is_winners and sorted(map(repr, given)) != sorted(map(repr, legal)):
        raise _flaw(game, s, "does not have every reply")
    for branch in node.branches:
        if branch.state != game.result(s, branch.action):
            raise _flaw(game, s, f"leads to another position by {game.action_text(s, branch.action)}")


def _flaw(game: Game, s: State, what: str) -> Flawed:
    return Flawed(f"the proof at {game.text(s)!r} {what}")
