"""Kibitz: adversarial search for Python. Write the rules of a game once; have it played, solved and explained."""

from typing import TYPE_CHECKING, Any

from kibitz import starting  # noqa: F401  (first: Ctrl-C is answered while the rest is imported)

# isort: split

from kibitz import renamed  # noqa: F401  (old names still work for a while)
from kibitz.answer.analyse import analyse
from kibitz.answer.analysis import Analysis, MoveReport, SearchReport
from kibitz.answer.options import Limit, Options
from kibitz.answer.plan import Plan
from kibitz.answer.review import Review, review
from kibitz.answer.solve import solve
from kibitz.check import check
from kibitz.check.perft import perft
from kibitz.draw.board_layout import Grid
from kibitz.draw.men import Piece
from kibitz.draw.picture import Picture
from kibitz.errors import BadInput, DoesNotFit, KibitzError, Stopped, TooDeep, Unsolved
from kibitz.game import CHANCE, MAX, MIN, Facts, Game
from kibitz.games import game
from kibitz.games.tree import Tree
from kibitz.lab import drawing as drawing  # registers how trees and recordings are drawn
from kibitz.lab import notebook as notebook  # and how a notebook shows them
from kibitz.lab.recording import Recorder
from kibitz.native import bits
from kibitz.native.jit import jit
from kibitz.native.tuples import replaced
from kibitz.search.clock import Remote
from kibitz.search.engine.engine import Engine
from kibitz.search.engine.techniques import Techniques
from kibitz.search.opponent import Policy, against
from kibitz.search.partition.partition_engine import engine_for
from kibitz.search.several.vector_engine import VectorEngine
from kibitz.search.textbook.alphabeta import alphabeta
from kibitz.search.textbook.best_reply import best_reply
from kibitz.search.textbook.deepening import deepening
from kibitz.search.textbook.expectiminimax import expectimax, expectiminimax
from kibitz.search.textbook.likely_outcomes import Estimate, likely
from kibitz.search.textbook.maxn import maxn
from kibitz.search.textbook.minimax import minimax
from kibitz.search.textbook.montecarlo import montecarlo
from kibitz.search.textbook.paranoid import paranoid
from kibitz.search.textbook.shallow import shallow
from kibitz.search.textbook.star1 import star1
from kibitz.search.textbook.star2 import star2
from kibitz.search.watch import Count, Watch
from kibitz.version import VERSION

if TYPE_CHECKING:
    from kibitz.arena.match.contest import match, tournament
    from kibitz.lab.grading.grading import grade
    from kibitz.lab.notebook.play import play

__version__ = VERSION

__all__ = [
    "CHANCE",
    "MAX",
    "MIN",
    "Analysis",
    "BadInput",
    "Count",
    "DoesNotFit",
    "Engine",
    "Estimate",
    "Facts",
    "Game",
    "Grid",
    "KibitzError",
    "Limit",
    "MoveReport",
    "Options",
    "Picture",
    "Piece",
    "Plan",
    "Policy",
    "Recorder",
    "Remote",
    "Review",
    "SearchReport",
    "Stopped",
    "Techniques",
    "TooDeep",
    "Tree",
    "Unsolved",
    "VectorEngine",
    "Watch",
    "against",
    "alphabeta",
    "analyse",
    "best_reply",
    "bits",
    "check",
    "deepening",
    "engine_for",
    "expectimax",
    "expectiminimax",
    "game",
    "grade",
    "jit",
    "likely",
    "match",
    "maxn",
    "minimax",
    "montecarlo",
    "paranoid",
    "perft",
    "play",
    "replaced",
    "review",
    "shallow",
    "solve",
    "star1",
    "star2",
    "tournament",
]


def __getattr__(name: str) -> Any:
    """Matches and grading are imported when first asked for: `kibitz --help` should not have to wait for them."""
    if name in ("match", "tournament"):
        from kibitz.arena.match import contest

        return getattr(contest, name)
    if name == "grade":
        from kibitz.lab.grading import grading

        return grading.grade
    if name == "play":
        from kibitz.lab.notebook import play

        return play.play
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
