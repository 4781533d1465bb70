"""Games that the selective search plays against itself, from openings made at random, all of it compiled.

A game depends on its number, the seed and the evaluations alone: the table is empty at its beginning, and a search ends
at a depth or after a number of nodes, never by the clock.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

from kibitz.game import Game, State
from kibitz.learn.luck import drawn
from kibitz.learn.records import Record
from kibitz.lookup.transposition import GOLDEN
from kibitz.native import Native, jit
from kibitz.native.bits import mix, multiply
from kibitz.native.execution import run
from kibitz.native.packing import unpack
from kibitz.search.diagnosis import in_words
from kibitz.search.selective import selective_desk as word
from kibitz.search.selective.delve import delve, set_out
from kibitz.search.selective.selective_engine import SelectiveEngine
from kibitz.search.stack import with_room

STRAYS, PLIES, CHOSEN = range(3)  # the words of a score sheet: random actions, all actions, the place of the last one
DEPTH, NODES, OPENING, LONGEST = range(3, 7)  # and the terms of the game
MEGABYTES = 8.0  # of each player's table: the searches are short
DECIDED = 4  # plies in a row after which a game with a clear lead is over
DECISIVE = 10.0  # swings that make a clear lead
NEAR_WIN = 1_000  # plies: a value so near to the best one is a win that has been found
ASPIRING_DEPTH = 4
ASPIRATION = 0.3  # swings
ATTEMPTS = 100  # at an opening after which the game is not over


@dataclass(frozen=True)
class Terms:
    """How games are played: each search `depth` plies deep, 0 for any depth, or until it has had `nodes` nodes.

    The first `opening` actions are made at random, and in every second game one more: so that either side may find what
    they left hanging. A game of `longest` plies is drawn.
    """

    depth: int = 4
    nodes: int = 0
    opening: int = 8
    longest: int = 400


class ScoreSheet(Native):
    """A game as it is played: the actions by their places among the legal ones, and how it ends."""

    bare = ("words", "actions", "worth", "luck")

    def __init__(self, terms: Terms, *, is_match: bool) -> None:
        import numpy as np

        self.is_match = is_match  # do two evaluations play each other?
        self.words = np.zeros(8, np.int64)
        self.words[DEPTH], self.words[NODES] = terms.depth or 64, terms.nodes
        self.words[OPENING], self.words[LONGEST] = terms.opening, max(terms.longest, terms.opening + 2)
        self.actions = np.zeros(max(terms.longest, terms.opening + 2) + 1, np.int64)
        self.worth = np.zeros(1, np.float64)  # player 0's share of what there is to win
        self.luck = np.zeros(2, np.int64)


class Seat(Native):
    """What one evaluation plays with: the table and the desk of its search."""

    def __init__(self, game: Game) -> None:
        engine = SelectiveEngine(game, megabytes=MEGABYTES)
        self.table = engine.table
        self.desk = engine.desks[0]

    def begin(self) -> None:
        """A new game: nothing is known."""
        self.table.clear()
        self.desk.begin()


@jit
def after_place(game: Game, s: State, place: int) -> Any:
    """The state after the action at a place among the legal ones."""
    for a in game.actions(s):
        if place == 0:
            return game.result(s, a)
        place -= 1
    return s


@jit
def play_one(game: Game, s: State, rival: Game, t: State, first: Any, second: Any, sheet: Any) -> int:
    """Play a game, and note it on the sheet; returns 1, or 0 where it was over before its opening was.

    `game` plays first with its state s, its table and its desk (`first`), `rival` second with its own.
    """
    words = sheet.words
    plies = 0
    while plies < words[OPENING]:
        number = 0
        for _ in game.actions(s):
            number += 1
        place = int(drawn(sheet.luck) * number)
        note_key(game, s, plies, first)
        if sheet.is_match:
            note_key(game, s, plies, second)
            t = after_place(rival, t, place)
        s = after_place(game, s, place)
        sheet.actions[plies] = place
        plies += 1
        if game.is_terminal(s):
            return 0
    words[STRAYS] = plies
    clear = 0
    while True:
        mover = game.player(s)
        if sheet.is_match and mover == 1:
            value = choose(rival, t, plies, sheet, second)
        else:
            value = choose(game, s, plies, sheet, first)
        clear = counted(game, clear, value if mover == 0 else game.utility_sum - value)
        if clear >= DECIDED or clear <= -DECIDED or plies >= words[LONGEST]:
            sheet.worth[0] = 1.0 if clear >= DECIDED else 0.0 if clear <= -DECIDED else 0.5
            break
        place = words[CHOSEN]
        note_key(game, s, plies, first)
        if sheet.is_match:
            note_key(game, s, plies, second)
            t = after_place(rival, t, place)
        s = after_place(game, s, place)
        sheet.actions[plies] = place
        plies += 1
        if game.is_terminal(s):
            sheet.worth[0] = share(game, game.utility(s, 0) + 0.0)
            break
        if desk_repeats(game, s, plies, first):
            sheet.worth[0] = share(game, unpack(first.desk.words, word.REPETITION, 0.0))
            break
    words[PLIES] = plies
    return 1


@jit
def note_key(game: Game, s: State, plies: int, player: Any) -> None:
    """Tell a player which position the game has gone through."""
    player.desk.words[word.PATH_AT + plies] = game.recurrence(s)


@jit
def desk_repeats(game: Game, s: State, plies: int, player: Any) -> bool:
    """Has a position come up so often that the game is over?"""
    if not player.desk.repeats or game.repetition_is_illegal:
        return False
    number = game.recurrence(s)
    times = 1
    for place in range(plies):
        if player.desk.words[word.PATH_AT + place] == number:
            times += 1
    return times >= game.repetition_times


@jit
def choose(game: Game, s: State, plies: int, sheet: Any, player: Any) -> float:
    """What a player holds a state to be worth for whoever is to move; the place of its action is noted."""
    desk, table = player.desk, player.table
    words = desk.words
    side = game.player(s)
    began = words[word.NODES]
    table.grow_old()
    words[word.BASE] = plies
    words[word.ROOT_RANKED] = 0
    centre = game.at_stake(s) / 2.0
    value = 0.0
    best = 0
    for depth in range(1, sheet.words[DEPTH] + 1):
        margin = ASPIRATION * game.swing if depth >= ASPIRING_DEPTH and game.swing > 0.0 else inf
        found = ask(game, s, side, depth, value - margin, value + margin, table, desk)
        if found <= value - margin or found >= value + margin:
            found = ask(game, s, side, depth, -inf, inf, table, desk)
        value = found
        if words[word.ROOT_BEST] != 0:
            best = words[word.ROOT_BEST] - 1
        if sheet.words[NODES] > 0 and words[word.NODES] - began >= sheet.words[NODES]:
            break
    sheet.words[CHOSEN] = place_of(game, s, best)
    return value + centre


@jit
def ask(game: Game, s: State, side: int, depth: int, alpha: float, beta: float, table: Any, desk: Any) -> float:
    """The value of a state to a depth, as `SelectiveEngine` asks for it."""
    set_out(desk.words, depth)
    return delve(game, s, side, depth, alpha, beta, 0, word.STACK_AT, table, desk)


@jit
def place_of(game: Game, s: State, number: int) -> int:
    """The place among the actions of the candidate of this number."""
    for a in game.candidates(s):
        if number == 0:
            return place_among(game, s, a)
        number -= 1
    return 0


@jit
def place_among(game: Game, s: State, a: Any) -> int:
    """The place of an action among the legal ones."""
    place = 0
    for other in game.actions(s):
        if other == a:
            break
        place += 1
    return place


@jit
def counted(game: Game, clear: int, value: float) -> int:
    """For how many plies in a row one side has had a clear lead: above 0 for the first player."""
    low, high = game.utility_range
    enough = DECISIVE * game.swing
    if game.haste > 0.0 and high - NEAR_WIN * game.haste > enough:
        if value >= high - NEAR_WIN * game.haste:
            return DECIDED
        if value <= low + NEAR_WIN * game.haste:
            return -DECIDED
    lead = value - game.utility_sum / 2.0
    if enough <= 0.0 or abs(lead) < enough:
        return 0
    sign = 1 if lead > 0.0 else -1
    return clear + sign if clear * sign > 0 else sign


@jit
def share(game: Game, worth: float) -> float:
    """What player 0 has of all there is to win, from 0 to 1, by its utility."""
    low, high = game.utility_range
    if low < high and high - low < inf:
        return max(0.0, min(1.0, (worth - low) / (high - low)))
    lead = worth - game.utility_sum / 2.0
    return 0.5 if lead == 0.0 else 1.0 if lead > 0.0 else 0.0


class EngineGames:
    """Games of one evaluation with itself, or of two with each other: the first one begins in even games.

    Two evaluations are two games with states of their own: a state may carry along what its evaluation makes of it.
    """

    def __init__(self, games: tuple[Game, Game], seed: int, terms: Terms, *, interpreted: bool = False) -> None:
        self.games = games
        self.is_match = games[0] is not games[1]
        self.seed = seed
        self.terms = terms
        self.interpreted = interpreted
        self._seats = [Seat(game) for game in games[: 1 + self.is_match]]

    def twin(self) -> EngineGames:
        """The same with tables of its own, for another thread."""
        return EngineGames(self.games, self.seed, self.terms, interpreted=self.interpreted)

    def stop(self) -> None:
        """End the game that is being played, from any thread."""
        for seat in self._seats:
            seat.desk.words[word.STOP] = 1

    def play(self, number: int, opening: int) -> Record:
        """The game of this number, from the opening of that number; raises `Stopped` where it was told to stop."""
        order = (1, 0) if self.is_match and number % 2 else (0, len(self._seats) - 1)
        first, second = (self.games[at] for at in order)
        seats = [self._seats[at] for at in order]
        sheet = ScoreSheet(self.terms, is_match=self.is_match)

        def search() -> int:
            for seat in self._seats:
                seat.begin()
            given = (first, first.initial(), second, second.initial(), *seats, sheet)
            return int(run(play_one, *given, interpreted=self.interpreted))

        for attempt in range(ATTEMPTS):
            sheet.luck[:] = luck_of(self.seed, opening, attempt), 0
            sheet.words[OPENING] = self.terms.opening + (opening % 2 if self.terms.opening else 0)
            with in_words(first, first.initial()):
                if with_room(first, [seat.desk for seat in self._seats], search):
                    break
        plies = int(sheet.words[PLIES])
        return Record(int(sheet.words[STRAYS]), tuple(sheet.actions[:plies].tolist()), float(sheet.worth[0]))


def luck_of(seed: int, opening: int, attempt: int) -> int:
    """The seed of the random actions of an opening."""
    return mix(mix(mix(seed) ^ multiply(opening + 1, GOLDEN)) ^ multiply(attempt + 1, GOLDEN))
