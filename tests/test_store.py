"""The game store: games are kept as they are played, whatever happens, and found again by who, how and position."""

import io
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import chess.pgn
import pytest

from command import kibitz
from kibitz.arena.store.database import Database
from kibitz.arena.store.exchange import Given, bring_in
from kibitz.arena.store.game_store import GameStore, NewGame
from kibitz.arena.store.kept_entry import Ending, Wanted
from kibitz.arena.store.kept_rules import KeptRules, PlayedLine, place_of, places_of
from kibitz.arena.store.position_search import games_with, statistics
from kibitz.errors import BadInput, Unusable
from kibitz.games import game_class, record_of

ROOT = Path(__file__).parent.parent
HEXAPAWN = ROOT / "examples" / "hexapawn.py"
FOUR = KeptRules.of("connect-four")

PGN = """[Event "Café"]
[White "Ann"]
[Black "Bob"]
[Date "2020.03.??"]
[Result "1-0"]

1. e4 {best by test} e5 (1... c5 2. Nf3) 2. Qh5 Nc6 3. Bc4 Nf6?? 4. Qxf7# 1-0

[Event "Broken"]

1. e4 Ke2 0-1

[Event "Last"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]

1. e4 Ke7 1/2-1/2
"""
SGF = """(;GM[1]FF[4]SZ[9]KM[5.5]PB[Go]PW[Seigen]RE[B+R]DT[2021-04-05];B[dd];W[ee]C[so so](;B[ff])(;B[gg]))
(;GM[1]SZ[9];B[zz])
(;GM[1]SZ[9]KM[0];B[cd];W[])
"""
PDN = """[Event "A"]
[Black "Tinsley"]
[White "Chinook"]

1. 11-15 22-18 15x22 {a shot} 1/2-1/2

1. 11-15 9-9 *

1. 11-16 24-19 1-0
"""


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    """A folder of its own, in which nothing is kept yet."""
    folder = tmp_path / "data"
    monkeypatch.setenv("KIBITZ_DATA", str(folder))
    return folder


@pytest.fixture
def store(data):
    with GameStore.made() as made:
        yield made


def played(moves, rules=FOUR, players=("Ann", "Bob"), **more):
    line = PlayedLine.of(rules, "", moves.split())
    return NewGame(rules, line, players, Ending.of(rules.unclaimed, line.states), "test", **more)


def listed(**wanted):
    with GameStore.open() as store:
        return store.listed(Wanted(**wanted))


# ------------------------------------------------------------ on and off


def test_nothing_is_kept_until_it_is_asked_for_and_one_file_is_all_there_is(data):
    kibitz("play", "tic-tac-toe", "--you", "both", "--interpreted", stdin="1\nquit\n")
    kibitz("match", "tic-tac-toe", "random", "random", "--games", 2, "--interpreted")
    assert not data.exists() and kibitz("store", "status", "--json").json["on"] is False
    assert kibitz("store", "list").code == 1 and not data.exists()
    assert kibitz("store", "on").code == 0
    assert [path.name for path in data.iterdir()] == ["games.sqlite"]
    kibitz("play", "tic-tac-toe", "--you", "both", "--interpreted", stdin="1\nquit\n")
    kibitz("play", "tic-tac-toe", "--you", "both", "--interpreted", "--no-store", stdin="2\nquit\n")
    kibitz("match", "tic-tac-toe", "random", "random", "--games", 2, "--interpreted")
    kibitz("store", "off")
    kibitz("play", "tic-tac-toe", "--you", "both", "--interpreted", stdin="3\nquit\n")
    assert [entry.source for entry in listed()] == ["match", "match", "play"]
    refused = kibitz("store", "delete", "--all")
    assert refused.code == 2 and "--yes" in refused.err and data.joinpath("games.sqlite").exists()
    assert kibitz("store", "delete", "--all", "--yes").code == 0
    assert list(data.iterdir()) == []


# ------------------------------------------------------------ keeping


