"""Where the games of a match begin: an opening depends on the seed and its number alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from kibitz.errors import BadInput
from kibitz.game import Action, Game, State, answers
from kibitz.game.repeating import allowed, keys_of

VARIETY = 20_000  # random lines from which openings are drawn, at least, where a game has as many
SHARE_OF_GAME = 0.25  # of a game at random, for random plies at most
LOOKED_AHEAD = 200  # plies of a game at random
ATTEMPTS = 50  # at an opening that is new, and in which the game is not over
ROUNDS_OF_DEALING = 3


class Opening(NamedTuple):
    """A position, empty for the initial one, and moves from there, in the game's own notation."""

    position: str = ""
    moves: tuple[str, ...] = ()

    def begun(self, game: Game) -> tuple[State, list[Action]]:
        """The state to begin at, and the actions of the opening; `BadInput` where the game knows them not."""
        s = game.parse(self.position) if self.position else game.initial()
        start, actions = s, []
        for move in self.moves:
            actions.append(game.parse_action(s, move))
            s = game.result(s, actions[-1])
        return start, actions

    def reached(self, game: Game) -> State:
        """The state after the opening."""
        s, actions = self.begun(game)
        for a in actions:
            s = game.result(s, a)
        return s


class Openings:
    """The openings of a match, one after the other."""

    def __init__(self, game: Game, seed: int, *, plies: int = 0, listed: tuple[Opening, ...] = ()) -> None:
        """`plies` random ones from the initial position, or those that are `listed`, again and again."""
        self._game = game
        self._seed = seed
        self._plies = plies
        self._listed = listed
        self._made: list[Opening] = []
        self._seen: set[int] = set()

    def __getitem__(self, number: int) -> Opening:
        if self._listed:
            return self._listed[number % len(self._listed)]
        while len(self._made) <= number:  # in their order, so that none comes twice
            self._made.append(self._next(len(self._made)))
        return self._made[number]

    def _next(self, number: int) -> Opening:
        game, found = self._game, Opening()
        for attempt in range(ATTEMPTS):
            luck = Random(f"{self._seed}/{number}/{attempt}/opening")
            start = dealt(game, luck)
            position = "" if start == game.initial() else game.text(start)
            moves, s = random_moves(game, start, self._plies, luck)
            if game.is_terminal(s) or len(moves) < self._plies:
                continue
            found = Opening(position, tuple(moves))
            if not self._plies or int(game.key(s)) not in self._seen:
                self._seen.add(int(game.key(s)))
                break
        return found


def random_moves(game: Game, s: State, plies: int, luck: Random) -> tuple[list[str], State]:
    """Moves at random, fewer where the game is over before, and the state they lead to."""
    states, moves = [s], list[str]()
    while len(moves) < plies and not game.is_terminal(states[-1]):
        s = states[-1]
        legal = allowed(game, s, keys_of(game, states[:-1]))
        if not legal:
            break
        a = luck.choice(legal)
        moves.append(game.action_text(s, a))
        states.append(game.result(s, a))
    return moves, states[-1]


def dealt(game: Game, luck: Random) -> State:
    """The initial state; where cards are hidden and chance does not deal them, with other cards.

    Every seat in turn keeps what it sees, and the rest is dealt anew: after some rounds nothing is left of the first.
    """
    s = game.initial()
    facts = game.facts
    if not facts.hidden or facts.chance or not (answers(game, "deal") or answers(game, "deals")):
        return s
    for _ in range(ROUNDS_OF_DEALING):
        for player in range(game.players):
            s = next((other for other in _deals(game, s, player, luck) if _is_written(game, other)), s)
    return s


def _deals(game: Game, s: State, player: int, luck: Random) -> Iterator[State]:
    """Some states that look to a player as this one does."""
    for _ in range(ATTEMPTS):
        yield game.deal(game.view(s, player), luck)


def _is_written(game: Game, s: State) -> bool:
    """Can a state be read from what is written of it? A deal by which nobody could have moved so cannot."""
    try:
        return bool(game.parse(game.text(s)) == s)
    except BadInput:
        return False


def usual_plies(game: Game, *, is_varied: bool) -> int:
    """How many random plies make openings enough; none where chance, cards or a player at random vary the games."""
    if is_varied or game.facts.chance or game.facts.hidden or game.players == 1:
        return 0
    luck = Random(0)
    s, lines, enough, length = game.initial(), 1, 0, 0
    while length < LOOKED_AHEAD and not game.is_terminal(s):
        legal = list(game.actions(s))
        if lines < VARIETY:
            lines *= len(legal)
            enough += 1
        s = game.result(s, luck.choice(legal))
        length += 1
    return max(1, min(enough, int(SHARE_OF_GAME * length))) if length > 1 else 0


def read_openings(game: Game, path: str) -> tuple[Opening, ...]:
    """The openings of a file, one a line: a position, or moves from the initial one. `BadInput` where one is neither.

    What an EPD says behind its position is left out, and so are empty lines and those that begin with #.
    """
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise BadInput(f"{path!r} cannot be read: {why}") from None
    found = tuple(_read(game, path, lines))
    if not found:
        raise BadInput(f"{path!r} holds no opening: expected a position or moves on each line")
    return found


def _read(game: Game, path: str, lines: list[str]) -> Iterator[Opening]:
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        opening = next(filter(None, (_meant(game, each) for each in _ways_to_read(text))), None)
        if opening is None:
            wanted = "expected a position, or moves from the initial one"
            raise BadInput(f"{path!r}, line {number}: {text!r} is not an opening of {game.facts.name!r}; {wanted}")
        if game.is_terminal(opening.reached(game)):
            raise BadInput(f"{path!r}, line {number}: the game is over at {text!r}")
        yield opening


def _ways_to_read(text: str) -> Iterator[Opening]:
    """What a line may mean: a position, moves, or a position with the operations of an EPD behind it."""
    yield Opening(text)
    yield Opening("", tuple(text.split()))
    words = text.partition(";")[0].split()
    if ";" in text:
        for number in range(len(words) - 1, 0, -1):
            yield Opening(" ".join(words[:number]))


def _meant(game: Game, opening: Opening) -> Opening | None:
    """The opening, if the game understands it."""
    try:
        opening.begun(game)
    except BadInput:
        return None
    return opening
