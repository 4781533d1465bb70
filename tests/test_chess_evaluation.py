"""Chess's evaluation: alike for both sides, the sum of what it lists, and no more than material where that is asked."""

import random

import numpy as np
import pytest

import kibitz as kz
from kibitz.evaluation.weights import Weights, learned
from kibitz.games.chess import Chess, evaluation
from kibitz.games.chess.board import BISHOP, KNIGHT, QUEEN, ROOK
from kibitz.games.chess.evaluation_terms import (
    BISHOP_PAIR,
    DOUBLED,
    FEATURES,
    ISOLATED,
    OPEN_FILE,
    PASSED,
    PIECE_WORDS,
    TERMS,
    WHOLE_PHASE,
    textbook,
    words_of,
)

LEARNED = Chess()
TEXTBOOK = Chess(evaluation="textbook")
MATERIAL = Chess(evaluation="material")


def positions(games, seed, game=LEARNED):
    """The last positions of random games of many lengths."""
    rolled = random.Random(seed)
    found = []
    for _ in range(games):
        s = game.initial()
        for _ in range(rolled.randrange(4, 160)):
            actions = list(game.actions(s))
            if not actions:
                break
            s = game.result(s, rolled.choice(actions))
        found.append(s)
    return found


def mirrored(text):
    """The position with the colours swapped."""
    board, mover, castling, passing, clock, number = text.split()
    board = "/".join(row.swapcase() for row in reversed(board.split("/")))
    castling = "".join(sorted(castling.swapcase()))
    passing = passing if passing == "-" else passing[0] + str(9 - int(passing[1]))
    return f"{board} {'b' if mover == 'w' else 'w'} {castling} {passing} {clock} {number}"


RANDOM = positions(80, 7)


def test_both_sides_are_judged_alike():
    for s in RANDOM:
        other = LEARNED.parse(mirrored(LEARNED.text(s)))
        assert LEARNED.evaluate(other, 1) == LEARNED.evaluate(s, 0) == -LEARNED.evaluate(s, 1), LEARNED.text(s)


@pytest.mark.parametrize("game", [LEARNED, TEXTBOOK], ids=["learned", "textbook"])
def test_the_sum_of_features_is_the_evaluation(game):
    for s in positions(60, 8, game):
        features = list(game.features(s))
        assert len({number for number, _ in features}) == len(features)
        total = sum(amount * game.learned_weights[number] for number, amount in features)
        assert abs(game.evaluate(s, 0) - max(-20_000.0, min(20_000.0, total))) <= 0.5 + 1e-6, game.text(s)
        assert game.evaluate(s, 0) == int(game.evaluate(s, 0))


def test_the_sum_carried_along_is_that_of_the_board():
    for s in RANDOM:
        assert LEARNED.parse(LEARNED.text(s)).score == s.score


def counts(text):
    return evaluation.listed(LEARNED, LEARNED.parse(text))


def test_terms_by_hand():
    # White: doubled and isolated pawns on a, a passed pawn on e6, two bishops, a rook on the open d file. Black: passed
    # pawns on g7 and h7, an isolated one on b7.
    found = counts("4k3/1p4pp/4P3/8/8/P7/P7/2BRKB2 w - - 0 1")
    assert found[DOUBLED] == 1
    assert found[ISOLATED] == 3 - 1
    assert found[BISHOP_PAIR] == 1
    assert found[OPEN_FILE] == 1
    assert found[PASSED + 5] == 1
    assert [found[PASSED + rank] for rank in (1, 2, 3, 4, 6)] == [-2, 0, 0, 0, 0]
    assert not any(counts("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")[:-3])  # all but the move


