"""Kibitz: adversarial search for Python. Write the rules of a game once; have it played, solved and explained."""

from kibitz import starting  # noqa: F401  (first: Ctrl-C is answered while the rest is imported)

# isort: split

from kibitz.analysis import Analysis, Limit, MoveReport, SearchReport
from kibitz.answering import analyse, solve
from kibitz.check import check
from kibitz.errors import BadInput, DoesNotFit, KibitzError, Stopped, TooDeep, Unsolved
from kibitz.game import CHANCE, MAX, MIN, Facts, Game
from kibitz.games import game
from kibitz.games.tree import Tree
from kibitz.native import bits
from kibitz.native.jit import jit
from kibitz.native.tuples import replaced
from kibitz.perft import perft
from kibitz.picture import Picture
from kibitz.recording import Recorder
from kibitz.review import Review, review
from kibitz.search.alphabeta import alphabeta
from kibitz.search.best_reply import best_reply
from kibitz.search.engine import Engine, Techniques
from kibitz.search.expectiminimax import expectimax, expectiminimax
from kibitz.search.likely import Estimate, likely
from kibitz.search.minimax import minimax
from kibitz.search.multiplayer import maxn
from kibitz.search.opponent import Policy, against
from kibitz.search.paranoid import paranoid
from kibitz.search.shallow import shallow
from kibitz.search.star1 import star1
from kibitz.search.star2 import star2
from kibitz.search.vector_engine import VectorEngine
from kibitz.watch import Count, Remote, Watch

__version__ = "0.1.0"

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
    "KibitzError",
    "Limit",
    "MoveReport",
    "Picture",
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
    "expectimax",
    "expectiminimax",
    "game",
    "jit",
    "likely",
    "maxn",
    "minimax",
    "paranoid",
    "perft",
    "replaced",
    "review",
    "shallow",
    "solve",
    "star1",
    "star2",
]
