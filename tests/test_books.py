"""Opening books: the file, what a build holds against plain recursion, what was played, and answers from a book."""

from __future__ import annotations

import os
import random
import signal
import time
from functools import cache
from pathlib import Path

import chess
import chess.polyglot
import pytest

import kibitz as kz
from command import in_a_process, kibitz
from kibitz.answer import books
from kibitz.answer.books_building import BookPlan, Judging, build_book, remember_book
from kibitz.answer.books_levels import Levels
from kibitz.answer.books_verifying import faults
from kibitz.errors import DoesNotFit, Unusable
from kibitz.game import CHANCE
from kibitz.games import GameSource
from kibitz.lookup.book_file import BookFile, Judged, Played, book_image, book_key, write_games, write_values
from kibitz.search.engine.engine import Engine
from kibitz.search.retrograde.job import Job
from oracle import HashDice, HashGame, game_value

SMALL = {"width": 4, "height": 3, "line": 3}  # a Connect Four that plain Python solves in a moment
WORDS = ("connect-four", *(word for name, value in SMALL.items() for word in ("--set", f"{name}={value}")))
GAME = kz.game("connect-four", **SMALL)
HEADER = {"plies": 3}


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZ_DATA", str(tmp_path / "data"))


def built(game, plies, tmp_path, **limits):
    """The book of a game, built as plain Python."""
    job = Job(tmp_path / "built.book", tmp_path / "pieces", interpreted=True)
    build_book(GameSource.of(game), BookPlan(plies, **limits), job)
    return BookFile(job.out)


# ------------------------------------------------------------ the file


@pytest.mark.parametrize("kind", ["whole", "wide", "floats", "depths"])
def test_what_is_written_is_read(kind, tmp_path):
    dice = random.Random(kind)
    keys = sorted({0, 1, (1 << 64) - 1, *(dice.getrandbits(dice.choice((12, 40, 64))) for _ in range(3000))})
    drawn = {
        "whole": lambda: Judged(float(dice.randint(-21, 21)), None),
        "wide": lambda: Judged(float(dice.randint(-30_000, 30_000)), None),
        "floats": lambda: Judged(dice.random(), None),
        "depths": lambda: Judged(dice.random(), dice.choice((None, 3, 60_000))),
    }[kind]
    held = [(key, drawn()) for key in keys]
    size = write_values(tmp_path / "a.book", HEADER, held)
    book = BookFile(tmp_path / "a.book")
    assert size == (tmp_path / "a.book").stat().st_size and len(book) == len(held)
    assert list(book.entries()) == held
    assert all(book.value(key) == judged for key, judged in dice.sample(held, 200))
    strangers = {dice.getrandbits(64) for _ in range(50)} - set(keys)
    assert all(book.value(key) is None for key in strangers)
    book.check()


def test_what_was_played_is_read(tmp_path):
    dice = random.Random(2)
    held = [
        (key, [Played(place, *(dice.randrange(10 ** dice.randrange(9)) for _ in range(5))) for place in range(number)])
        for key in sorted(dice.sample(range(1 << 40), 2100))
        for number in (dice.randrange(1, 5),)
    ]
    write_games(tmp_path / "a.book", HEADER, held)
    book = BookFile(tmp_path / "a.book")
    assert [(key, list(moves)) for key, moves in book.entries()] == held
    assert book.moves(held[7][0]) == tuple(held[7][1]) and book.value(held[7][0]) is None


