"""A match of Kibitz against a Go program that speaks GTP, such as GNU Go or Pachi.

    python -m benchmarks.go_match --opponent "gtp:/usr/games/gnugo --mode gtp --level 10 --chinese-rules" \
        --games 100 --jobs 16 --time 5 --out results/go-gnugo

Colours alternate from game to game. Every move of either side must be legal by our rules, positional superko included,
and the other program must accept it; a move that is not loses the game. Both programs know each other's moves and
nothing else: ours is `kibitz gtp`, with one thread and a time limit a move.

Two passes end a game. The score is by area, with the stones taken away that the opponent calls dead
(`final_status_list dead`); the opponent's own `final_score` and our program's are asked too, and the games in which the
three do not agree on the winner are counted in the result. Finished games are kept in FILE.jsonl, one a line, and every
move of the others in FILE.moves: the same command goes on where it stopped, in the middle of games too. FILE.json has
the result and FILE.sgf the games.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import multiprocessing
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TextIO

from kibitz.arena.gtp.gtp_program import GtpTalk, Refused
from kibitz.arena.match.player import Failed
from kibitz.errors import BadInput
from kibitz.game.repeating import is_forbidden, keys_of
from kibitz.games.go import Go
from kibitz.games.go.dead_stones import stones_of
from kibitz.games.go.points import NO_POINTS, either, number_of, single, without
from kibitz.games.go.stones import area

RESULTS = Path(__file__).resolve().parent / "results"
COLOURS = "bw"
PATIENCE = 30.0  # seconds past its time after which a program is taken to hang
OVERTIME = 0.5  # seconds over the time of a move that are counted as late, not punished
LONGEST = 400  # plies; then a game is counted as it stands
SURE = 1.96  # standard errors on either side of 95 %


# ------------------------------------------------------------ one game


class Referee:
    """Knows the rules and the board, and nothing of what the programs think."""

    def __init__(self, size: int, komi: float) -> None:
        self.game = Go(size, komi)
        self.s = self.game.initial()
        self.moves: list[str] = []
        self._history: tuple[int, ...] = ()

    @property
    def side(self) -> int:
        """Who is to move: 0 is Black."""
        return self.game.player(self.s)

    @property
    def is_over(self) -> bool:
        """Have both passed, or has it gone on for too long?"""
        return self.game.is_terminal(self.s) or len(self.moves) >= LONGEST

    def play(self, text: str) -> bool:
        """Play a move; False where it is not legal."""
        try:
            a = self.game.parse_action(self.s, text)
        except BadInput:
            return False
        if is_forbidden(self.game, self.s, a, self._history):
            return False
        self._history += keys_of(self.game, [self.s])
        self.s = self.game.result(self.s, a)
        self.moves.append(text)
        return True

    def margin(self, dead: str) -> float:
        """Black's lead by area, komi taken off, once these stones are taken away."""
        gone = NO_POINTS
        for text in dead.lower().split():
            gone = either(gone, single(self.game.parse_action(self.game.initial(), text)))
        black, white = (without(stones, gone) for stones in stones_of(self.s))
        return number_of(area(self.game, black, white)) - number_of(area(self.game, white, black)) - self.game.komi