def test_a_game_of_the_terminal_is_kept_with_all_that_happens_in_it():
    kibitz("store", "on")
    orders = "1\n5\nundo\n4\n2\n5\n3\nundo\nundo\n7\nnew\n9\nquit\n"
    kibitz("play", "tic-tac-toe", "--you", "both", "--interpreted", stdin=orders)
    newest, after, won = listed()
    assert (won.moves, won.result, won.shares) == (("1", "4", "2", "5", "3"), "0", (1.0, -1.0))
    assert won.ended == "The game is over: X won." and won.players == ("person", "person")
    assert (after.moves, after.result) == (("1", "4", "2", "7"), "")  # a game that is over is not changed
    assert newest.moves == ("9",) and newest.played > "2026"
    on = kibitz("play", "tic-tac-toe", "--load", newest.number, "--you", "both", "--interpreted", stdin="5\nquit\n")
    assert on.code == 0 and listed()[0].moves == ("9", "5") and len(listed()) == 3
    other = kibitz("play", "nim", "--load", newest.number)
    assert other.code == 2 and "'kibitz play tic-tac-toe'" in other.err


def test_a_game_in_which_only_the_dice_have_moved_is_not_kept_yet():
    kibitz("store", "on")
    begun = kibitz("play", "backgammon", "--you", "both", "--seed", 1, "--interpreted", stdin="quit\n")
    assert "chance: " in begun.out and listed() == []
    kibitz("play", "pig", "--you", "both", "--seed", 1, "--interpreted", stdin="roll\nquit\n")
    (entry,) = listed()
    assert entry.moves[0] == "roll" and entry.plies >= 2  # the die that fell, too


