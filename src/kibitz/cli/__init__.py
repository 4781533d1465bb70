"""The command. Data goes to standard output, messages to standard error, and every mistake is one sentence."""

from __future__ import annotations

import argparse
import io
import os
import sys
import warnings
from collections.abc import Callable, Sequence
from math import inf, isfinite
from typing import Any, NoReturn

from kibitz.cli import commands
from kibitz.cli.commands import BAD, DONE, INTERRUPTED, NO, say
from kibitz.errors import BadInput, KibitzError, Unsolved, raised
from kibitz.game.given import MOST_THREADS
from kibitz.native.override import override
from kibitz.search import ALGORITHMS
from kibitz.search.engine.engine import MEGABYTES
from kibitz.search.equilibrium.regret import VARIANTS as REGRETS
from kibitz.search.opponent import USUAL_DEPTH
from kibitz.search.textbook.alphabeta import VARIANTS
from kibitz.starting import ready
from kibitz.version import VERSION


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and answer its exit code."""
    options: Any = None
    try:
        ready()
        _print_what_can_be()
        if not sys.warnoptions:
            warnings.simplefilter("ignore", RuntimeWarning)  # NumPy's, of a game's own arithmetic: no sentence of ours
        options = _parser().parse_args(arguments)
        code: int = _obeyed(options)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        say("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except Unsolved as error:
        say(str(error))
        return NO
    except KibitzError as error:
        say(str(error))
        return BAD
    except (OSError, UnicodeDecodeError) as error:
        say(_system_sentence(error))
        return BAD
    except BaseException as error:  # a game may raise anything
        if isinstance(error, SystemExit) and options is None:
            raise  # --help and --version
        if os.environ.get("KIBITZ_DEBUG"):
            raise
        say(raised(repr(options.game) if hasattr(options, "game") else "the command", error))
        return BAD


def _obeyed(options: Any) -> int:
    """The exit code of what was asked for. A game that calls sys.exit() does not get away with it."""
    try:
        code: int = options.run(options)
    except SystemExit as error:
        raise BadInput(raised(repr(options.game), error)) from error
    return code


def _print_what_can_be() -> None:
    """A terminal without an α gets a question mark instead, not an error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _system_sentence(error: OSError | UnicodeDecodeError) -> str:
    if isinstance(error, UnicodeDecodeError):
        return f"the input is not UTF-8 text: {error.reason} at byte {error.start}"
    return f"{error.filename!r}: {error.strerror}" if error.filename else str(error)


# ---------------------------------------------------------------- what may be said


class _Parser(argparse.ArgumentParser):
    """Refuses in one sentence."""

    @override
    def error(self, message: str) -> NoReturn:
        if message == "argument --bounds: expected one argument":
            message = "--bounds needs two numbers behind an equals sign, as in --bounds=-2,2"
        raise BadInput(f"{message}; try '{self.prog} --help'")