def test_every_damaged_byte_is_noticed(tmp_path):
    path = tmp_path / "a.book"
    write_values(path, HEADER, [(key * key, Judged(float(key % 5), None)) for key in range(1500)])
    sound = path.read_bytes()
    for at in [*range(0, 200, 3), *range(200, len(sound), 37), len(sound) - 1]:
        if at in range(28, 32):
            continue  # that is the checksum of the list, which is met below
        path.write_bytes(sound[:at] + bytes((sound[at] ^ 0x10,)) + sound[at + 1 :])
        with pytest.raises(Unusable, match=r"a\.book"):
            BookFile(path).check()
    for length in (0, 5, 31, 100, len(sound) - 1):
        path.write_bytes(sound[:length])
        with pytest.raises(Unusable, match=r"a\.book"):
            BookFile(path)
    path.write_bytes(sound[:15] + b"\x07" + sound[16:])
    with pytest.raises(Unusable, match="is a book of format 7: this version of Kibitz reads 1"):
        BookFile(path)


def test_other_rules_are_noticed_and_the_answer_comes_without_the_book(tmp_path):
    game = GAME
    other = kz.game("connect-four", **{**SMALL, "width": 5})
    path = books.built_path(other)
    path.parent.mkdir(parents=True)
    book = built(game, 2, tmp_path)
    path.write_bytes(Path(book.path).read_bytes())
    answer = kz.analyse(other, seconds=0.2, interpreted=True)
    assert answer.search.algorithm != "book"
    assert "is for 'connect-four' with height=3, line=3, width=4, not with height=3, line=3, width=5" in answer.note
    assert "left out" not in kz.analyse(other, seconds=0.2, interpreted=True).note  # it is told once
    assert (
        kibitz("best", *WORDS, "--book", tmp_path / "none").err == f"kibitz: there is no book '{tmp_path / 'none'}'\n"
    )


# ------------------------------------------------------------ building


@cache
def small_value(s):
    """What a position of the small Connect Four is worth to player 0, by the rules alone."""
    game = GAME
    if game.is_terminal(s):
        return game.utility(s, 0)
    return (max, min)[game.player(s)](small_value(game.result(s, a)) for a in game.actions(s))


@pytest.mark.parametrize("seed", range(4))
def test_a_solved_book_of_a_random_game_holds_what_plain_recursion_finds(seed, tmp_path):
    game = (HashDice if seed % 2 else HashGame)(seed)
    book = built(game, 3, tmp_path)
    states = Levels.of(game, game.initial(), 3).states()
    assert len(book) == len(states) > 3
    for key, s in states.items():
        value = game_value(game, s)
        own = value if game.player(s) in (0, CHANCE) else game.at_stake(s) - value
        assert book.value(key) == Judged(pytest.approx(own), None), game.text(s)


def test_symmetric_positions_are_there_once_and_mirrored_answers_agree(tmp_path):
    game = GAME
    book = built(game, 4, tmp_path)
    assert {book_key(game, game.parse(text)) for text in ("12", "43")} == {book_key(game, game.parse("12"))}
    assert book_image(game, game.parse("43")) in (game.parse("12"), game.parse("43"))
    plain = {}
    level = {game.initial()}
    for _ in range(5):
        plain |= {s: small_value(s) for s in level}
        level = {t for s in level for a in game.actions(s) if not game.is_terminal(t := game.result(s, a))}
    assert len(book) < len(plain)
    for s, value in plain.items():
        assert book.value(book_key(game, s)).value == (value if game.player(s) == 0 else -value)


def test_a_searched_book_backs_up_what_was_searched(tmp_path):
    game = kz.game("connect-four", **SMALL, evaluation="threats")
    book = built(game, 2, tmp_path, depth=2)
    assert not book.header["solved"] and book.header["depth"] == 2
    for text in ("11", "12", "42"):
        s = game.parse(text)
        assert book.value(book_key(game, s)).value == kz.analyse(game, s, depth=2, interpreted=True).value
    start = book.value(book_key(game, game.initial()))
    rows = [book.value(book_key(game, game.result(game.initial(), a))) for a in game.actions(game.initial())]
    assert start == Judged(max(-row.value for row in rows), 4)
    path = books.built_path(game)
    path.parent.mkdir(parents=True)
    path.write_bytes(Path(book.path).read_bytes())
    answer = kz.analyse(game, seconds=1, interpreted=True)
    assert (answer.search.algorithm, answer.exact, answer.search.depth) == ("book", False, 4)
    assert answer.value == start.value and all(move.words.endswith("(depth 4)") for move in answer.moves)
    assert kz.analyse(game, interpreted=True).exact  # without a limit a proof is wanted