def test_every_move_that_was_shown_is_there_after_kill_9():
    kibitz("store", "on")
    running = subprocess.Popen(
        [sys.executable, "-m", "kibitz", "play", "connect-four", "--you", "both", "--interpreted"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    )
    for move in "44353":
        running.stdin.write(f"{move}\n")
    running.stdin.flush()
    shown = 0
    while shown < 6:  # a board at first, and one after each move
        shown += running.stdout.readline().startswith(" 1 2 3 4 5 6 7")
    os.kill(running.pid, signal.SIGKILL)
    running.wait()
    running.stdin.close(), running.stdout.close()
    assert [entry.moves for entry in listed()] == [tuple("44353")]
    with GameStore.open() as store:
        hit = games_with(store, FOUR, FOUR.made.parse("44353"))
        assert [(each.entry.number, each.ply) for each in hit] == [(1, 5)]


def test_a_match_that_is_killed_again_and_again_leaves_every_game_once(tmp_path):
    kibitz("store", "on")
    order = ["match", "tic-tac-toe", "random", "greedy", "--games", "300", "--interpreted", "--seed", "5"]
    dice = random.Random(5)
    out = tmp_path / "match.jsonl"
    for _ in range(3):
        running = subprocess.Popen(
            [sys.executable, "-m", "kibitz", *order, "--out", str(out)], stdout=subprocess.DEVNULL
        )
        enough = (out.stat().st_size if out.exists() else 0) + dice.randrange(2_000, 20_000)
        while running.poll() is None and (not out.exists() or out.stat().st_size < enough):
            time.sleep(0.002)
        running.kill()
        running.wait()
    assert 0 < len(listed()) < 300
    assert kibitz(*order, "--out", out).code == 0
    kept = sorted((entry.players, entry.moves, entry.result) for entry in listed())
    kibitz("store", "delete", "--all", "--yes")
    kibitz("store", "on")
    kibitz(*order)
    assert kept == sorted((entry.players, entry.moves, entry.result) for entry in listed()) and len(kept) == 300


def test_several_may_write_at_once(store):
    def write(name):
        with GameStore.open() as own:
            for move in "1234567":
                number = own.follow(None, played(move, players=(name, "?")))
                own.follow(number, played(f"{move} 4", players=(name, "?")))

    writers = [threading.Thread(target=write, args=(f"writer {number}",)) for number in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    entries = store.listed(Wanted())
    assert len(entries) == 28 and all(entry.plies == 2 for entry in entries)
    assert store.database.row("SELECT count(*) FROM positions") == (28 * 3,)


def test_going_back_changes_a_game_only_while_it_is_not_over(store):
    number = store.follow(None, played("4 4 3 3"))
    assert store.follow(number, played("4 4")) == number and store.entry(number).moves == ("4", "4")
    assert store.follow(number, played("4 4 5 1 3 1 6")) == number and store.entry(number).result == "0"
    assert store.follow(number, played("4 4 5")) == number and store.entry(number).plies == 7
    other = store.follow(number, played("4 4 5 1 3 1 2"))
    assert other != number and store.entry(number).plies == store.entry(other).plies == 7
    assert store.follow(other, played("1", KeptRules.of("connect-four", {"width": "5"}))) not in (number, other)
    assert store.database.row("SELECT count(*) FROM positions WHERE number = ?", (number,)) == (8,)


# ------------------------------------------------------------ finding


def test_games_are_found_by_position_also_mirrored(store):
    for moves in ("5 2 5", "3 6 1", "3 3", "4"):
        store.add(played(moves))
    s = FOUR.made.parse("3")
    assert [(hit.entry.number, hit.ply, hit.is_mirrored) for hit in games_with(store, FOUR, s)] == [
        (3, 1, False),
        (2, 1, False),
        (1, 1, True),
    ]
    answer = kibitz("store", "search", "connect-four", "--moves", "3 6 3")
    assert answer.code == 0 and "at ply 3 (mirrored)" in answer.out and answer.out.split()[0] == "1"
    assert kibitz("store", "search", "connect-four", "77").code == 1
    assert kibitz("store", "search", "connect-four", "3", "--player", "nobody").code == 1
    assert games_with(store, KeptRules.of("connect-four", {"width": "6"}), s) == []


class Turning(type(KeptRules.of("tic-tac-toe").made)):
    """Tic-tac-toe that tells one image of a board at a time: turned by a quarter."""

    def symmetric(self, s):
        cells = self.text(s)
        yield self.parse("".join(cells[3 * (2 - column) + row] for row in range(3) for column in range(3)))


def test_all_images_of_a_position_are_looked_for_though_symmetric_gives_one_at_a_time():
    game = Turning()
    one, two, other = (game.parse(text) for text in ("XO.......", ".......OX", "X...O...."))
    assert sorted(places_of(game, one)) == sorted(places_of(game, two)) != sorted(places_of(game, other))
    assert place_of(game, two)[0] in places_of(game, one) and place_of(game, two) != place_of(game, one)


def test_statistics_count_a_mirrored_move_for_the_one_it_mirrors(store):
    for moves in ("5 2 4 2 4 2 4 2", "3 6 4 1 4 1 4 1 4", "3 6", "3 1"):
        store.add(played(moves, played=f"2026-01-0{len(moves) % 9 + 1}"))
    found = statistics(store, FOUR, FOUR.made.parse("3"))
    assert (found.games, found.ended) == (4, 0)
    sixth, first = found.moves
    assert (sixth.move, sixth.count, sixth.wins, sixth.losses, sixth.score) == ("6", 3, 1, 1, 0.5)
    assert (first.move, first.count, first.score, first.last) == ("1", 1, None, "2026-01-04")
    answer = kibitz("store", "stats", "connect-four", "3", "--json").json
    assert answer["games"] == 4 and [row["move"] for row in answer["moves"]] == ["6", "1"]


def test_a_list_is_of_what_is_wanted(store):
    store.add(played("4 4", played="2024-05-31", tags=("club", "blitz")))
    store.add(played("4 1 4 1 4 1 4", played="2026-11-16T10:00:00+01:00", players=("Zoë", "100%")))
    store.add(played("1 2 3", KeptRules.of("tic-tac-toe"), played="2026"))
    store.add(played("3", KeptRules.of("connect-four", {"width": "5", "height": "6"})))

    def numbers(*filters):
        return [row["number"] for row in kibitz("store", "list", "--json", *filters).json]

    assert numbers() == [4, 3, 2, 1] and numbers("--limit", 1) == [4]
    assert numbers("--game", "connect-four") == [4, 2, 1]
    assert numbers("--player", "zoë") == numbers("--player", "100%") == numbers("--result", "1") == [2]
    assert numbers("--player", "0_%") == []
    assert numbers("--result", "unfinished") == [4, 3, 1]
    assert numbers("--tag", "club") == [1] and numbers("--since", "2026") == [3, 2]
    assert numbers("--since", "2026-02") == [2] and numbers("--until", "2025-01") == [1]
    assert store.entry(4).parameters == {"width": "5"}
    for wrong in (("--since", "yesterday"), ("--result", "won"), ("--limit", "0")):
        answer = kibitz("store", "list", *wrong)
        assert answer.code == 2 and repr(wrong[1]) in answer.err


def test_tags_and_notes_come_and_go(store):
    store.add(played("4"))
    assert kibitz("store", "tag", 1, "nice", "to  learn").out == "game 1: nice, to learn\n"
    assert kibitz("store", "untag", 1, "nice", "never had").out == "game 1: to learn\n"
    assert kibitz("store", "note", 1, "look again").code == 0
    assert kibitz("store", "tags", "--json").json == {"to learn": 1}
    shown = kibitz("store", "show", 1)
    assert "tags: to learn\nnote: look again\nmoves: 4\n" in shown.out and ". . . X . . ." in shown.out
    assert "kibitz play connect-four --load 1" in shown.err
    for order in (("tag", 2, "x"), ("note", 7, "x"), ("show", 2), ("delete", 1, 2, "--yes"), ("tag", 1, "")):
        answer = kibitz("store", *order)
        assert answer.code == 2 and len(answer.err.splitlines()) == 1
    assert kibitz("store", "delete", 1, "--yes").code == 0
    assert store.count() == 0 and store.database.row("SELECT count(*) FROM positions") == (0,)


# ------------------------------------------------------------ in and out


@pytest.mark.parametrize(("ending", "text"), [(".pgn", PGN), (".sgf", SGF), (".pdn", PDN)])
def test_files_of_games_go_in_and_out_and_a_broken_game_hides_no_other(ending, text, tmp_path, store):
    file, again = tmp_path / f"some{ending}", tmp_path / f"again{ending}"
    file.write_text(text, encoding="utf-8")
    answer = kibitz("store", "import", file, "--tag", "club")
    assert answer.code == 1 and "2 games kept, 1 could not be read" in answer.out
    assert "game 2" in answer.err and str(file) in answer.err and len(answer.err.splitlines()) == 1
    assert "2 were there already" in kibitz("store", "import", file).out
    assert kibitz("store", "export", again, "--tag", "club").code == 0
    record = record_of(game_class({".pgn": "chess", ".sgf": "go", ".pdn": "checkers"}[ending]))
    wanted = [kept for kept in record.read_each(text) if not isinstance(kept, BadInput)]
    assert list(record.read_each(again.read_text(encoding="utf-8"))) == wanted
    first = store.entry(1)
    assert (first.players, first.result, first.moves) == (wanted[0].players, wanted[0].result, wanted[0].moves)


def test_a_pgn_keeps_its_comments_and_variations(tmp_path, store):
    list(bring_in(store, PGN, Given("some.pgn")))
    kibitz("store", "export", tmp_path / "again.pgn", 1)
    written, read = (chess.pgn.read_game(io.StringIO(text)) for text in ((tmp_path / "again.pgn").read_text(), PGN))
    assert str(written) == str(read) and written.headers["Event"] == "Café"
    assert store.entry(1).played == "2020-03" and store.entry(2).position.startswith("4k3/8")


def test_a_game_of_chess_that_was_played_is_exported_as_pgn(tmp_path):
    kibitz("store", "on")
    moves = "f3\ne5\ng4\nQh4\nquit\n"
    kibitz("play", "chess", "--you", "both", "--interpreted", stdin=moves)
    kibitz("store", "note", 1, "too quick")
    assert kibitz("store", "export", tmp_path / "one.pgn").code == 0
    read = chess.pgn.read_game(io.StringIO((tmp_path / "one.pgn").read_text()))
    assert read.end().board().is_checkmate() and read.headers["Result"] == "0-1"
    assert read.headers["White"] == "person" and read.headers["Date"][:2] == "20" and "too quick" in str(read)
    wrong = kibitz("store", "export", tmp_path / "one.sgf")
    assert wrong.code == 2 and "game 1 is one of chess" in wrong.err
    assert kibitz("store", "export", tmp_path / "one.txt").code == 2


@pytest.mark.parametrize("ending", [".json", ".jsonl"])
def test_our_own_json_brings_everything_back(ending, tmp_path, store, monkeypatch):
    store.add(played("4 4 3", tags=("a", "b"), note="hm", played="2026-11-16"))
    store.add(played("4 1 4 1 4 1 4"))
    store.add(played("1:1", KeptRules.of("nim", {"piles": "1,2"})))
    list(bring_in(store, PGN, Given("some.pgn")))
    file = tmp_path / f"all{ending}"
    kibitz("store", "export", file)
    before = [{**entry.json(), "source": ""} for entry in store.listed(Wanted())]
    if ending == ".json":
        file.write_text(json.dumps(json.loads(file.read_text())))  # in whatever form
    monkeypatch.setenv("KIBITZ_DATA", str(tmp_path / "other"))
    assert kibitz("store", "import", file).code == 0
    assert [{**entry.json(), "source": ""} for entry in listed()] == before
    assert "5 were there already" in kibitz("store", "import", file).out


def test_the_file_of_a_match_is_imported(tmp_path):
    out = tmp_path / "match.jsonl"
    kibitz("match", "tic-tac-toe", "random", "greedy", "--games", 4, "--interpreted", "--out", out)
    with out.open("a") as file:
        file.write('{"fixture": 0}\nnot JSON\n')
    answer = kibitz("store", "import", out)
    assert answer.code == 1 and "4 games kept, 2 could not be read" in answer.out
    assert "game 5 of" in answer.err and "game 6 of" in answer.err
    assert {entry.players for entry in listed()} == {("random", "greedy"), ("greedy", "random")}


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.txt", "hello", "is not a file of games"),
        ("a.json", "hello", "is not a saved game"),
        ("a.json", "[3]", "game 1 of"),
        ("a.json", '{"game": "../evil.py:Game", "set": {}, "position": "", "moves": []}', "--game FILE.py:Class"),
        ("a.json", '{"game": "nim", "set": {}, "position": "3,4,5", "moves": ["9:9"]}', "'9:9'"),
        ("a.sgf", "hello", "is not SGF"),
    ],
)
def test_what_is_not_a_file_of_games_is_refused(name, text, said, tmp_path):
    file = tmp_path / name
    file.write_text(text)
    answer = kibitz("store", "import", file)
    assert answer.code in (1, 2) and said in answer.err and len(answer.err.splitlines()) == 1
    assert kibitz("store", "import", tmp_path / "none.pgn").code == 2


