"""Othello: its rules against a slow implementation of them, its notation, its last squares against plain minimax."""

import random
from pathlib import Path

import pytest

import kibitz as kz
from command import kibitz
from kibitz.check.perft import perft
from kibitz.games.nim import Nim
from kibitz.games.othello.stability import stable
from kibitz.native.bits import count
from kibitz.search.engine.engine import Engine
from kibitz.search.engine.techniques import Techniques

DATA = Path(__file__).parent / "data" / "othello"
LEAVES = (4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288)  # published, as is what follows at depth 10
LEAVES_OR_OVER = 24_571_284
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
    game, plain = kz.game("othello", size=size, empties="winner"), kz.game("othello", size=size, empties="nobody")
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


# ---------------------------------------------------------------- counts and notation


def test_perft():
    game = kz.game("othello")
    for depth, leaves in enumerate(LEAVES, 1):
        assert perft(game, depth=depth).leaves == leaves
    # From here on some games are over before that depth, which the published numbers count.
    assert perft(game, depth=10).leaves + perft(game, depth=9).finished == LEAVES_OR_OVER


@pytest.mark.parametrize(("empties", "value"), [("winner", -10), ("nobody", -8), ("usual", -8)])
def test_the_board_of_four_is_solved(empties, value):
    assert kz.solve(kz.game("othello", size=4, empties=empties), interpreted=True) == value


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["XO X"], "it has 2 squares; expected 64 of X, O and -"),
        ([64 * "-" + " Z"], "the side to move is 'Z'"),
        ([63 * "-" + "Q X"], "'Q' is square 64"),
        (["--set", "size=5"], "the board must be 4, 6 or 8 squares wide, got 5"),
        (["--set", "empties=me"], "empties must be usual, winner or nobody, got 'me'"),
        (["--set", "evaluation=none"], "evaluation must be patterns or rules, got 'none'"),
        (["--set", "adjudged=40"], "adjudged must be from 0 to 12 squares, got 40"),
        (["--moves", "a1"], "'a1' is not a legal move"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(arguments, said):
    answer = kibitz("best", "othello", *arguments, "--depth", "1")
    assert answer.code == 2
    assert said in answer.messages[0]


# ---------------------------------------------------------------- end games


def ending(game, luck, squares):
    """A position with so many squares left, at random."""
    while True:
        s = game.initial()
        while not game.is_terminal(s):
            if game.left(s) <= squares:
                return s
            s = game.result(s, luck.choice(list(game.actions(s))))


def plain(game, s):
    """The value for the player to move, by minimax."""
    if game.is_terminal(s):
        return game.utility(s, s.mover)
    return max(-plain(game, game.result(s, a)) for a in game.actions(s))


def test_the_last_squares_are_worth_what_minimax_says():
    luck = random.Random(3)
    for size, number in ((4, 6), (6, 6), (8, 6), (8, 5), (8, 4), (8, 3), (8, 2), (8, 1)):
        game = kz.game("othello", size=size)
        for _ in range(8):
            s = ending(game, luck, number)
            value = plain(game, s)
            for alpha in (-100.0, value - 3, value - 1, value, value + 2):
                for beta in (alpha + 1, alpha + 4, 100.0):
                    found, looked = game.settled(s, alpha, beta)
                    assert looked > 0
                    if found <= alpha:
                        assert value <= found
                    elif found >= beta:
                        assert value >= found
                    else:
                        assert value == found


def test_stable_discs_are_never_turned_over():
    luck = random.Random(4)
    found = 0
    for size in (4, 6, 8):
        game = kz.game("othello", size=size)
        for _ in range(12):
            s, kept = game.initial(), [0, 0]
            while not game.is_terminal(s):
                sides = (s.me, s.other) if s.mover == 0 else (s.other, s.me)
                for player in (0, 1):
                    assert not kept[player] & ~sides[player]
                    kept[player] |= stable(game, sides[player], sides[1 - player])
                s = game.result(s, luck.choice(list(game.actions(s))))
            found += count(kept[0] | kept[1])
            least = 2 * count(kept[s.mover]) - game.cells
            assert least <= game.utility(s, s.mover) <= game.cells - 2 * count(kept[1 - s.mover])
    assert found > 300


def test_every_move_of_the_end_games_scores_as_published():
    game = kz.game("othello")
    engine = Engine(game)
    for line in (DATA / "fforum-1-19.obf").read_text().splitlines():
        board, *scores = [part.strip() for part in line.split(";") if part.strip()]
        s = game.parse(board)
        engine.begin(s)
        assert engine.prove(s) == max(float(score.split(":")[1]) for score in scores)
        for score in scores:
            move, value = score.lower().split(":")
            after = game.result(s, game.parse_action(s, move))
            found = engine.prove(after)
            assert (found if after.mover == s.mover else -found) == float(value), (board, move)


def test_the_own_code_only_saves_time():
    game = kz.game("othello", size=6)
    luck = random.Random(5)
    for _ in range(6):
        s = ending(game, luck, 9)
        values = []
        for settled in (True, False):
            engine = Engine(game, interpreted=True, techniques=Techniques(settled=settled))
            engine.begin(s)
            values.append(engine.prove(s))
        assert values[0] == values[1]


# ---------------------------------------------------------------- evaluation


def test_mirror_images_are_worth_the_same():
    game = kz.game("othello")
    luck = random.Random(6)
    for _ in range(4):
        s = ending(game, luck, luck.randrange(8, 50))
        mirror = game.parse("".join(game.text(s)[row * 8 : row * 8 + 8][::-1] for row in range(8)) + game.text(s)[64:])
        assert sorted(game.features(mirror)) == sorted(game.features(s))
        assert game.evaluate(mirror, 0) == game.evaluate(s, 0) == -game.evaluate(s, 1)


def test_the_evaluation_is_the_sum_that_was_learned():
    game = kz.game("othello")
    luck = random.Random(7)
    for _ in range(6):
        s = ending(game, luck, luck.randrange(8, 56))
        total = sum(amount * game.learned_weights[number] for number, amount in game.features(s))
        assert game.judgement(s) == pytest.approx(max(-64.0, min(64.0, total)), abs=0.05)


def test_a_game_that_is_adjudged_ends_with_its_value():
    full, short = kz.game("othello", size=6), kz.game("othello", size=6, adjudged=5)
    luck = random.Random(8)
    for _ in range(5):
        s = ending(full, luck, 5)
        assert short.is_terminal(s)
        assert not list(short.actions(s))
        assert short.utility(s, s.mover) == plain(full, s)


# ---------------------------------------------------------------- the law of `settled`


class Told(Nim):
    """Nim, whose own code says that whoever is to move has this value, where one pile is left."""

    def __init__(self, value: float) -> None:
        super().__init__((2, 1))
        self.value = value

    def settled(self, s, alpha, beta):
        return self.value, 1 if 0 in s.piles else -1


def test_check_finds_own_code_that_is_wrong():
    assert not kz.check(Told(1.0), compiled=False).faults
    assert "settled" in str(kz.check(Told(-1.0), compiled=False).faults)