def test_what_another_book_knows_is_taken_over_and_nothing_changes(tmp_path):
    def words(plies, name, *more):
        return ("book", "build", *WORDS, "--plies", plies, "--interpreted", "--out", tmp_path / name, *more)

    assert kibitz(*words("5", "deep.book")).code == 0
    deep = BookFile(tmp_path / "deep.book")
    half = [(key, judged) for number, (key, judged) in enumerate(deep.entries()) if number % 3]
    write_values(tmp_path / "half.book", {**deep.header, "unfinished": True}, half)
    for plies in ("3", "4"):
        assert kibitz(*words(plies, "a.book")).code == 0
        assert kibitz(*words(plies, "b.book", "--known", tmp_path / "half.book")).code == 0
        assert (tmp_path / "a.book").read_bytes() == (tmp_path / "b.book").read_bytes()
    engine = Engine(GAME, megabytes=0.5, interpreted=True)
    engine.begin(GAME.initial())
    remember_book(engine, BookFile(tmp_path / "half.book"))
    for key, judged in half:
        entry = engine.table.probe(key)
        assert entry.found and entry.lower == entry.upper == judged.value
    said = kibitz(*words("3", "c.book", "--depth", "2", "--known", tmp_path / "half.book"))
    assert said.messages[-1] == f"kibitz: '{tmp_path / 'half.book'}' can only help where both books are solved"


def test_what_cannot_be_in_a_book_is_refused():
    with pytest.raises(DoesNotFit, match="'kuhn-poker' hides some of it"):
        Levels.of(kz.game("kuhn-poker"), kz.game("kuhn-poker").initial(), 1)
    trio = kz.game("connect-four-many")
    with pytest.raises(DoesNotFit, match="every player has their own"):
        Levels.of(trio, trio.initial(), 1)
    said = kibitz("book", "build", "chess", "--plies", "1")
    assert said.code == 2 and said.err == (
        "kibitz: 'chess' cannot be solved for a book: positions that come up again end it; "
        "limit the search with --depth\n"
    )
    assert kibitz("book", "build", "nim").err == (
        "kibitz: a book needs --plies N, how far it goes, or --games FILE, what was played\n"
    )
    assert kibitz("book", "show", "nim").err == (
        "kibitz: there is no book of 'nim': build one with 'kibitz book build'\n"
    )


def test_connect_four_is_exact_from_the_first_move():
    """The book that ships with the game, compared with another program's by `benchmarks.connect_four_book`."""
    answer = kibitz("best", "connect-four", "--json").json
    columns = {move["move"]: move["value"] for move in answer["moves"]}
    assert [columns[column] for column in "1234567"] == [-2, -1, 0, 1, 0, -1, -2]
    assert answer["exact"] and answer["words"] == "wins in 41" and answer["search"]["algorithm"] == "book"
    assert kibitz("solve", "connect-four", "444444").out == "1\n"  # the last ply: a value, and no moves
    game = kz.game("connect-four")
    path = books.shipped_path(game)
    assert path.stat().st_size < 300_000
    assert BookFile(path).header["plies"] == 6 and not list(faults(game, BookFile(path), print))


def test_likely_lines_come_first():
    game = kz.game("connect-four")
    levels = Levels.of(game, game.initial(), 3)
    order = levels.unresolved()
    assert sorted(order) == sorted(levels.plies[3])
    central, edge = (book_key(game, game.parse(text)) for text in ("444", "127"))
    assert order.index(central) < order.index(edge)
    parents = [key for key in levels.plies[2] if order[0] in levels.links[key]]
    siblings = set(order[: len(levels.links[parents[0]])])
    assert any(siblings == set(levels.links[key]) for key in parents)  # a position is soon known with all its moves