# ------------------------------------------------------------ a game of one's own


def test_a_users_game_is_kept_by_its_file_and_found_again_after_its_rules_have_changed(tmp_path, monkeypatch):
    mine = tmp_path / "mine.py"
    shutil.copy(HEXAPAWN, mine)
    monkeypatch.chdir(tmp_path)
    kibitz("store", "on")
    game = "mine.py:Hexapawn"
    rules = KeptRules.of(game)
    first = rules.made.action_text(rules.made.initial(), next(rules.made.actions(rules.made.initial())))
    kibitz("play", game, "--you", "both", "--interpreted", stdin=f"{first}\nquit\n")
    (entry,) = listed()
    assert entry.game == f"{mine}:Hexapawn" and entry.called == "hexapawn" and entry.plies == 1
    monkeypatch.chdir("/")
    assert [row["number"] for row in kibitz("store", "list", "--game", f"{mine}:Hexapawn", "--json").json] == [1]
    assert [row["number"] for row in kibitz("store", "list", "--game", "hexapawn", "--json").json] == [1]
    search = ["store", "search", f"{mine}:Hexapawn", "--moves", entry.moves[0], "--json"]
    assert [row["ply"] for row in kibitz(*search).json] == [1]
    # A program that tells positions apart by other numbers works them out again.
    with GameStore.open() as store, store.database.writing():
        store.database.write("UPDATE rules SET sample = 'older'")
        store.database.write("UPDATE positions SET place = place + 1")
    assert [row["ply"] for row in kibitz(*search).json] == [1]
    mine.unlink()
    sys.modules.pop(next(name for name in sys.modules if name.endswith("_mine")), None)
    gone = kibitz("store", "show", 1)
    assert gone.code == 2 and str(mine) in gone.err
    assert kibitz("store", "list").code == 0 and kibitz("store", "show", 1, "--json").json["moves"] == list(entry.moves)