class _Command(_Parser):
    """Takes options and positions in any order: `solve connect-four --set width=5 44`."""

    _inside = False

    @override
    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As argparse does it, but intermixed."""
        if self._inside:
            return super().parse_known_args(args, namespace)
        self._inside = True
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._inside = False


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="kibitz", description="Play, solve and explain games. GAME is a name or path/to/file.py:Class."
    )
    parser.add_argument("--version", action="version", version=f"kibitz {VERSION}")
    words = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=_Command)

    listing = _command(words, "games", commands.games, "list every game")
    listing.add_argument("--json", action="store_true", help="as JSON")

    best = _command(words, "best", commands.best, "the best move, and a row for every legal one")
    _position(best)
    _limits(best)
    best.add_argument(
        "--outcomes", type=_part, metavar="P", help="expectiminimax: only the likeliest, with a share P of probability"
    )
    _opponent(best)
    best.add_argument("--why", metavar="MOVE", help="why a move is not best")
    best.add_argument("--stats", action="store_true", help="what the search did, in numbers that teach")
    best.add_argument("--ablate", action="store_true", help="what each technique saves on this position")

    solver = _command(words, "solve", commands.solve, "the exact value of positions")
    solver.add_argument("game", metavar="GAME")
    solver.add_argument(
        "positions", metavar="POSITION", nargs="*", help="positions, or - for one a line from standard input"
    )
    _setting(solver)
    _opponent(solver)
    _limits(solver)

    dummy = _command(words, "dummy", commands.dummy, "a bridge deal double dummy: the tricks of every declarer")
    dummy.add_argument(
        "deals", metavar="DEAL", nargs="+", help="four hands in PBN, or - for one a line from standard input"
    )
    dummy.add_argument("--json", action="store_true", help="as JSON")
    dummy.add_argument("--interpreted", action="store_true", help="run as plain Python")

    play = _command(words, "play", commands.play, "play in the terminal")
    _position(play)
    play.add_argument(
        "--you", choices=["first", "second", "both", "none"], default="first", help="whom you play (first)"
    )
    play.add_argument("--load", metavar="FILE", help="go on with a saved game")
    _limits(play)

    movie = _command(words, "film", commands.film, "watch a game that plays by itself")
    _position(movie)
    movie.add_argument("--depth", type=_positive, default=2, metavar="N", help="how deep the first player looks (2)")
    movie.add_argument("--reply", type=_positive, default=2, metavar="N", help="and the others (2)")
    movie.add_argument(
        "--believe", action="append", default=[], metavar="NAME=VALUE", help="a parameter as the first player has it"
    )
    movie.add_argument("--rounds", type=_positive, default=200, metavar="N", help="at most so many (200)")
    movie.add_argument("--pause", type=_seconds, default=0.2, metavar="SECONDS", help="a frame (0.2)")
    movie.add_argument("--svg", metavar="FILE", help="draw it into a file, as a drawing that moves")
    movie.add_argument("--seed", type=int, default=0, metavar="N", help="for chance, and for equally good moves (0)")
    movie.add_argument("--interpreted", action="store_true", help="run as plain Python")

    views = _command(words, "beliefs", commands.beliefs, "what it costs to be wrong about the others")
    views.add_argument("game", metavar="GAME")
    views.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a parameter of the game")
    views.add_argument(
        "--vary",
        required=True,
        metavar="NAME=A,B,…",
        help="what is believed to be, and is, each of these",
    )
    views.add_argument("--depth", type=_positive, default=2, metavar="N", help="how deep the first player looks (2)")
    views.add_argument("--reply", type=_positive, default=2, metavar="N", help="and the others (2)")
    views.add_argument("--games", type=_positive, default=100, metavar="N", help="for each pair of these (100)")
    views.add_argument("--rounds", type=_positive, default=500, metavar="N", help="a game is broken off after N (500)")
    views.add_argument("--seed", type=int, default=0, metavar="N", help="for chance, and for equally good moves (0)")
    views.add_argument("--json", action="store_true", help="as JSON")
    views.add_argument("--interpreted", action="store_true", help="run as plain Python")

    tree = _command(words, "tree", commands.tree, "run a textbook search on a tree in brackets")
    tree.add_argument("tree", metavar="TREE", help="((3 12 8) (2 4 6) (14 5 2)), or - to read it from standard input")
    tree.add_argument("--algorithm", default="auto", metavar="NAME", help=f"auto, {', '.join(ALGORITHMS)}")
    tree.add_argument("--variant", default="fail-soft", choices=list(VARIANTS), help="the form of alpha-beta")
    _opponent(tree)
    tree.add_argument("--outcomes", type=_part, metavar="P", help="only the likeliest, with a share P of probability")
    tree.add_argument("--depth", type=_whole, metavar="N", help="search no deeper than N plies")
    tree.add_argument(
        "--bounds", type=_bounds, metavar="LOW,HIGH", help="star1, star2: all values lie between these (--bounds=-2,2)"
    )
    tree.add_argument("--steps", action="store_true", help="every step with its sentence")
    tree.add_argument("--svg", metavar="FILE", help="draw the searched tree into a file")
    tree.add_argument("--step", type=_whole, metavar="N", help="draw the tree as it is after step N")
    tree.add_argument("--json", action="store_true", help="as JSON")
    tree.add_argument("--interpreted", action="store_true", help="run as plain Python")

    page = _command(words, "serve", commands.serve, "play, analyse and learn in a web browser")
    page.add_argument("--host", default="127.0.0.1", metavar="H", help="the address to listen at (127.0.0.1)")
    page.add_argument("--port", type=_port, default=8080, metavar="P", help="the port, or 0 for any free one (8080)")
    page.add_argument(
        "--game", dest="games", action="append", default=[], metavar="FILE.py:Class", help="a game of your own as well"
    )
    page.add_argument("--seconds", type=_seconds, default=60.0, metavar="N", help="the longest search (60)")
    page.add_argument("--searches", type=_positive, default=4, metavar="N", help="searches at once (4)")
    page.add_argument("--memory", type=_megabytes, default=MEGABYTES, metavar="MB", help="for each search's table (64)")

    leaves = _command(words, "perft", commands.perft_command, "count the positions at a depth")
    _position(leaves)
    leaves.add_argument("--depth", type=_whole, metavar="N", required=True)
    leaves.add_argument("--json", action="store_true", help="as JSON")
    leaves.add_argument("--interpreted", action="store_true", help="run as plain Python")

    pupil = _command(words, "learn", commands.learn, "learn an evaluation from self-play")
    pupil.add_argument("game", metavar="GAME")
    pupil.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a parameter of the game")
    pupil.add_argument("--games", type=_positive, metavar="N", help="until N are played (10000)")
    pupil.add_argument("--time", type=_seconds, metavar="SECONDS", help="or until so many seconds have passed")
    pupil.add_argument("--hidden", type=_whole, metavar="N", help="units of the network; 0: features · weights (40)")
    pupil.add_argument("--out", metavar="FILE", help="where the weights go (GAME.npz)")
    pupil.add_argument("--resume", action="store_true", help="go on with the weights that are there")
    pupil.add_argument("--seed", type=int, metavar="N", help="for the dice and the first weights (0)")
    pupil.add_argument("--rate", type=_share, metavar="X", help="how fast to learn at first (0.1; sums 0.02)")
    pupil.add_argument("--half", type=_positive, metavar="N", help="half as fast after N games (20000)")
    pupil.add_argument("--lambda", dest="trace", type=_share, metavar="X", help="the λ of TD(λ), 0 to 1 (0)")
    pupil.add_argument("--explore", type=_share, metavar="X", help="moves made at random (0.1; with dice 0)")
    pupil.add_argument("--threads", type=_threads, metavar="N", help="that learn side by side, in rounds (1)")
    pupil.add_argument("--round", type=_positive, metavar="N", help="games a thread plays in a round (100)")
    pupil.add_argument("--average", type=_whole, metavar="N", help="average the weights over the last N games (0: no)")
    pupil.add_argument("--json", action="store_true", help="as JSON")
    pupil.add_argument("--interpreted", action="store_true", help="run as plain Python")

    checker = _command(words, "check", commands.check_command, "is this game well defined?")
    checker.add_argument("game", metavar="GAME")
    _setting(checker)
    checker.add_argument("--seed", type=int, default=0, metavar="N", help="for the random games it walks")
    checker.add_argument("--json", action="store_true", help="as JSON")
    checker.add_argument("--interpreted", action="store_true", help="do not compile")
    return parser


def _command(words: Any, name: str, run: Callable[[Any], int], help_text: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = words.add_parser(name, help=help_text, description=help_text)
    parser.set_defaults(run=run)
    return parser


def _position(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("position", metavar="POSITION", nargs="?", help="left out: the initial position")
    _setting(parser)


def _setting(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a parameter of the game")
    parser.add_argument("--moves", default="", metavar="MOVES", help='moves to play first: "4 4 5"')


def _opponent(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--opponent", metavar="WHO", help="how the others play: uniform, minimax, mixed, or minimax with a share of 0.8"
    )
    parser.add_argument(
        "--opponent-depth", type=_positive, metavar="N", help=f"depth limit of that minimax ({USUAL_DEPTH})"
    )


def _limits(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--time", type=_seconds, metavar="SECONDS", help="think for so long")
    parser.add_argument("--depth", type=_positive, metavar="N", help="look so many plies ahead")
    parser.add_argument("--nodes", type=_positive, metavar="N", help="look at so many positions")
    parser.add_argument("--worlds", type=_positive, metavar="N", help="deals: solve so many worlds at most")
    parser.add_argument("--iterations", type=_positive, metavar="N", help="regret: learn so long")
    parser.add_argument("--variant", default="plus", choices=REGRETS, help="regret: in which form (plus)")
    parser.add_argument("--strategy", metavar="FILE", help="regret: go on with what a file holds, and keep it there")
    parser.add_argument("--exact", action="store_true", help="until the value is proven")
    parser.add_argument("--algorithm", default="auto", metavar="NAME", help=f"auto, {', '.join(ALGORITHMS)}")
    parser.add_argument("--threads", type=_threads, default=1, metavar="N", help="for algorithms that use several")
    usual = "64; bridge 256, whole games 2048"
    parser.add_argument("--memory", type=_megabytes, metavar="MB", help=f"for the table ({usual})")
    parser.add_argument("--techniques", default="", metavar="WORDS", help='such as "no-table no-killers beam=3"')
    parser.add_argument("--weights", metavar="FILE", help="evaluate by weights that kibitz learn wrote")
    parser.add_argument("--seed", type=int, metavar="N", help="for whatever is random")
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.add_argument("--interpreted", action="store_true", help="run as plain Python")


def _bounds(text: str) -> tuple[float, float]:
    """Two numbers with a comma between them, the lower one first."""
    try:
        low, high = (float(part) for part in text.replace("−", "-").split(","))
    except ValueError:
        low, high = inf, -inf
    if not (isfinite(low) and isfinite(high) and low <= high):
        raise argparse.ArgumentTypeError(f"{text!r} must be two numbers, the lower one first, such as -2,2")
    return low, high


def _whole(text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 0")
    return int(text)


def _threads(text: str) -> int:
    if _positive(text) > MOST_THREADS:
        raise argparse.ArgumentTypeError(f"{text!r} threads are too many: at most {MOST_THREADS}")
    return int(text)


def _port(text: str) -> int:
    if not text.isdecimal() or len(text) > 5 or int(text) > 65_535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: expected 0 to 65535")
    return int(text)


def _positive(text: str) -> int:
    if not text.isdecimal() or len(text) > 15 or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1")
    return int(text)


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0.0 <= share <= 1.0:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 0 to 1")
    return share


def _part(text: str) -> float:
    try:
        part = float(text)
    except ValueError:
        part = -1.0
    if not 0.0 < part <= 1.0:
        raise argparse.ArgumentTypeError(f"{text!r} is no share of the probability: expected more than 0, at most 1")
    return part


def _megabytes(text: str) -> float:
    try:
        size = float(text)
    except ValueError:
        size = -1.0
    if not 0.03 <= size <= 1 << 20:
        raise argparse.ArgumentTypeError(f"{text!r} is no size in megabytes from 0.03")
    return size


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 < seconds <= 1e7:
        raise argparse.ArgumentTypeError(f"{text!r} is no time in seconds above 0")
    return seconds


if __name__ == "__main__":
    sys.exit(main())
