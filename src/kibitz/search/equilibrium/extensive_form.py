"""The extensive form of a game, written as an `.efg` file, which Gambit and other programs of game theory read.

Every position that can be reached is a node of the tree, as often as there are ways to it. Where something is hidden,
nodes that look alike to the player to move (`view`) are one information set; what the player has known and done before
is remembered for it, so that the form always has perfect recall. Where nothing is hidden, every node is a set of its
own. A position that ends the game because it has come up too often is an end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from kibitz.errors import BadInput, DoesNotFit
from kibitz.game import CHANCE, Action, Game, State
from kibitz.game.given import state_of
from kibitz.game.malformed import answers_the_questions
from kibitz.game.repeating import allowed, counts_repetition, is_repeated_out, keys_of, worth_repeated
from kibitz.game.shown import where
from kibitz.game.written import written
from kibitz.search.diagnosis import in_words, stuck
from kibitz.search.soundness import certain, sound

MOST_NODES = 200_000  # about as many as Gambit reads in a few seconds
SIMPLEST = 1_000_000  # a probability or a payoff is written as a fraction where one with a lower denominator is as near
NEAR = 1e-12


@dataclass(frozen=True)
class ExtensiveForm:
    """A game tree as the text of an `.efg` file, and how large it is: `nodes`, ends included, and `sets` of nodes."""

    text: str
    nodes: int
    sets: int


@dataclass
class _Sets:
    """The information sets found so far: numbers of their own for each player, and for chance."""

    by_key: dict[tuple[int, str, int], tuple[int, str, tuple[str, ...]]] = field(default_factory=dict)
    labels: set[tuple[int, str]] = field(default_factory=set)
    counts: dict[int, int] = field(default_factory=dict)
    sequences: dict[tuple[int, int, int], int] = field(default_factory=dict)

    def next_number(self, player: int) -> int:
        """A number for a new set of this player."""
        self.counts[player] = self.counts.get(player, 0) + 1
        return self.counts[player]

    def label(self, player: int, text: str) -> str:
        """A label that no other set of this player has."""
        label, again = text, 1
        while (player, label) in self.labels:
            again += 1
            label = f"{text} #{again}"
        self.labels.add((player, label))
        return label

    def sequence(self, player: int, number: int, choice: int) -> int:
        """The number of what a player has done, once it takes this choice in the set of this number."""
        return self.sequences.setdefault((player, number, choice), len(self.sequences) + 1)


def extensive_form(game: Game, s: State = None, *, most_nodes: int = MOST_NODES) -> ExtensiveForm:
    """The extensive form of a game from a state on (the initial one by default).

    `DoesNotFit` where the tree has more than `most_nodes` nodes.
    """
    answers_the_questions(game)
    s = state_of(game, s)
    names = " ".join(_quoted(f"Player {player + 1}") for player in range(game.players))
    head = [f"EFG 2 R {_quoted(game.facts.title)} {{ {names} }}", _quoted(f"{game.facts.name}: {game.text(s)}"), ""]
    sets = _Sets()
    lines: list[str] = []
    with in_words(game, s):
        for line in _nodes(game, s, sets):
            lines.append(line)
            if len(lines) > most_nodes:
                raise DoesNotFit(
                    f"the tree of {game.facts.name!r} from {where(game, s)} has more than {most_nodes:,} nodes: begin"
                    " at a later position, choose a smaller game, or allow more nodes"
                )
    text = "\n".join([*head, *lines]) + "\n"
    return ExtensiveForm(text, len(lines), sum(count for player, count in sets.counts.items() if player != CHANCE))


def _nodes(game: Game, root: State, sets: _Sets) -> Iterator[str]:
    """The lines of the nodes, each before those below it."""
    outcomes: dict[tuple[str, ...], int] = {}
    waiting: list[tuple[State, tuple[int, ...], tuple[int, ...]]] = [(root, (0,) * game.players, ())]
    repeats = counts_repetition(game)
    while waiting:
        s, done, before = waiting.pop()
        is_over = game.is_terminal(s)
        if is_over or (repeats and is_repeated_out(game, s, before)):
            worth = tuple(map(_payoff, _utilities(game, s, is_over)))
            number = outcomes.setdefault(worth, len(outcomes) + 1)
            yield f't "" {number} "" {{ {", ".join(worth)} }}'
            continue
        after = (*before, *keys_of(game, [s])) if repeats else ()
        player = game.player(s)
        if player == CHANCE:
            line, below = _chance_node(game, s, sets)
            waiting.extend((t, done, after) for t in reversed(below))
            yield line
            continue
        number, choices, line = _player_node(game, s, player, done[player], before, sets)
        yield line
        for choice, a in reversed([*enumerate(choices)]):
            own = (*done[:player], sets.sequence(player, number, choice), *done[player + 1 :])
            waiting.append((game.result(s, a), own, after))


def _chance_node(game: Game, s: State, sets: _Sets) -> tuple[str, list[State]]:
    """The line of a node of chance, and the states below it; outcomes that never fall are left out."""
    falls = [(a, float(chance)) for a, chance in game.outcomes(s) if chance > 0.0]
    if not falls:
        raise stuck(game, s)
    certain(sum(chance for _, chance in falls))
    chances = probabilities([chance for _, chance in falls])
    labels = _distinct(game.action_text(s, a) for a, _ in falls)
    listed = " ".join(f"{_quoted(label)} {chance}" for label, chance in zip(labels, chances, strict=True))
    line = f'c "" {sets.next_number(CHANCE)} "" {{ {listed} }} 0'
    return line, [game.result(s, a) for a, _ in falls]


def _player_node(
    game: Game, s: State, player: int, done: int, before: Sequence[int], sets: _Sets
) -> tuple[int, list[Action], str]:
    """The number of a node's information set, its actions, and its line."""
    choices = allowed(game, s, before)
    if not choices:
        raise stuck(game, s)
    labels = tuple(_distinct(game.action_text(s, a) for a in choices))
    seen = written(game.view(s, player)) if game.facts.hidden else str(game.text(s))
    key = (player, seen, done) if game.facts.hidden else None
    found = sets.by_key.get(key) if key else None
    if found is None:
        found = sets.next_number(player), sets.label(player, seen), labels
        if key:
            sets.by_key[key] = found
    number, label, actions = found
    if actions != labels:
        raise BadInput(
            f"player {player + 1} of {game.facts.name!r} cannot tell {where(game, s)} from a position with other"
            f" actions: {', '.join(labels)} here, {', '.join(actions)} there; view() must tell them apart"
        )
    listed = " ".join(map(_quoted, labels))
    return number, choices, f'p "" {player + 1} {number} {_quoted(label)} {{ {listed} }} 0'