def test_a_mistake_that_only_keeping_meets_does_not_end_a_game(tmp_path):
    text = HEXAPAWN.read_text().replace(
        "    def player(", "    def symmetric(self, s):\n        yield 1 / 0\n\n    def player("
    )
    (tmp_path / "odd.py").write_text(text)
    kibitz("store", "on")
    rules = KeptRules.of(f"{HEXAPAWN}:Hexapawn")
    first = rules.made.action_text(rules.made.initial(), next(rules.made.actions(rules.made.initial())))
    game = f"{tmp_path / 'odd.py'}:Hexapawn"
    answer = kibitz("play", game, "--you", "both", "--interpreted", stdin=f"{first}\nquit\n")
    assert answer.code == 0 and answer.err.count("ZeroDivisionError") == 1 and "is not kept" in answer.err
    match = kibitz("match", game, "random", "random", "--games", 2, "--interpreted")
    assert match.code == 0 and match.err.count("ZeroDivisionError") == 1 and listed() == []


# ------------------------------------------------------------ files that are none


def damaged(path):
    with GameStore.made(path) as store:
        for move in "1234567":
            for reply in "1234567":
                store.add(played(f"{move} {reply} 4 4"))
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\x5a" * (len(whole) - 4096))


def other_database(path):
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")


def from_the_future(path):
    GameStore.made(path).database.close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda path: path.write_text("not a database at all, by any means"), "is damaged"),
        (damaged, "is damaged"),
        (other_database, "is not a store of games"),
        (from_the_future, "later version"),
        (lambda path: path.mkdir(), "cannot be used"),
    ],
    ids=["text", "damaged", "other", "future", "folder"],
)
def test_a_file_that_cannot_be_used_is_told_in_a_sentence_and_the_game_goes_on(spoil, said, data):
    data.mkdir()
    path = data / "games.sqlite"
    spoil(path)
    answer = kibitz("store", "list")
    assert answer.code == 2 and said in answer.err and str(path) in answer.err and len(answer.err.splitlines()) == 1
    playing = kibitz("play", "tic-tac-toe", "--you", "both", "--interpreted", stdin="1\n2\nquit\n")
    assert playing.code == 0 and said in playing.err and len(playing.err.splitlines()) == 1 and "X O ." in playing.out
    match = kibitz("match", "tic-tac-toe", "random", "random", "--games", 2, "--interpreted")
    assert match.code == 0 and said in match.err
    if path.is_file():
        assert kibitz("store", "delete", "--all", "--yes").code == 0 and kibitz("store", "on").code == 0


def test_a_store_that_is_cut_short_is_noticed(data):
    damaged(data / "games.sqlite") if data.exists() else (data.mkdir(), damaged(data / "games.sqlite"))
    path = data / "games.sqlite"
    path.write_bytes(path.read_bytes()[:5000])
    with pytest.raises(Unusable), Database(path) as database:
        database.rows("SELECT * FROM games")
    assert json.loads(kibitz("games", "--json").out)  # what does not ask for it does not mind