def test_killed_at_ten_random_moments_a_build_ends_with_the_same_bytes(tmp_path):
    def words(out):
        return ("book", "build", *WORDS, "--plies", "5", "--interpreted", "--out", out)

    whole, disturbed = tmp_path / "whole.book", tmp_path / "disturbed.book"
    began = time.perf_counter()
    assert kibitz(*words(whole)).code == 0
    lasts = time.perf_counter() - began
    dice, killed = random.Random(3), 0
    for _ in range(40):
        pid = in_a_process(*words(disturbed))
        time.sleep(dice.random() * lasts / 3)
        os.kill(pid, signal.SIGKILL)
        killed += os.WIFSIGNALED(os.waitpid(pid, 0)[1])
        if disturbed.exists():
            assert disturbed.read_bytes() == whole.read_bytes()
            disturbed.unlink()
        if killed == 10:
            break
    assert killed == 10
    assert kibitz(*words(disturbed)).code == 0
    assert disturbed.read_bytes() == whole.read_bytes()


def test_stopped_it_holds_what_is_known_and_goes_on(tmp_path, monkeypatch):
    words = ("book", "build", *WORDS, "--plies", "4", "--interpreted", "--out", tmp_path / "a.book")
    judge = Judging._judged
    calls = []

    def interrupted(self, s):
        calls.append(s)
        if len(calls) == 20:
            raise KeyboardInterrupt
        return judge(self, s)

    monkeypatch.setattr(Judging, "_judged", interrupted)
    said = kibitz(*words)
    assert said.code == 130 and said.messages[-1].endswith(
        "holds what is known so far; the same command goes on from there"
    )
    part = BookFile(tmp_path / "a.book")
    assert part.header["unfinished"] and len(part) >= 19
    assert kibitz("book", "verify", *WORDS, "--book", tmp_path / "a.book").code == 0
    said = kibitz(*words)
    assert said.code == 0 and not BookFile(tmp_path / "a.book").header.get("unfinished")
    assert len(calls) == 1 + len(Levels.of(GAME, GAME.initial(), 4).unresolved())
    assert kibitz(*words, "--within", "0.000001").code == 1


# ------------------------------------------------------------ answers


def test_an_answer_of_the_book_is_that_of_the_search(tmp_path):
    game = GAME
    assert kibitz("book", "build", *WORDS, "--plies", "4", "--interpreted").code == 0
    for text in ("", "2", "23", "111"):
        by_book = kibitz("best", *WORDS, text, "--json").json
        searched = kibitz("best", *WORDS, text, "--json", "--no-book", "--interpreted", "--exact").json
        assert by_book["search"]["algorithm"] == by_book["search"]["stopped_by"] == "book"
        assert searched["search"]["algorithm"] != "book"
        for name in ("exact", "value", "words", "outcome", "distance", "player", "position"):
            assert by_book[name] == searched[name], (text, name)
        rows = [
            {move["move"]: (move["value"], move["words"], move["loss"]) for move in found["moves"]}
            for found in (by_book, searched)
        ]
        assert rows[0] == rows[1]
        for move in by_book["moves"]:
            s = game.parse(text)
            for number, played in enumerate(move["line"]):  # best play, as far as the book goes
                if number:
                    assert small_value(s) == small_value(game.result(s, game.parse_action(s, played)))
                s = game.result(s, game.parse_action(s, played))
            assert len(move["line"]) >= 4 - len(text) or game.is_terminal(s)
    last = kibitz("best", *WORDS, "1112", "--interpreted", "--json").json  # known, but its moves are not
    assert last["search"]["algorithm"] != "book"
    assert kibitz("solve", *WORDS, "1112", "--interpreted").out == f"{last['value']:g}\n"
    for more in (("--depth", "2"), ("--algorithm", "deepening")):
        assert kibitz("best", *WORDS, *more, "--interpreted", "--json").json["search"]["algorithm"] == "deepening"
    said = kibitz("best", *WORDS, "--no-book", "--book", "x")
    assert said.err == "kibitz: the book 'x' cannot be asked where no book is to be: leave one of both out\n"