def _utilities(game: Game, s: State, is_over: bool) -> list[float]:
    """What an end is worth to each player."""
    first = float(game.utility(s, 0)) if is_over else worth_repeated(game, s)
    opposed = game.players == 2 and game.facts.zero_sum
    shares = [first]
    for player in range(1, game.players):
        if opposed:  # the second of two has what the first leaves
            shares.append(float(game.utility_sum) - first)
        else:
            shares.append(float(game.utility(s, player)) if is_over else first)
    return [sound(share) for share in shares]


# ------------------------------------------------------------ numbers and names


def probabilities(chances: Sequence[float]) -> list[str]:
    """Probabilities as fractions that sum to exactly 1, simple ones where they are as near as a float can tell."""
    simple = [Fraction(chance).limit_denominator(SIMPLEST) for chance in chances]
    near = all(abs(float(found) - chance) <= NEAR for found, chance in zip(simple, chances, strict=True))
    if not near or sum(simple) != 1:
        exact = [Fraction(chance) for chance in chances]
        simple = [chance / sum(exact) for chance in exact]
    return [str(chance) for chance in simple]


def _payoff(value: float) -> str:
    """A payoff as a whole number, a fraction or a decimal number, whichever is the first to be the same float."""
    simple = Fraction(value).limit_denominator(SIMPLEST)
    return str(simple) if float(simple) == value else repr(value)


def _distinct(texts: Iterable[str]) -> list[str]:
    """Names that are all different: the later of equal ones are numbered."""
    seen: dict[str, int] = {}
    found = []
    for text in texts:
        seen[text] = seen.get(text, 0) + 1
        found.append(text if seen[text] == 1 else f"{text} #{seen[text]}")
    return found


def _quoted(text: str) -> str:
    """A text in quotes, on one line."""
    return '"' + " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"') + '"'