def played(
    players: tuple[GtpTalk, GtpTalk],
    ours: int,
    options: argparse.Namespace,
    begun_with: Sequence[str] = (),
    note: Callable[[str], None] = lambda _: None,
) -> dict[str, Any]:
    """A game of Black against White: its moves, its result, how it ended and which side failed, if one did.

    It goes on after the moves it was `begun_with`; `note` is given every move as it is made.
    """
    referee = Referee(options.size, options.komi)
    spent = [0.0, 0.0]
    late = [0, 0]
    ended, winner, failed = "", None, None
    for side, each in enumerate(players):
        try:
            for command in (f"boardsize {options.size}", "clear_board", f"komi {options.komi:g}"):
                each.ask(command)
            each.ask(f"time_settings 0 {max(1, math.floor(options.time))} 1")
            for number, text in enumerate(begun_with):
                each.ask(f"play {COLOURS[number % 2]} {text}")
        except Failed as error:
            ended, winner, failed = f"crash: {error}", 1 - side, side
    for text in begun_with:
        referee.play(text)
    while not ended and not referee.is_over:
        side = referee.side
        begun = time.perf_counter()
        try:
            text = players[side].ask(f"genmove {COLOURS[side]}", options.time + PATIENCE).lower()
        except Failed as error:
            players[side].close()
            ended, winner, failed = f"crash: {error}", 1 - side, side
            break
        seconds = time.perf_counter() - begun
        spent[side] += seconds
        late[side] += seconds > options.time + OVERTIME
        if text == "resign":
            ended, winner = "resigned", 1 - side
            break
        if not referee.play(text):
            ended, winner, failed = f"illegal: {text}", 1 - side, side
            break
        note(text)
        try:
            players[1 - side].ask(f"play {COLOURS[side]} {text}")
        except Refused as error:  # we find it legal, they do not: nobody wins, and it is told
            ended, winner, failed = f"disputed: {error}", None, side
        except Failed as error:
            ended, winner, failed = f"crash: {error}", side, 1 - side
    found: dict[str, Any] = {"ours": ours, "ended": ended, "failed": failed, "moves": referee.moves, "late": late}
    if not ended:
        found |= counted(referee, players, ours)
        winner = found["winner"]
    moves = [max(1, (len(referee.moves) + 1 - side) // 2) for side in (0, 1)]
    return found | {"winner": winner, "seconds": [round(s / m, 2) for s, m in zip(spent, moves, strict=True)]}


def counted(referee: Referee, players: tuple[GtpTalk, GtpTalk], ours: int) -> dict[str, Any]:
    """Who has won a game that was played to its end, and what the two programs say of it."""
    theirs = players[1 - ours]
    dead = " ".join(theirs.ask("final_status_list dead", PATIENCE).split())
    margin = referee.margin(dead)
    said = [each.ask("final_score", PATIENCE) for each in players]
    as_it_stands = referee.margin("")
    winner = 0 if margin > 0 else 1
    opinions = {winner, *("BW".index(text[0].upper()) for text in said if text[:1].upper() in ("B", "W"))}
    return {
        "ended": "counted",
        "winner": winner,
        "margin": margin,
        "as_it_stands": as_it_stands,
        "dead": dead,
        "said": said,
        "agreed": len(opinions) == 1,
    }


# ------------------------------------------------------------ many games


def our_command(options: argparse.Namespace) -> str:
    """The command line of our program."""
    if options.engine:
        return str(options.engine)
    words = [sys.executable, "-m", "kibitz", "gtp", "--set", f"size={options.size}", "--set", f"komi={options.komi:g}"]
    words += ["--time", f"{options.time:g}", *options.option]
    return " ".join(words)


def worker(options: argparse.Namespace, jobs: Any, done: Any) -> None:
    """Play one game after the other with programs that stay; what each said goes to `done`."""
    both = (GtpTalk(our_command(options)), GtpTalk(options.opponent.removeprefix("gtp:")))
    while (job := jobs.get()) is not None:
        number, moves = job
        ours = number % 2
        order = both if ours == 0 else both[::-1]
        note = partial(_put, done, number)
        done.put({"game": number, **played((order[0], order[1]), ours, options, moves, note)})
    for each in both:
        each.close()


def _put(done: Any, number: int, text: str) -> None:
    done.put({"game": number, "move": text})


def lines_of(path: Path) -> list[dict[str, Any]]:
    """The lines of a file that are whole; a last one that was broken off is left out."""
    found = []
    for line in path.read_text().splitlines() if path.exists() else []:
        with contextlib.suppress(json.JSONDecodeError):
            found.append(json.loads(line))
    return found


def appending(path: Path) -> TextIO:
    """A file to add lines to, after a last one that may have been broken off."""
    is_whole = not path.exists() or path.read_text()[-1:] in ("", "\n")
    file = path.open("a")
    file.write("" if is_whole else "\n")
    return file


def match(options: argparse.Namespace) -> list[dict[str, Any]]:
    """All games, those that were played before included."""
    kept = Path(f"{options.out}.jsonl")
    kept.parent.mkdir(parents=True, exist_ok=True)
    games = lines_of(kept)
    begun: dict[int, list[str]] = {}
    noted = Path(f"{options.out}.moves")
    for line in lines_of(noted):
        begun.setdefault(line["game"], []).append(line["move"])
    known = {game["game"] for game in games}
    wanted = [number for number in range(options.games) if number not in known]
    if not wanted:
        return games
    first = GtpTalk(our_command(options))  # compiled once, before many of them do the same
    first.ask("kibitz-analyze b 0.1", 600.0)
    first.ask("final_score", 600.0)
    first.close()
    context = multiprocessing.get_context("spawn")
    jobs, done = context.Queue(), context.Queue()
    for number in wanted:
        jobs.put((number, begun.get(number, [])))
    processes = [
        context.Process(target=worker, args=(options, jobs, done), daemon=True)
        for _ in range(min(options.jobs, len(wanted)))
    ]
    for process in processes:
        jobs.put(None)
        process.start()
    with appending(kept) as file, appending(noted) as moves:
        while len(games) < len(known) + len(wanted):
            game = done.get()
            if "move" in game:
                moves.write(json.dumps(game) + "\n")
                moves.flush()
                continue
            games.append(game)
            file.write(json.dumps(game) + "\n")
            file.flush()
            colour = "black" if game["ours"] == 0 else "white"
            who = "nobody" if game["winner"] is None else "we" if game["winner"] == game["ours"] else "they"
            how = f"{game['ended']} {game.get('margin', '')}".strip()
            print(f"game {game['game'] + 1}, we are {colour}: {who} won ({how}); {told(summary(games))}", flush=True)
    for process in processes:
        process.join()
    return sorted(games, key=lambda game: game["game"])


def summary(games: list[dict[str, Any]]) -> dict[str, Any]:
    """The score with its error (95 %), the difference in Elo, and what went wrong."""
    scores = [0.5 if game["winner"] is None else float(game["winner"] == game["ours"]) for game in games]
    count = max(1, len(scores))
    mean = sum(scores) / count
    # Wilson's interval: it holds near 0 and 1 too.
    middle = (mean + SURE**2 / (2 * count)) / (1 + SURE**2 / count)
    half = SURE * math.sqrt(mean * (1 - mean) / count + SURE**2 / (4 * count**2)) / (1 + SURE**2 / count)
    failed = [
        (game["failed"] == game["ours"], game["ended"].split(":")[0]) for game in games if game["failed"] is not None
    ]
    by_colour = {
        colour: [int(g["winner"] == g["ours"]) for g in games if g["ours"] == side]
        for side, colour in enumerate(COLOURS)
    }
    return {
        "games": len(scores),
        "wins": scores.count(1.0),
        "losses": scores.count(0.0),
        "undecided": scores.count(0.5),
        "score": mean,
        "interval": [middle - half, middle + half],
        "elo": elo(mean),
        "as_black": f"{sum(by_colour['b'])} of {len(by_colour['b'])}",
        "as_white": f"{sum(by_colour['w'])} of {len(by_colour['w'])}",
        "resigned": sum(game["ended"] == "resigned" for game in games),
        "not_agreed": sum(game.get("agreed") is False for game in games),
        "ours": _kinds([kind for is_ours, kind in failed if is_ours]),
        "theirs": _kinds([kind for is_ours, kind in failed if not is_ours]),
        "late": [
            sum(game["late"][game["ours"]] for game in games),
            sum(game["late"][1 - game["ours"]] for game in games),
        ],
        "seconds": [_mean_seconds(games, 0), _mean_seconds(games, 1)],
    }


def _kinds(failed: list[str]) -> dict[str, int]:
    return {kind: failed.count(kind) for kind in ("illegal", "disputed", "crash")}


def _mean_seconds(games: list[dict[str, Any]], who: int) -> float:
    """Seconds a move: ours for 0, theirs for 1."""
    return round(sum(game["seconds"][game["ours"] ^ who] for game in games) / max(1, len(games)), 2)


def elo(score: float) -> float | None:
    """The difference in Elo that makes such a score likely; None where it would be endless."""
    return -400 * math.log10(1 / score - 1) if 0 < score < 1 else None


def told(found: dict[str, Any]) -> str:
    """A summary on one line."""
    low, high = found["interval"]
    strength = "" if found["elo"] is None else f", {found['elo']:+.0f} Elo"
    failures = "".join(f", {who} {found[who]}" for who in ("ours", "theirs") if any(found[who].values()))
    doubt = f", {found['not_agreed']} counted differently" if found["not_agreed"] else ""
    share = f"{found['score']:.1%} ({low:.1%} to {high:.1%})"
    return f"+{found['wins']} -{found['losses']} of {found['games']}, {share}{strength}{failures}{doubt}"


def written(games: list[dict[str, Any]], options: argparse.Namespace) -> Iterator[str]:
    """The games as SGF."""
    letters = "abcdefghijklmnopqrs"
    game = Go(options.size, options.komi)
    for each in games:
        names = ["Kibitz", options.name]
        black, white = names if each["ours"] == 0 else names[::-1]
        if each["winner"] is None:
            result = "?"
        else:
            result = f"{'BW'[each['winner']]}+{abs(each['margin']) if 'margin' in each else 'R'}"
        head = f"(;GM[1]FF[4]SZ[{options.size}]KM[{options.komi:g}]RU[Chinese]PB[{black}]PW[{white}]RE[{result}]"
        nodes = []
        for number, text in enumerate(each["moves"]):
            place = ""
            if text != "pass":
                row, column = divmod(game.parse_action(game.initial(), text), game.stride)
                place = letters[column] + letters[options.size - 1 - row]
            nodes.append(f";{'BW'[number % 2]}[{place}]")
        yield head + "".join(nodes) + ")\n"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.go_match", description="A match of Go programs.")
    parser.add_argument("--opponent", required=True, metavar="gtp:COMMAND", help="a program that speaks GTP")
    parser.add_argument("--name", default="", help="what to call the opponent")
    parser.add_argument("--engine", default="", metavar="COMMAND", help="our program (kibitz gtp)")
    parser.add_argument("--option", action="append", default=[], metavar="WORD", help="another word for kibitz gtp")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=1, help="games at a time")
    parser.add_argument("--time", type=float, default=5.0, help="seconds a move (5)")
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--komi", type=float, default=7.5)
    parser.add_argument("--out", default="", metavar="FILE", help="where to keep the games, without an ending")
    options = parser.parse_args()
    options.name = options.name or Path(options.opponent.removeprefix("gtp:").split()[0]).name
    options.out = options.out or str(RESULTS / f"go-{options.name}")
    games = match(options)
    found = {"opponent": options.opponent, "size": options.size, "komi": options.komi, "time": options.time}
    found |= summary(games)
    Path(f"{options.out}.json").write_text(json.dumps(found, indent=1) + "\n")
    Path(f"{options.out}.sgf").write_text("".join(written(games, options)))
    print(f"Kibitz against {options.name}: {told(found)}")


if __name__ == "__main__":
    main()