def test_material_counts_pieces_and_nothing_else():
    worth = {"p": 100, "n": 300, "b": 300, "r": 500, "q": 900, "k": 0}
    for s in positions(40, 9, MATERIAL):
        board = MATERIAL.text(s).split()[0]
        total = sum(worth[c.lower()] * (1 if c.isupper() else -1) for c in board if c.isalpha())
        assert MATERIAL.evaluate(s, 0) == total


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("4k3/8/8/4N3/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1"),  # a knight in the centre
        ("8/4P3/8/8/8/8/k7/4K3 w - - 0 1", "8/8/8/8/8/8/k3P3/4K3 w - - 0 1"),  # a pawn about to queen
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "6k1/5ppp/8/8/8/8/5PPP/6KR w - - 0 1"),  # a rook that can move
        ("4k3/8/8/8/8/2PPP3/8/4K3 w - - 0 1", "4k3/8/8/8/2P5/2P5/2P5/4K3 w - - 0 1"),  # pawns side by side
    ],
)
def test_the_same_material_is_worth_different_things(better, worse):
    assert MATERIAL.evaluate(MATERIAL.parse(better), 0) == MATERIAL.evaluate(MATERIAL.parse(worse), 0)
    for game in (LEARNED, TEXTBOOK):
        assert game.evaluate(game.parse(better), 0) > game.evaluate(game.parse(worse), 0)


def test_what_hardly_ever_wins_counts_little():
    bishop_up = TEXTBOOK.parse("4k3/8/8/8/8/8/8/B3K2R w - - 0 1")
    piece_up = TEXTBOOK.parse("r3k3/8/8/8/8/8/8/B3K2R w - - 0 1")
    assert TEXTBOOK.evaluate(bishop_up, 0) > 600
    assert 0 < TEXTBOOK.evaluate(piece_up, 0) < 150


def test_weights_are_taken_over():
    """Other weights make another evaluation of the same class, and leave the game they came from as it was."""
    s = LEARNED.initial()
    before = LEARNED.evaluate(LEARNED.parse("4k3/8/8/4N3/8/8/8/4K3 w - - 0 1"), 0)
    doubled = Weights("chess", FEATURES, 0, (), 2 * LEARNED.learned_weights)
    game = learned(LEARNED, doubled)
    assert type(game) is Chess
    assert game.evaluate(game.initial(), 0) == 2 * LEARNED.evaluate(s, 0)
    assert LEARNED.evaluate(LEARNED.parse("4k3/8/8/4N3/8/8/8/4K3 w - - 0 1"), 0) == before
    slow = learned(LEARNED, doubled, by_features=True)
    for position in RANDOM[:10]:
        text = LEARNED.text(position)
        assert abs(slow.evaluate(slow.parse(text), 0) - game.evaluate(game.parse(text), 0)) <= 0.5 + 1e-6


def test_words_hold_two_weights_each():
    random_weights = np.random.default_rng(3).integers(-500, 500, FEATURES)
    row = words_of(random_weights)
    assert len(row) == PIECE_WORDS + TERMS
    total = int(row[PIECE_WORDS:].sum())
    end = ((total + (1 << 23)) & 0xFFFFFF) - (1 << 23)
    assert (end, (total - end) >> 24) == (random_weights[1::2].sum(), random_weights[::2].sum())
    kinds = (ROOK, ROOK, BISHOP, BISHOP, KNIGHT, KNIGHT, QUEEN)  # of one side
    assert 2 * sum((int(row[64 * kind + 9]) + (1 << 47)) >> 48 for kind in kinds) == WHOLE_PHASE


def test_textbook_is_whole_and_evaluations_have_names():
    assert (textbook() == textbook().round()).all()
    with pytest.raises(kz.BadInput, match="unknown evaluation 'best': expected one of learned, textbook, material"):
        Chess(evaluation="best")


def test_shipped_weights_tell_how_they_were_made():
    weights = evaluation.shipped()
    assert (weights.values == LEARNED.learned_weights).all()
    assert (weights.values == weights.values.round()).all()
    assert all(
        command.startswith("kibitz learn chess --set evaluation=textbook") for command in weights.made["commands"]
    )
    before, after = weights.made["losses"]  # of games that were held out
    assert after < before
    assert 0 < np.abs(weights.values - textbook()).max() < 200  # a pawn is still a pawn
