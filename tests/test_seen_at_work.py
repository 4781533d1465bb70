"""Positions of docs/games/chess.md in which a technique is seen at work: what is claimed of them is true.

Every technique that is not meant is off, so that the difference is that of the one.
"""

import re
from pathlib import Path

import pytest

import kibitz as kz

PAGE = Path(__file__).parent.parent / "docs" / "games" / "chess.md"
BETS = [
    "quiescence",
    "singular",
    "null_move",
    "reductions",
    "checks",
    "static_cuts",
    "razoring",
    "futility",
    "late_moves",
    "losing_exchanges",
    "delta",
    "internal_reduction",
    "probcut",
]

HANGING = "6k1/8/3p4/4p3/8/8/4Q3/6K1 w - - 0 1"
HORIZON = "8/1p6/7p/1p1k1p2/8/1Pp3K1/b1P5/R7 b - - 0 1"
ZUGZWANG = "7K/4n2P/7k/5B2/8/8/8/8 w - - 0 1"
PAIR = ["5rk1/pbpn1ppp/1p2p3/8/3q4/8/PPB1QPPP/2R3K1 w - - 0 1", "5rk1/pbpn1ppp/1p2p3/8/3q4/8/PPB1QPPP/3R2K1 w - - 0 1"]

material = kz.game("chess", evaluation="material")


def searched(fen, depth, *techniques):
    """The answer of the engine with only these bets."""
    switches = kz.Techniques(**{name: name in techniques for name in BETS})
    return kz.analyse(material, material.parse(fen), depth=depth, interpreted=True, techniques=switches)


def after(fen, *moves):
    s = material.parse(fen)
    for move in moves:
        s = material.result(s, material.parse_action(s, move))
    return s


def pieces(fen):
    return sorted(re.sub(r"[\d/]", "", fen.split()[0]))


@pytest.mark.parametrize("fen", [HANGING, HORIZON, ZUGZWANG, *PAIR])
def test_the_page_shows_the_position(fen):
    assert fen in PAGE.read_text(encoding="utf-8")


def test_quiescence_sees_that_a_pawn_is_guarded():
    assert (searched(HANGING, 1).best, searched(HANGING, 1).value) == ("e2e5", 800.0)
    seen = searched(HANGING, 1, "quiescence")
    assert seen.best != "e2e5" and seen.value == 700.0
    assert material.evaluate(after(HANGING, "e2e5", "d6e5"), 0) == -100.0


def test_a_check_pushes_a_loss_beyond_the_horizon_until_the_search_looks_further():
    fooled = searched(HORIZON, 2, "quiescence")
    assert (fooled.best, fooled.value) == ("f5f4", 0.0)
    for depth, more in ((3, ()), (4, ()), (2, ("checks",)), (3, ("checks",))):
        seen = searched(HORIZON, depth, "quiescence", *more)
        assert (seen.best, seen.value) == ("a2b3", -100.0)


def test_in_zugzwang_passing_would_save_what_every_move_loses():
    for depth in (4, 5):
        assert searched(ZUGZWANG, depth, "quiescence", "checks").best == "f5e4"
    fooled = searched(ZUGZWANG, 4, "quiescence", "checks", "null_move")
    assert fooled.best != "f5e4" and fooled.value == 100.0
    squeezed = after(ZUGZWANG, "f5e4")
    (passed,) = material.passed(squeezed)  # the knight makes the game say that passing is safe
    plain = kz.Techniques(**dict.fromkeys(BETS, False) | {"quiescence": True, "checks": True})
    looks = {"depth": 4, "interpreted": True, "techniques": plain}
    assert kz.analyse(material, squeezed, **looks).value == -400.0  # for Black, who must move
    assert kz.analyse(material, passed, **looks).value == 100.0  # for White, had Black passed


def test_the_same_material_is_worth_different_things():
    safe, lost = PAIR
    assert pieces(safe) == pieces(lost)
    assert [material.evaluate(material.parse(fen), 0) for fen in PAIR] == [-500.0, -500.0]
    assert searched(safe, 2, "quiescence").value == -500.0
    assert (searched(lost, 2, "quiescence").best, searched(lost, 2, "quiescence").value) == ("d1d4", 400.0)
    learned = kz.game("chess")
    passed, doubled = (
        learned.evaluate(learned.parse(f"6k1/5ppp/{pawn}/5PPP/6K1 w - - 0 1"), 0) for pawn in ("P7/8/8/8", "8/8/8/5P2")
    )
    assert passed > doubled + 100
