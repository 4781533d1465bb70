"""Where a search stops and guesses: evaluations, material, quiescence, the horizon, and what helps a search."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

from kibitz.answer.analyse import analyse, analyse_with
from kibitz.answer.analysis import Analysis, how_it_ended
from kibitz.answer.options import Options
from kibitz.arena.match.contest import match
from kibitz.game import Game, State
from kibitz.games import game
from kibitz.lab.lectures.topic import Asked, Showing, Topic
from kibitz.lab.recording import shown
from kibitz.search.engine.techniques import Techniques
from kibitz.search.metareasoning import Deliberation

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
PIECES = {"pawn": "pppppppp", "knight": "n", "bishop": "b", "rook": "r", "queen": "q"}
SAFE = "5rk1/pbpn1ppp/1p2p3/8/3q4/8/PPB1QPPP/2R3K1 w - - 0 1"
LOST = "5rk1/pbpn1ppp/1p2p3/8/3q4/8/PPB1QPPP/3R2K1 w - - 0 1"
HANGING = "6k1/8/3p4/4p3/8/8/4Q3/6K1 w - - 0 1"
DOOMED = "8/1p6/7p/1p1k1p2/8/1Pp3K1/b1P5/R7 b - - 0 1"
ONLY_MOVE = "7k/7p/8/8/8/8/6q1/7K w - - 0 1"


def judged(played: Game, position: str | None, words: str = "", **more: Any) -> Analysis:
    """A position, judged as plain Python; `words` switch techniques, as in `--techniques`."""
    techniques = Techniques(**Techniques.named(words)) if words else None
    s = None if position is None else played.parse(position)
    return analyse(played, s, interpreted=True, techniques=techniques, endgames=False, openings=False, **more)


def first_boards(asked: Asked) -> Showing:
    """The three finished boards that a lecture begins with."""
    showing = Showing()
    tic_tac_toe = game("tic-tac-toe")
    rows = []
    for position in ("XOX.OX.O.", "XOXOOXXXO", "XOX.X.XOO"):
        s = tic_tac_toe.parse(position)
        rows.append([position, shown(tic_tac_toe.utility(s, 0)), how_it_ended(tic_tac_toe, s)])
        showing.numbers[position] = tic_tac_toe.utility(s, 0)
        showing.run("solve", "tic-tac-toe", position)
        showing.board("tic-tac-toe", position=position)
    showing.table(("board", "utility for X", "how it ended"), rows)
    return showing


def evaluation(asked: Asked) -> Showing:
    """A guess where the search stops: tic-tac-toe by open lines, and three demands on a guess."""
    showing = Showing()
    tic_tac_toe = game("tic-tac-toe", evaluation="lines")
    rows = []
    for depth in (1, 2, 3):
        answer = judged(tic_tac_toe, None, algorithm="minimax", depth=depth)
        worth = {move.move: move.value for move in answer.moves}
        rows.append([depth, *(shown(worth[square]) for square in ("5", "1", "2")), answer.best])
        showing.numbers[f"depth {depth}"] = worth
        showing.run("best", "tic-tac-toe", "--set", "evaluation=lines", "--algorithm", "minimax", "--depth", str(depth))
    showing.say("Tic-tac-toe, guessed by open lines (a tenth for each of mine, less a tenth for each of theirs):")
    showing.table(("depth", "centre", "corner", "edge", "best"), rows)
    values: dict[State, float] = {}
    exact_values(tic_tac_toe, tic_tac_toe.initial(), values)
    unfinished = [s for s in values if not tic_tac_toe.is_terminal(s)]
    largest = max(abs(tic_tac_toe.evaluate(s, 0)) for s in unfinished)
    showing.say("Three demands on a guess. It puts wins above draws above losses: no guess is more than")
    showing.say(
        f"{shown(largest)}, and a win is 1. It is quick. And it should go with the true value; the correlation is"
    )
    rows = []
    for told, side in (("X to move", 0), ("O to move", 1)):
        of_side = [s for s in unfinished if tic_tac_toe.player(s) == side]
        quiet = [s for s in of_side if tic_tac_toe.is_quiet(s)]
        related = [correlation([(tic_tac_toe.evaluate(s, 0), values[s]) for s in some]) for some in (of_side, quiet)]
        rows.append([told, f"{len(of_side):,}", f"{related[0]:.2f}", len(quiet), f"{related[1]:.2f}"])
        showing.numbers[told] = {"positions": len(of_side), "quiet": len(quiet), "correlations": related}
    showing.table(("", "positions", "correlation", "quiet ones", "correlation"), rows)
    showing.say("Quiet: nobody has two in a row with the third free. There the guess can be trusted more, which is why")
    showing.say("a search should stop only in quiet positions.")
    showing.numbers["largest"] = largest
    showing.board("tic-tac-toe", set_evaluation="lines")
    return showing


def exact_values(played: Game, s: State, values: dict[State, float]) -> float:
    """The exact value of a state for player 0, and of all that follow, each worked out once."""
    if s not in values:
        if played.is_terminal(s):
            values[s] = float(played.utility(s, 0))
        else:
            below = [exact_values(played, played.result(s, a), values) for a in played.actions(s)]
            values[s] = max(below) if played.player(s) == 0 else min(below)
    return values[s]


def correlation(pairs: Sequence[tuple[float, float]]) -> float:
    """How closely two numbers go together, from −1 to 1."""
    count = len(pairs)
    means = [sum(pair[side] for pair in pairs) / count for side in (0, 1)]
    away = [[pair[side] - means[side] for pair in pairs] for side in (0, 1)]
    together = sum(one * other for one, other in zip(*away, strict=True))
    return float(together / sqrt(sum(one * one for one in away[0]) * sum(other * other for other in away[1])))


def without(piece: str, count: int = 1) -> str:
    """The first position of chess, where Black lacks one piece or two of a kind."""
    return START.replace(piece, "1", count) + " w - - 0 1"


def material(asked: Asked) -> Showing:
    """What the pieces weigh, and why counting them is not enough."""
    showing = Showing()
    counted, learned = game("chess", evaluation="material"), game("chess")
    even = learned.evaluate(learned.parse(f"{START} w - - 0 1"), 0)
    rows = []
    for name, signs in PIECES.items():
        position = without(signs[0])
        weight = counted.evaluate(counted.parse(position), 0) / 100
        fitted = (learned.evaluate(learned.parse(position), 0) - even) / 100
        rows.append([name, f"{weight:g}", f"{fitted:.2f}"])
        showing.numbers[name] = {"textbook": weight, "learned": fitted}
    showing.say("What Black lacks at the start, in pawns:")
    showing.table(("piece", "textbook", "learned from games"), rows)
    pair = (learned.evaluate(learned.parse(without("b", 2)), 0) - even) / 100
    alone = pair - showing.numbers["bishop"]["learned"]
    showing.say(
        f"Both bishops: {pair:.2f}, so the second one {alone:.2f}, and the pair more than twice one bishop alone."
    )
    rows = []
    for told, position in (("rook on c1", SAFE), ("rook on d1", LOST)):
        guess = counted.evaluate(counted.parse(position), 0) / 100
        answer = judged(counted, position, depth=1)
        rows.append([told, shown(guess), str(answer.best), answer.words])
        showing.numbers[told] = {"material": guess, "best": answer.best, "words": answer.words}
        showing.run("best", "chess", position, "--set", "evaluation=material", "--depth", "1")
        showing.board("chess", position=position)
    showing.say("")
    showing.say("Two positions with the same pieces, White to move; in the second White takes the queen:")
    showing.table(("position", "material", "best", "one move ahead"), rows)
    return showing


def quiescence(asked: Asked) -> Showing:
    """Not to stop in the middle of an exchange."""
    showing = Showing()
    chess = game("chess", evaluation="material")
    rows = []
    for told, words in (("stops at the depth", "no-quiescence"), ("goes on while something can be taken", "")):
        answer = judged(chess, HANGING, words, depth=1)
        taking = next(move for move in answer.moves if move.move == "e2e5")
        rows.append([told, taking.words, answer.words])
        showing.numbers[told] = {"taking": taking.value, "best": answer.value}
        techniques = ["--techniques", words] if words else []
        showing.run("best", "chess", HANGING, "--set", "evaluation=material", "--depth", "1", *techniques)
    showing.say("A queen may take a pawn that another pawn guards. One ply deep, a search that")
    showing.table(("", "values the capture at", "and the position at"), rows)
    showing.board("chess", position=HANGING)
    return showing


def horizon(asked: Asked) -> Showing:
    """A loss pushed out of sight by a pointless check."""
    showing = Showing()
    chess = game("chess", evaluation="material")
    rows = []
    for told, depth, words in (
        ("two plies", 2, "no-checks"),
        ("three plies", 3, "no-checks"),
        ("two plies, checks cost no depth", 2, ""),
    ):
        answer = judged(chess, DOOMED, words, depth=depth)
        rows.append([told, answer.best, answer.words, f"{answer.search.nodes:,}"])
        showing.numbers[told] = {"best": answer.best, "value": answer.value, "nodes": answer.search.nodes}
        techniques = ["--techniques", words] if words else []
        showing.run("best", "chess", DOOMED, "--set", "evaluation=material", "--depth", str(depth), *techniques)
    showing.say("Black's bishop on a2 is lost, but the check f5f4 delays it by two plies:")
    showing.table(("search", "plays", "and believes", "nodes"), rows)
    showing.say("a2b3 takes a pawn for the bishop and wins later; the check gives a pawn away and loses.")
    showing.board("chess", position=DOOMED)
    return showing


def beam(asked: Asked) -> Showing:
    """Forward pruning: only the most promising moves, at a risk."""
    showing = Showing()
    connect_four = game("connect-four")
    full, narrow = (judged(connect_four, "444", words, depth=6) for words in ("", "beam=2"))
    others = {move.move: move.value for move in narrow.moves}
    showing.say("Connect Four after 4 4 4, six plies deep, with all moves and with the two most promising ones:")
    rows = [[move.move, shown(move.value), shown(others[move.move])] for move in full.moves]
    showing.table(("move", "all moves", "beam of 2"), rows)
    wrong = sum(
        value != full_value for (_, value), full_value in zip(others.items(), _values(full, others), strict=True)
    )
    showing.say(f"best: {full.best} and {narrow.best}; nodes: {full.search.nodes:,} and {narrow.search.nodes:,}.")
    showing.say(f"{wrong} of {len(rows)} moves are judged differently: what was left out was not always bad.")
    showing.numbers = {"all": {m.move: m.value for m in full.moves}, "beam": others, "different": wrong}
    showing.numbers |= {"nodes": full.search.nodes, "beam_nodes": narrow.search.nodes}
    showing.run("best", "connect-four", "444", "--depth", "6")
    showing.run("best", "connect-four", "444", "--depth", "6", "--techniques", "beam=2")
    showing.board("connect-four", moves="4,4,4")
    return showing


def _values(answer: Analysis, like: dict[str, Any]) -> list[Any]:
    worth = {move.move: move.value for move in answer.moves}
    return [worth[move] for move in like]


def techniques(asked: Asked) -> Showing:
    """What the transposition table, killers and a good order save, on a small board of Connect Four."""
    showing = Showing()
    small = game("connect-four", width=4, height=3)
    rows = []
    for told, words in (
        ("everything", ""),
        ("without the table", "no-table"),
        ("without killers", "no-killers"),
        ("without the order learned by deepening", "no-best-first"),
        ("without all of these", "no-table no-killers no-best-first no-history"),
    ):
        answer = judged(small, None, words, algorithm="deepening")
        rows.append([told, f"{answer.search.nodes:,}", answer.words])
        showing.numbers[told] = {"nodes": answer.search.nodes, "value": answer.value}
    showing.say("Connect Four on a board of 4 × 3, solved:")
    showing.table(("engine", "nodes", "value"), rows)
    showing.say("Killers save nothing on so small a board; docs/games/chess.md measures all of them in chess.")
    showing.say(f"To search every depth again costs little: with 35 moves {35 / 34:.2f} times the last depth alone.")
    showing.run("best", "connect-four", "--set", "width=4", "--set", "height=3", "--exact", "--ablate")
    showing.board("connect-four", set_width="4", set_height="3")
    return showing


def nodes_text(answer: Analysis) -> str:
    """The nodes of a search."""
    return f"{answer.search.nodes:,}"


def deepening(asked: Asked) -> Showing:
    """The same position, deeper and deeper: the move, and what it took."""
    showing = Showing()
    connect_four = game("connect-four", evaluation="threats")
    rows = []
    for depth in range(1, 6):
        answer = judged(connect_four, "4435", depth=depth)
        plain = [judged(connect_four, "4435", algorithm=name, depth=min(depth, 4)) for name in ("minimax", "alphabeta")]
        told = [nodes_text(found) if depth < 5 else "" for found in plain]
        rows.append([depth, answer.best, answer.words, *told, nodes_text(answer)])
        showing.numbers[str(depth)] = {"best": answer.best, "value": answer.value, "nodes": answer.search.nodes}
    showing.say("Connect Four after 4 4 3 5, with an evaluation:")
    showing.table(("depth", "best", "value", "nodes: minimax", "alpha-beta", "deepening"), rows)
    showing.say("The engine deepens from 1 on, and tries first what was best in the depth before; its nodes are those")
    showing.say("of all depths together. Values go up and down with who moved last.")
    showing.run("best", "connect-four", "4435", "--set", "evaluation=threats", "--depth", "5")
    showing.board("connect-four", moves="4,4,3,5", set_evaluation="threats")
    return showing


def depth_matters(asked: Asked) -> Showing:
    """Matches of a deeper search against a shallower one, with the same evaluation."""
    showing = Showing()
    games = asked.games or 10
    rows = []
    for name, how, shallow, deep in (
        ("tic-tac-toe", "lines", 1, 2),
        ("tic-tac-toe", "lines", 1, 4),
        ("connect-four", "threats", 1, 5),
    ):
        players = [f"alphabeta depth={depth}" for depth in (deep, shallow)]
        result = match(game(name, evaluation=how), *players, games=games, seed=asked.seed, interpreted=True).json()
        won, drawn, lost = (int(result[word]) for word in ("wins", "draws", "losses"))
        rows.append([name, deep, shallow, won, drawn, lost])
        showing.numbers[f"{name}, {deep} against {shallow}"] = {"wins": won, "draws": drawn, "losses": lost}
        showing.run(
            "match", name, *players, "--set", f"evaluation={how}", "--games", str(games), "--seed", str(asked.seed)
        )
    showing.table(("game", "depth", "against", "won", "drawn", "lost"), rows)
    return showing


def metareasoning(asked: Asked) -> Showing:
    """Computing about what to compute: when to stop thinking."""
    showing = Showing()
    rows = []
    growth, limit = 3.0, 100.0  # each depth takes so many times longer; seconds for the move
    stories: dict[str, tuple[int, list[tuple[str, float, float]]]] = {
        "one legal move": (1, [("a", 0.0, 0.0)] * 12),
        "one move far ahead": (35, [("a", 3.0, 0.0)] * 12),
        "the same move best throughout": (35, [("a", 0.2, 0.1)] * 12),
        "the best move changes with each depth": (35, [("ab"[n % 2], 0.2, 0.1) for n in range(12)]),
        "the value falls with each depth": (35, [("a", 3.0 - n, -20.0) for n in range(12)]),
    }
    for told, (choices, depths) in stories.items():
        watcher = Deliberation(limit, choices, 1.0)
        reason, elapsed, depth = "", 0.0, 0
        while not reason:
            best, value, second = depths[depth]
            depth, elapsed = depth + 1, 0.01 * growth**depth
            reason = watcher.reason_to_stop(best, value, second, elapsed)
        rows.append([told, depth, f"{elapsed:.2f}", reason])
        showing.numbers[told] = {"depth": depth, "seconds": elapsed, "reason": reason}
    showing.say(
        f"{limit:g} s for a move. The first depth ends after 0.01 s, each one {growth:g} times later than the last:"
    )
    showing.table(("what the depths say", "depths", "seconds used", "it stops because"), rows)
    chess = game("chess")
    options = Options(seconds=limit, interpreted=True, early_stop=True, endgames=False, openings=False)
    answer = analyse_with(chess, options, chess.parse(ONLY_MOVE))
    showing.say(f"In chess, with one legal move: {answer.best} after depth {answer.search.depth}.")
    showing.say("Alpha-beta is the same idea inside the tree: a leaf that cannot change the move is not worth a look.")
    showing.run("best", "chess", ONLY_MOVE, "--time", "60", "--early-stop", "yes")
    return showing


TOPICS = (
    Topic("first-boards", "three finished boards", (5,), first_boards),
    Topic("evaluation", "guesses where a search stops, and three demands on them", (1, 2, 3, 4, 5), evaluation),
    Topic("material", "1, 3, 3, 5, 9, and where counting misleads", (1, 3, 4, 5), material),
    Topic("quiescence", "not to stop in the middle of an exchange", (2, 4, 5), quiescence),
    Topic("horizon", "a loss pushed out of sight", (2, 4), horizon),
    Topic("beam", "forward pruning and its risk", (4,), beam),
    Topic("techniques", "table, killers and order, measured", (4,), techniques),
    Topic("deepening", "one position, deeper and deeper", (2, 4, 5), deepening),
    Topic("depth-matters", "deeper against shallower, in games", (5,), depth_matters, ("games", "seed")),
    Topic("metareasoning", "when to stop thinking", (5,), metareasoning),
)
