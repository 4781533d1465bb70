"""Othello: its rules against a slow implementation of them, its notation, its last squares against plain minimax."""

import random
from pathlib import Path

import pytest

import kibitz as kz
from kibitz.native.bits import count

DATA = Path(__file__).parent / "data" / "othello"
STEPS = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]


class Slow:
    """Othello with a dictionary for a board, square by square."""

    def __init__(self, text):
        board, self.side = text.split()
        self.size = int(len(board) ** 0.5)
        self.at = {divmod(number, self.size): sign for number, sign in enumerate(board)}

    def turned(self, square, side):
        """The discs that this one turns over."""
        if self.at[square] != "-":
            return []
        found = []
        for down, right in STEPS:
            row, line = [], (square[0] + down, square[1] + right)
            while self.at.get(line, "-") not in ("-", side):
                row.append(line)
                line = line[0] + down, line[1] + right
            if self.at.get(line) == side:
                found += row
        return found

    def moves(self, side):
        return {"abcdefgh"[square[1]] + str(square[0] + 1): square for square in self.at if self.turned(square, side)}

    def legal(self):
        other = "XO"[self.side == "X"]
        return sorted(self.moves(self.side) or (["pass"] if self.moves(other) else []))

    def play(self, move):
        other = "XO"[self.side == "X"]
        if move != "pass":
            square = self.moves(self.side)[move]
            for disc in [square, *self.turned(square, self.side)]:
                self.at[disc] = self.side
        self.side = other

    def text(self):
        return f"{''.join(self.at[square] for square in sorted(self.at))} {self.side}"

    def score(self):
        """What the game that is over is worth to X, and without the empty squares."""
        signs = list(self.at.values())
        lead = signs.count("X") - signs.count("O")
        return lead + signs.count("-") * ((lead > 0) - (lead < 0)), lead


@pytest.mark.parametrize("size", [4, 6, 8])
def test_random_games_agree_with_a_slow_implementation(size):
    game, plain = kz.game("othello", size=size), kz.game("othello", size=size, empties="nobody")
    luck = random.Random(size)
    passes = short = 0
    for _ in range({4: 60, 6: 30, 8: 25}[size]):
        s = game.initial()
        slow = Slow(game.text(s))
        while True:
            assert game.text(s) == slow.text()
            assert game.parse(slow.text()) == s
            legal = {game.action_text(s, a): a for a in game.actions(s)}
            assert sorted(legal) == slow.legal()
            assert game.is_terminal(s) == (not legal)
            assert set(game.picture(s).clicks) == set(legal) - {"pass"}
            if not legal:
                break
            move = luck.choice(sorted(legal))
            passes += move == "pass"
            s = game.result(s, legal[move])
            slow.play(move)
        short += count(s.me | s.other) < game.cells
        assert (game.utility(s, 0), plain.utility(s, 0)) == slow.score()
        assert game.utility(s, 1) == -game.utility(s, 0)
        assert f"{count(s.me if s.mover == 0 else s.other)}" in game.ending(s)
    assert passes
    assert short or size == 8