def test_a_damaged_book_is_found_by_verify_and_left_out(tmp_path):
    assert kibitz("book", "build", *WORDS, "--plies", "3", "--interpreted").code == 0
    game = GAME
    path = books.built_path(game)
    said = kibitz("book", "verify", *WORDS, "--sample", "20", "--interpreted")
    assert said.code == 0 and said.out.endswith("positions are right, 20 of them solved anew\n")
    held = dict(BookFile(path).entries())
    wrong = min(held)
    held[wrong] = Judged(held[wrong].value + 1, None)
    write_values(path, BookFile(path).header, sorted(held.items()))
    said = kibitz("book", "verify", *WORDS, "--sample", "10000", "--interpreted")
    assert said.code == 1 and "but the engine finds" in said.err
    data = path.read_bytes()
    path.write_bytes(data[:-3] + bytes((data[-3] ^ 1,)) + data[-2:])
    said = kibitz("book", "verify", *WORDS)
    assert said.code == 1 and said.err == f"kibitz: the book '{path}' is damaged (block 1 of 1): build it anew\n"
    answer = kibitz("best", *WORDS, "--interpreted", "--json")
    assert answer.code == 0 and answer.json["search"]["algorithm"] != "book"
    assert answer.json["note"].endswith("is damaged (block 1 of 1): build it anew; it is left out")


# ------------------------------------------------------------ what was played

PGN = """[Date "2024.05.01"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O 1-0

[Date "2023.??.??"]
[Result "1/2-1/2"]

1. e4 c5 2. Nf3 d6 1/2-1/2

[Date "2025.01.31"]
[Result "1-0"]

1. Nf3 e5 2. e4 Nc6 1-0

[Result "*"]

1. e4 e6 2. Ke3 *
"""


def test_games_are_counted_with_their_results_and_dates(tmp_path):
    (tmp_path / "games.pgn").write_text(PGN)
    said = kibitz("book", "build", "chess", "--games", tmp_path / "games.pgn")
    assert said.code == 0 and ": 13 positions of 3 games, " in said.out
    assert len(said.messages) == 1 and "'Ke3' is not a legal move" in said.messages[0]
    rows = {row["move"]: row for row in kibitz("book", "show", "chess", "--json").json["moves"]}
    assert list(rows) == ["e2e4", "g1f3"]
    assert rows["e2e4"] == {
        "move": "e2e4", "games": 2, "share": 2 / 3, "wins": 1, "draws": 1, "losses": 0, "score": 0.75,
        "last": "2024-05-01",
    }  # fmt: skip
    after = kibitz("book", "show", "chess", "--moves", "e2e4 e7e5 g1f3", "--json").json["moves"]
    assert [(row["move"], row["games"], row["losses"], row["last"]) for row in after] == [("b8c6", 2, 2, "2025-01-31")]
    assert kibitz("book", "show", "chess", "--openings", "9", "--plies", "2").out.splitlines()[1:] == [
        "  score  games  last        line",
        "100.0 %      1  2024-05-01  e2e4 e7e5",
        "100.0 %      1  2025-01-31  g1f3 e7e5",
        " 50.0 %      1  2023        e2e4 c7c5",
    ]
    said = kibitz("book", "show", "chess", "--moves", "a2a3")
    assert said.code == 1 and said.err.startswith("kibitz: the book does not have 'rnbqkbnr/pppppppp/")
    assert kibitz("book", "verify", "chess").code == 0
    path = books.built_path(kz.game("chess"))
    assert kibitz("best", "chess", "--book", path).err == (
        f"kibitz: '{path}' holds what was played: look into it with 'kibitz book show --book'\n"
    )
    assert kibitz("book", "build", "chess", "--games", tmp_path / "games.pgn", "--depth", "3").err == (
        "kibitz: --depth has no effect on a book of games\n"
    )


