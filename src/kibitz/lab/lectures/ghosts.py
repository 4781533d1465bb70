"""Pac-Man: what it costs to be wrong about the ghosts, and why he starves."""

from __future__ import annotations

from kibitz.answer.analyse import analyse
from kibitz.arena.beliefs import Tally, table, trials
from kibitz.games import game
from kibitz.lab.lectures.topic import Asked, Showing, Topic
from kibitz.lab.recording import shown
from kibitz.search.opponent import against

GAMES = 20
GHOSTS = "ghosts=minimising,random"
NOTES = (
    ("minimax Pac-Man", "won 5 of 5, 493", "won 5 of 5, 483"),
    ("expectimax Pac-Man", "won 1 of 5, −303", "won 5 of 5, 503"),
)


def tallied(asked: Asked, layout: str, depth: int) -> list[Tally]:
    """Every belief against every truth, in a layout."""
    given = {"layout": layout, "evaluation": "better"}
    games = asked.games or GAMES
    found = [
        trial.tally(games, depth=depth, reply=2, seed=asked.seed, interpreted=asked.interpreted)
        for trial in trials("pacman", given, GHOSTS)
    ]
    if any(tally is None or tally.games < games for tally in found):
        raise KeyboardInterrupt  # a table of which a part is missing says nothing
    return [tally for tally in found if tally is not None]


def pacman_table(asked: Asked) -> Showing:
    """Minimax and expectimax against ghosts that hunt and ghosts that wander: two by two."""
    showing = Showing()
    tallies = tallied(asked, "gamble", 4)
    showing.say("The notes, 5 games each:")
    showing.table(("", "minimising ghost", "random ghost"), NOTES)
    showing.say("")
    showing.say(f"In the layout 'gamble', {tallies[0].games} games each, depth 4, ghosts 2, ± one standard error:")
    showing.lines += table(tallies).splitlines()
    showing.say("Who believes in hunters is safe with both; who believes in wanderers is lost where they hunt.")
    showing.numbers = {"games": [tally.json() for tally in tallies]}
    words = (
        "beliefs",
        "pacman",
        "--set",
        "layout=gamble",
        "--set",
        "evaluation=better",
        "--vary",
        GHOSTS,
        "--depth",
        "4",
    )
    showing.run(*words, "--games", str(asked.games or GAMES), "--seed", str(asked.seed))
    showing.board("pacman", set_layout="gamble", set_evaluation="better")
    return showing


def cornered(asked: Asked) -> Showing:
    """Three plies, ghosts at random: minimax sees no point in trying, expectimax wins some."""
    showing = Showing()
    tallies = tallied(asked, "cornered", 3)
    rows = []
    for believes in ("minimising", "random"):
        pacman = game("pacman", layout="cornered", evaluation="better", ghosts=believes)
        answer = analyse(
            pacman, depth=3, interpreted=True, algorithm="minimax" if believes == "minimising" else "expectimax"
        )
        worth = {move.move: move.value for move in answer.moves}
        rows.append([believes, *(shown(worth[move]) for move in ("west", "stop", "east")), answer.best])
        showing.numbers[believes] = worth
    showing.say("Pac-Man between two ghosts (layout 'cornered'). What each move is worth if he believes the ghosts are")
    showing.table(("", "west", "stop", "east", "plays"), rows)
    showing.say("Minimax is sure to be caught and dies at once, which costs least. Expectimax tries to get past.")
    showing.lines += table(tallies).splitlines()
    showing.say(f"{tallies[0].games} games each, depth 3, ± one standard error.")
    showing.numbers["games"] = [tally.json() for tally in tallies]
    words = (
        "beliefs",
        "pacman",
        "--set",
        "layout=cornered",
        "--set",
        "evaluation=better",
        "--vary",
        GHOSTS,
        "--depth",
        "3",
    )
    showing.run(*words, "--games", str(asked.games or GAMES), "--seed", str(asked.seed))
    showing.board("pacman", set_layout="cornered", set_ghosts="random", set_evaluation="better")
    return showing


def starving(asked: Asked) -> Showing:
    """Why Pac-Man starves: a dot now is worth as much as a dot later."""
    showing = Showing()
    rows = []
    for evaluation, depths in (("score", (1, 2, 4, 5)), ("better", (2, 4))):
        for depth in depths:
            pacman = game("pacman", layout="starving", evaluation=evaluation)
            answer = analyse(pacman, depth=depth, interpreted=True, algorithm="minimax")
            worth = {move.move: move.value for move in answer.moves}
            alike = [move for move, value in worth.items() if value == answer.value]
            moves = [shown(worth[move]) for move in ("east", "stop", "west")]
            rows.append([evaluation, depth, *moves, " or ".join(sorted(alike))])
            showing.numbers[f"{evaluation}, depth {depth}"] = worth
    showing.say("A dot beside him in the east, another one in the west, no ghosts (layout 'starving'):")
    showing.table(("evaluation", "depth", "east", "stop", "west", "plays"), rows)
    showing.say("Two or four rounds ahead, eating now and eating later come to the same, so he may wait, again and")
    showing.say("again. Five rounds reach the second dot; the better evaluation is drawn to the nearest one.")
    for depth in (1, 2, 4, 5):
        showing.run("best", "pacman", "--set", "layout=starving", "--algorithm", "minimax", "--depth", str(depth))
    showing.run(
        "best",
        "pacman",
        "--set",
        "layout=starving",
        "--set",
        "evaluation=better",
        "--algorithm",
        "minimax",
        "--depth",
        "2",
    )
    showing.board("pacman", set_layout="starving")
    return showing


def eighty(asked: Asked) -> Showing:
    """Ghosts that take the move of a one-ply minimax 80 % of the time, and any move otherwise."""
    showing = Showing()
    pacman = game("pacman", layout="cornered", evaluation="better")
    rows = []
    for told, share in (("minimax", None), ("80 % minimax", 0.8), ("50 % minimax", 0.5), ("random", 0.0)):
        if share is None:
            answer = analyse(pacman, depth=3, interpreted=True, algorithm="minimax")
        else:
            model = against(pacman, share or "uniform", depth=1)
            answer = analyse(model, depth=3, interpreted=True, algorithm="expectimax")
        worth = {move.move: move.value for move in answer.moves}
        rows.append([told, *(shown(worth[move]) for move in ("west", "stop", "east")), answer.best])
        showing.numbers[told] = worth
    showing.say("Layout 'cornered', three rounds ahead, if the ghosts play")
    showing.table(("", "west", "stop", "east", "plays"), rows)
    showing.say("A chance node for every ghost: 0.8 for its minimax move, and 0.2 shared by all its moves.")
    for word in ("0.8", "uniform"):
        words = ["best", "pacman", "--set", "layout=cornered", "--set", "evaluation=better", "--opponent", word]
        words += ["--opponent-depth", "1"] if word == "0.8" else []
        showing.run(*words, "--algorithm", "expectimax", "--depth", "3")
    showing.board("pacman", set_layout="cornered", set_evaluation="better")
    return showing


TOPICS = (
    Topic("pacman-table", "the table two by two, with error bars", (3,), pacman_table, ("games", "seed")),
    Topic("cornered", "minimax gives up, expectimax wins some", (3,), cornered, ("games", "seed")),
    Topic("starving", "why Pac-Man starves", (3, 5), starving),
    Topic("eighty", "ghosts that play minimax 80 % of the time", (3,), eighty),
)
