"""Chess."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from kibitz.draw.picture import Picture
from kibitz.errors import BadInput
from kibitz.evaluation.weights import put_into
from kibitz.game import Game
from kibitz.game.threats import Threat
from kibitz.games.chess import checking, evaluation, exchange, making, notation, picture, places, san, threatening
from kibitz.games.chess.board import (
    LAST_RANKS,
    LIGHT,
    QUEEN,
    State,
    bishops,
    clock,
    kings,
    knights,
    mover,
    occupied,
    occupied_by,
    origin_of,
    pawns,
    piece_at,
    promotion_of,
    queens,
    rooks,
    taken_by,
    target_of,
)
from kibitz.games.chess.evaluation import weights_of
from kibitz.games.chess.magics import tables
from kibitz.games.chess.moves import (
    GROUPS,
    NEXT_PROMOTION,
    PAWNS,
    group_of,
    has_move,
    noisy_group_of,
    noisy_scene,
    scene,
    targets,
)
from kibitz.native.bits import count, lowest, without_lowest
from kibitz.native.override import override

__all__ = ["Chess", "State"]

WIN = 30_000
FIFTY_MOVES = 100  # plies


class Chess(Game):
    """Checkmate the other king.

    Values are hundredths of a pawn, and a win is 30,000. The game is drawn at once, without anybody's claim, by the
    third time a position comes up, after fifty moves of both sides without a capture or a move of a pawn (unless the
    last of them mates), by stalemate, and where neither side has what it takes to mate.

    A move is a number: the squares it goes from and to, six bits each, and the kind of piece a pawn becomes.
    """

    title = "Chess"
    notation = "FEN"
    whole = True
    utility_range = (-float(WIN), float(WIN))
    guesses_within = True
    guesses_are_whole = True
    unit = 100.0
    swing = 100.0
    haste = 1.0
    repetition = 0.0
    repetition_times = 3
    feature_count = evaluation.FEATURES
    uncounted = ("draws",)

    bare = ("_tables",)

    def __init__(self, draws: bool = True, evaluation: str = "learned") -> None:
        """`draws`: is the game drawn after fifty moves, and where nobody can mate?

        `evaluation`: `learned` weights, those of the `textbook`, or plain `material`: 1, 3, 3, 5, 9.
        """
        self.draws = bool(draws)
        self.evaluation = evaluation
        self._tables = tables()
        weights = weights_of(evaluation)
        put_into(self, weights)
        self.weigh(weights.values)

    @override
    @classmethod
    def values_of(cls, parameter: str) -> tuple[str, ...]:
        return evaluation.EVALUATIONS if parameter == "evaluation" else ()

    # ------------------------------------------------------------ rules

    @override
    def initial(self) -> State:
        return self._start[0]

    @override
    def player(self, s: State) -> int:
        return mover(s)

    @override
    def actions(self, s: State) -> Iterator[int]:
        if self.is_over_early(s):
            return
        here = scene(self._tables, s)
        for group in range(GROUPS):
            pieces = group_of(s, here, group)
            while pieces:
                origin = lowest(pieces)
                pieces = without_lowest(pieces)
                left = targets(self._tables, s, here, group, origin)
                while left:
                    target = lowest(left)
                    left = without_lowest(left)
                    a = origin | target << 6
                    promotion = QUEEN if group == PAWNS and LAST_RANKS >> target & 1 else 0
                    while True:
                        yield a | promotion << 12
                        promotion = NEXT_PROMOTION >> 4 * promotion & 15
                        if promotion == 0:
                            break

    @override
    def result(self, s: State, a: int) -> State:
        return making.after(self, self._tables, s, a)

    @override
    def is_terminal(self, s: State) -> bool:
        return self.is_over_early(s) or not has_move(self._tables, s)

    @override
    def utility(self, s: State, player: int) -> float:
        if s.checks == 0 or self.is_over_early(s):
            return 0.0
        return float(-WIN) if player == mover(s) else float(WIN)

    @override
    def is_over_early(self, s: State) -> bool:
        """Is this a draw by fifty moves, or because nobody can mate?"""
        if not self.draws:
            return False
        if clock(s) >= FIFTY_MOVES and (s.checks == 0 or has_move(self._tables, s)):
            return True
        if pawns(s) | rooks(s) | queens(s):
            return False
        if knights(s):
            return count(occupied(s)) <= 3
        return bishops(s) & LIGHT == 0 or bishops(s) & ~LIGHT == 0

    @override
    def goes_on(self, s: State) -> bool:
        return clock(s) + 1 < FIFTY_MOVES and checking.surely_goes_on(self._tables, s)

    @override
    def key(self, s: State) -> int:
        """A hash of the pieces, the mover, the rights to castle, and the square on which a pawn may be taken."""
        return s.key

    @override
    def reversible(self, s: State) -> int:
        return clock(s)

    # ------------------------------------------------------------ what helps the search

    @override
    def evaluate(self, s: State, player: int) -> float:
        guess = float(evaluation.evaluate(self, s))
        return guess if player == 0 else -guess

    @override
    def weigh(self, weights: Any) -> None:
        """A state is of the weights it was made with: see `evaluation`."""
        self.learned_sum = evaluation.Summing(evaluation.words_of(weights))
        self.learned_list = evaluation.Listing()
        self.learned_plain = evaluation.is_plain(weights)
        # Asked before every search. In a list, it is not part of the machine code, which serves all weights.
        self._start = [notation.read_fen(self, self._tables, notation.START)]

    @override
    def features(self, s: State) -> Iterator[tuple[int, float]]:
        """The terms of the evaluation, seen by White."""
        return evaluation.features(self, s)

    @override
    def is_quiet(self, s: State) -> bool:
        """Nobody may stand pat in check."""
        return s.checks == 0

    @override
    def is_noisy(self, s: State, a: int) -> bool:
        """Captures, and pawns that become queens."""
        return taken_by(s, a) != 0 or promotion_of(a) == QUEEN

    @override
    def noisy_actions(self, s: State) -> Iterator[int]:
        """Captures, and pawns that become queens; of a capture that promotes, only with a queen."""
        if self.is_over_early(s):
            return
        here = noisy_scene(self._tables, s)
        for group in range(GROUPS):
            pieces = noisy_group_of(s, here, group)
            while pieces:
                origin = lowest(pieces)
                pieces = without_lowest(pieces)
                left = targets(self._tables, s, here, group, origin)
                if group != PAWNS:
                    left &= here.pieces
                while left:
                    target = lowest(left)
                    left = without_lowest(left)
                    promotion = QUEEN if group == PAWNS and LAST_RANKS >> target & 1 else 0
                    yield origin | target << 6 | promotion << 12

    @override
    def passed(self, s: State) -> Iterator[State]:
        """Nothing is done: never in check, nor with only pawns, where having to move is often what loses."""
        if s.checks == 0 and occupied_by(s, mover(s)) & ~(pawns(s) | kings(s)):
            yield making.after_passing(self._tables, s)

    @override
    def is_reducible(self, s: State, a: int) -> bool:
        """A quiet move that is no answer to a check."""
        return s.checks == 0 and promotion_of(a) == 0 and taken_by(s, a) == 0

    @override
    def order(self, s: State, a: int) -> float:
        """The most valuable piece is taken first, by the least valuable one; moves that take nothing are 0."""
        gained = exchange.gained(s, a)
        if gained == 0:
            return 0.0
        return float(16 * gained - exchange.worth(piece_at(s, origin_of(a)) & 7) // 100)

    @override
    def gain(self, s: State, a: int) -> float:
        return float(exchange.gained(s, a))

    @override
    def exchange(self, s: State, a: int) -> float:
        return float(exchange.exchange(self._tables, s, a))

    @override
    def action_kind(self, s: State, a: int) -> int:
        """The piece that moves, and where it goes."""
        return 64 * piece_at(s, origin_of(a)) + target_of(a)

    # ------------------------------------------------------------ endgame tables

    @override
    def section(self, s: State) -> int:
        """By what both sides have, whichever is White; none where castling or taking in passing is possible."""
        return places.section_of(s)

    @override
    def place(self, s: State) -> int:
        return places.place_of(self._tables, s)

    @override
    def is_swapped(self, s: State) -> bool:
        return places.is_swapped(s)

    @override
    def section_size(self, section: int) -> int:
        return places.size_of(section)

    @override
    def is_placed(self, section: int, place: int) -> bool:
        return places.is_placed(self, self._tables, section, place)

    @override
    def placed(self, section: int, place: int) -> State:
        return places.placed(self, self._tables, section, place)

    @override
    def sections(self, men: int) -> Iterable[int]:
        return places.sections(men)

    @override
    def section_exits(self, section: int) -> Iterable[int]:
        return places.exits(section)

    @override
    def section_name(self, section: int) -> str:
        return places.name_of(section)

    @override
    def section_named(self, text: str) -> int:
        return places.section_named(text)

    @override
    def plies_allowed(self, s: State) -> int:
        return FIFTY_MOVES - clock(s) if self.draws else 1_000_000

    # ------------------------------------------------------------ notation and picture

    def is_mate(self, s: State) -> bool:
        """Is the player to move checkmated?"""
        return s.checks != 0 and not has_move(self._tables, s)

    @override
    def text(self, s: State) -> str:
        return notation.fen(s)

    @override
    def parse(self, text: str) -> State:
        return notation.read_fen(self, self._tables, text)

    @override
    def action_text(self, s: State, a: int) -> str:
        return san.uci(a)

    @override
    def parse_action(self, s: State, text: str) -> int:
        """A move in UCI (e2e4, e7e8q) or in SAN (e4, Nbd7, O-O, exd8=Q+)."""
        if self.is_terminal(s):
            raise BadInput(f"the game is over at {self.text(s)!r}: {text!r} cannot be played")
        found = san.meant(self, s, text)
        if len(found) == 1:
            return found[0]
        legal = list(self.actions(s))
        listed = ", ".join(san.san(self, s, a) for a in (found or legal)[:12])
        more = f" and {len(legal) - 12} more" if not found and len(legal) > 12 else ""
        if found:
            raise BadInput(f"{text!r} is ambiguous at {self.text(s)!r}: expected one of {listed}")
        raise BadInput(f"{text!r} is not a legal move at {self.text(s)!r}: expected one of {listed}{more}")

    @override
    def threats(self, s: State, player: int) -> Iterable[Threat]:
        return () if self.is_terminal(s) else threatening.threats_of(self, self._tables, s, player)

    @override
    def ending(self, s: State) -> str:
        side, other = notation.SIDES[mover(s)], notation.SIDES[1 - mover(s)]
        if self.is_mate(s):
            return f"Checkmate: {other} wins."
        if not has_move(self._tables, s):
            return f"Draw: {side} is stalemated."
        if clock(s) >= FIFTY_MOVES:
            return "Draw: fifty moves without a capture or a pawn move."
        return "Draw: neither side has the material to mate."

    @override
    def player_name(self, player: int) -> str:
        return notation.SIDES[player]

    @override
    def picture(self, s: State) -> Picture:
        over = self.is_terminal(s)
        moves = {} if over else {self.action_text(s, a): a for a in self.actions(s)}
        return picture.drawn(s, moves, self.ending(s) if over else f"{notation.SIDES[mover(s)]} to move")