def test_a_polyglot_book_is_what_python_chess_reads(tmp_path):
    (tmp_path / "games.pgn").write_text(PGN)
    assert kibitz("book", "build", "chess", "--games", tmp_path / "games.pgn", "--out", tmp_path / "a.bin").code == 0
    assert kibitz("book", "build", "chess", "--games", tmp_path / "games.pgn").code == 0
    assert kibitz("book", "export", "chess", tmp_path / "b.bin").code == 0
    assert (tmp_path / "a.bin").read_bytes() == (tmp_path / "b.bin").read_bytes()
    with chess.polyglot.open_reader(tmp_path / "a.bin") as reader:
        found = {entry.move.uci(): entry.weight for entry in reader.find_all(chess.Board())}
        assert found == {"e2e4": 3, "g1f3": 2}  # two for a win, one for a draw
        board = chess.Board()
        for move in ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6"]:
            board.push_san(move)
        assert [entry.move.uci() for entry in reader.find_all(board)] == ["e1g1"]
    said = kibitz("book", "import", "chess", tmp_path / "a.bin", "--out", tmp_path / "c.book")
    assert said.code == 0
    rows = kibitz("book", "show", "chess", "--book", tmp_path / "c.book", "--json").json["moves"]
    assert [(row["move"], row["games"], row["score"]) for row in rows] == [("e2e4", 3, None), ("g1f3", 2, None)]
    assert "is not a chess position" in kibitz("book", "import", "othello", tmp_path / "a.bin").err


def test_mirrored_games_of_a_match_count_together(tmp_path):
    lines = [
        '{"game": "connect-four", "set": {}, "position": "", "moves": ["1", "4"], "result": "1", "date": "2026-02-03"}',
        '{"game": "connect-four", "set": {}, "position": "", "moves": ["7", "4"], "result": "draw"}',
        '{"game": "connect-four", "set": {}, "position": "", "moves": ["7", "5"], "result": "2"}',
    ]
    (tmp_path / "games.jsonl").write_text("\n".join(lines) + "\n")
    assert kibitz("book", "build", "connect-four", "--games", tmp_path / "games.jsonl").code == 0
    rows = kibitz("book", "show", "connect-four", "--json").json["moves"]
    assert {row["move"] for row in rows} == {"1", "7"}
    assert all((row["games"], row["wins"], row["draws"], row["losses"]) == (3, 1, 1, 1) for row in rows)
    replies = kibitz("book", "show", "connect-four", "1", "--json").json["moves"]
    assert [(row["move"], row["games"], row["last"]) for row in replies] == [("4", 2, "2026-02-03"), ("3", 1, "")]


ROUNDABOUT = """
import kibitz as kz

class Roundabout(kz.Game):
    \"\"\"One player goes round in a circle of three, and gets `prize` for stepping out.\"\"\"

    def __init__(self, prize=1): self.prize = prize
    def initial(self): return 0
    def player(self, s): return 0
    def actions(self, s): return [1, 2] if s == 2 else [1]
    def result(self, s, a): return 3 if a == 2 else (s + 1) % 3
    def is_terminal(self, s): return s == 3
    def utility(self, s, player): return self.prize if player == 0 else -self.prize
"""


@pytest.mark.parametrize(("prize", "expected"), [(1, "best: 2, wins in 1"), (-1, "best: 1, draws")])
def test_a_book_of_a_game_with_circles_does_not_lead_round_in_them(prize, expected, tmp_path):
    (tmp_path / "roundabout.py").write_text(ROUNDABOUT)
    words = (f"{tmp_path / 'roundabout.py'}:Roundabout", "--set", f"prize={prize}", "--interpreted")
    assert kibitz("book", "build", *words, "--plies", "3").code == 0
    assert kibitz("best", *words, "2").out.splitlines()[0] == expected
