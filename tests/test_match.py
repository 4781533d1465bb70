"""Matches: players of every kind, who sits where, what is kept, and how games end."""

import json
import os
import random
import signal
import sys
import time
from pathlib import Path

import pytest

import kibitz as kz
from command import begun, kibitz
from hidden_games import Cards
from kibitz import match, tournament
from kibitz.answer.options import Options
from kibitz.answer.plan import Plan
from kibitz.arena.match import match_game, uci_program
from kibitz.arena.match.contest import Contest
from kibitz.arena.match.fixtures import Fixtures, MatchTerms
from kibitz.arena.match.kept_matches import KeptMatch
from kibitz.arena.match.match_game import MatchTable
from kibitz.arena.match.openings import Opening, Openings, dealt, usual_plies
from kibitz.arena.match.player import GameSoFar, Player
from kibitz.arena.match.player_text import PlayerText
from kibitz.arena.match.quick_choice import EngineChoice, TextbookChoice, quick_choice
from kibitz.arena.match.seating import seatings
from kibitz.draw.rating_chart import rating_chart
from kibitz.errors import BadInput
from kibitz.games import GameSource

PROGRAM = f"{sys.executable} {Path(__file__).parent / 'uci_player.py'}"
PLAIN = {"interpreted": True}


def games_of(result):
    """What happened, without what the clock has to do with."""
    return [{key: value for key, value in game.json().items() if key != "seconds"} for game in result.games]


# ------------------------------------------------------------ players as they are typed


@pytest.mark.parametrize(
    ("text", "kind", "algorithm", "given"),
    [
        ("deepening depth=4", "search", "deepening", {"depth": 4}),
        ("depth=4 threads=2", "search", "auto", {"depth": 4, "threads": 2}),
        ("random", "random", "auto", {}),
        ("regret iterations=50 variant=vanilla", "search", "regret", {"iterations": 50, "variant": "vanilla"}),
        ("uci:sh -c play time=0.5", "uci", "auto", {"time": 0.5}),
        ("greedy name=Gus", "greedy", "auto", {"name": "Gus"}),
    ],
)
def test_players_are_read(text, kind, algorithm, given):
    found = PlayerText.read(text)
    assert (found.kind, found.algorithm, found.given) == (kind, algorithm, given)


def test_a_program_s_command_reaches_up_to_our_words():
    assert PlayerText.read("uci:engine --mode x time=1 depth=3").command == "engine --mode x"
    assert PlayerText.read('uci:"engine --mode depth=3" time=1').command == "engine --mode depth=3"
    assert PlayerText.read("uci:engine option.Hash=16 time=1").settings == {"Hash": "16"}
    assert PlayerText.read('gtp:"gnugo --mode gtp"').command == "gnugo --mode gtp"


def test_techniques_of_a_player_are_words_with_commas():
    techniques = PlayerText.read("deepening depth=3 techniques=no-table,beam=2").options().techniques
    assert (techniques.table, techniques.beam, techniques.killers) == (False, 2, True)


@pytest.mark.parametrize(
    ("player", "said"),
    [
        ("minmax depth=2", "unknown player 'minmax depth=2': did you mean 'minimax'?"),
        ("deepening depht=3", "unknown word 'depht=3' in the player 'deepening depht=3'"),
        ("deepening depth=x", "'depth=x' in the player 'deepening depth=x' is not understood: expected a whole number"),
        ("deepening depth=0", "the depth limit must be a whole number from 1, got 0"),
        ("random depth=2", "unknown word 'depth=2' in the player 'random depth=2'"),
        ("uci:", "the player 'uci:' names no program"),
        ("uci:/no/such/program time=1", "the program of the player 'uci:/no/such/program time=1' is not found"),
        ("deepening 'depth=2", "cannot be read: no closing quotation"),
        ("deals", "deals is for games that hide something"),
        ("deepening depth=2 techniques=no-magic", "'no-magic' is not a technique"),
        ("person", "a person plays one game at a time: leave --workers out"),
    ],
)
def test_a_player_that_cannot_be_is_refused_in_a_sentence(player, said):
    answer = kibitz("match", "tic-tac-toe", player, "random", "--games", 1, "--interpreted", "--jobs", 2)
    assert answer.code == 2
    assert len(answer.messages) == 1
    assert said in answer.messages[0]


def test_a_search_without_a_limit_gets_the_usual_one_and_is_told_so():
    assert PlayerText.read("minimax").notes == ["'minimax' has no limit: it thinks at most 1 s a move"]
    assert PlayerText.read("minimax exact").notes == PlayerText.read("random").notes == []
    assert PlayerText.read("minimax").options().seconds == 1.0


def test_limits_of_the_command_are_for_players_that_have_none():
    usual = {"depth": "3", "threads": "2"}
    assert PlayerText.read("deepening").with_usual(usual) == "deepening depth=3 threads=2"
    assert PlayerText.read("deepening nodes=9").with_usual(usual) == "deepening nodes=9 threads=2"
    assert PlayerText.read("nodes=9").with_usual({}, (), "alphabeta") == "alphabeta nodes=9"
    assert PlayerText.read("random").with_usual(usual) == "random"


# ------------------------------------------------------------ seats, openings and chance


def test_every_opening_is_played_from_every_seat():
    assert seatings(kz.game("chess"), 2) == [(0, 1), (1, 0)]
    assert seatings(kz.game("hearts"), 4) == [(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)]
    for number in (2, 3):
        at_table = seatings(kz.game("hearts"), number)
        for seat in range(4):
            counts = [sum(seating[seat] == who for seating in at_table) for who in range(number)]
            assert len(set(counts)) == 1  # nobody has a seat more often than another
    assert seatings(kz.game("2048"), 2) == [(0,), (1,)]
    with pytest.raises(BadInput, match="'chess' has 2 sides, and 3 players were given"):
        seatings(kz.game("chess"), 3)


def test_partners_are_one_contestant():
    class Partners(Cards):
        players = 4
        teams = (0, 1, 0, 1)

    assert seatings(Partners(), 2) == [(0, 1, 0, 1), (1, 0, 1, 0)]


def test_openings_are_drawn_by_their_number_and_do_not_come_twice():
    game = kz.game("othello")
    openings = Openings(game, 7, plies=4)
    found = [openings[number] for number in range(40)]
    assert Openings(game, 7, plies=4)[25] == found[25] != Openings(game, 8, plies=4)[25]
    reached = {game.key(opening.reached(game)) for opening in found}
    assert len(reached) == 40 and all(len(opening.moves) == 4 for opening in found)


def test_openings_are_as_long_as_a_game_needs():
    assert usual_plies(kz.game("chess"), is_varied=False) in (3, 4)
    assert usual_plies(kz.game("tic-tac-toe"), is_varied=False) in (1, 2)
    assert usual_plies(kz.game("chess"), is_varied=True) == usual_plies(kz.game("pig"), is_varied=False) == 0


def test_openings_of_a_file(tmp_path):
    file = tmp_path / "openings.epd"
    file.write_text('# two kinds\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 bm e4; id "one";\n\ne2e4 e7e5\n')
    result = match("chess", "random", "random", games=4, openings=str(file), longest=6)
    begun_at = [(game.opening.position, game.opening.moves) for game in result.games]
    assert begun_at[0] == begun_at[1] == ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", ())
    assert begun_at[2] == begun_at[3] == ("", ("e2e4", "e7e5"))
    file.write_text("e2e5\n")
    with pytest.raises(BadInput, match="line 1: 'e2e5' is not an opening of 'chess'"):
        match("chess", "random", "random", openings=str(file))


def test_the_same_dice_fall_for_both_sides():
    result = match("kuhn-poker", "random", "random", games=12, seed=3)
    for first, second in zip(result.games[::2], result.games[1::2], strict=True):
        assert first.moves[:2] == second.moves[:2]  # the cards
        assert first.seats == (0, 1) and second.seats == (1, 0)
    assert len({game.moves[:2] for game in result.games}) > 2


def test_cards_that_chance_does_not_deal_are_dealt_anew_for_every_opening():
    game = kz.game("hearts")
    deals = [dealt(game, random.Random(seed)) for seed in range(6)]
    assert len({s.hands for s in deals}) == 6
    for seat in range(4):
        assert len({s.hands[seat] for s in deals}) == 6
    result = match("hearts", "random", "greedy", games=14)
    assert len({game.opening.position for game in result.games}) == 1


def test_whoever_plays_alone_is_compared_on_the_same_luck():
    result = match("2048", "greedy", "random", games=6, longest=60)
    assert [game.seats for game in result.games] == [(0,), (1,)] * 3
    assert result.wins + result.draws + result.losses == 3
    found = result.json()
    assert found["played"] == 6
    each = [game.utilities[0] for game in result.games]
    assert found["difference"] == pytest.approx((sum(each[::2]) - sum(each[1::2])) / 3)


# ------------------------------------------------------------ playing


def test_minimax_never_loses_to_random():
    result = match("tic-tac-toe", "minimax", "random", games=200)
    assert result.losses == 0 and result.wins > 150
    assert result.elo - result.error > 200


def test_the_second_player_is_the_first_one_s_mirror():
    one = match("tic-tac-toe", "greedy", "random", games=20)
    other = match("tic-tac-toe", "random", "greedy", games=20)
    assert (one.wins + one.losses, one.strength.score.mean > 0.5) == (20 - one.draws, True)
    assert other.strength.score.mean < 0.5


@pytest.mark.parametrize("name", ["tic-tac-toe", "nim", "pig", "connect-four"])
def test_the_move_alone_is_as_good_as_the_best_of_all_moves(name):
    game, luck = kz.game(name), random.Random(1)
    for algorithm, kind in (("deepening", EngineChoice), ("alphabeta", TextbookChoice)):
        for depth in (1, 3):
            options = Options(algorithm=algorithm, depth=depth, interpreted=True)
            if name == "pig" and algorithm == "alphabeta":
                options = Options(algorithm="expectiminimax", depth=depth, interpreted=True)
            plan = Plan.of(game, options)
            chooser = quick_choice(plan)
            assert isinstance(chooser, kind)
            for _ in range(4):
                s = somewhere(game, luck)
                chosen = chooser.choose(s, ())
                values = {move.action: move.value for move in plan.answer(s).moves}
                assert values[chosen] == pytest.approx(max(values.values()))


def somewhere(game, luck):
    """A state, some random plies from the start, in which somebody is to move."""
    while True:
        s = game.initial()
        for _ in range(luck.randrange(6)):
            if not game.is_terminal(s):
                s = game.result(s, luck.choice(list(game.choices(s))))
        if not game.is_terminal(s) and game.player(s) >= 0:
            return s


def test_the_move_alone_is_found_within_nodes_and_seconds_too():
    game = kz.game("tic-tac-toe")
    s = game.parse("XX.OO....")
    for limit in ({"nodes": 400}, {"seconds": 0.2}):
        chooser = quick_choice(Plan.of(game, Options(algorithm="deepening", interpreted=True, **limit)))
        assert game.action_text(s, chooser.choose(s, ())) == "3"
        assert chooser.choose(game.initial(), ()) in list(game.actions(game.initial()))


def test_the_selective_search_is_asked_for_the_move_alone():
    game = kz.game("checkers")
    plan = Plan.of(game, Options(algorithm="deepening", depth=2, interpreted=True))
    assert quick_choice(plan).choose(game.initial(), ()) in list(game.actions(game.initial()))
    assert quick_choice(Plan.of(game, Options(seconds=1.0))) is None  # with time, it proves what it can


def test_a_player_may_have_its_own_evaluation():
    result = match("checkers", "depth=1 set.evaluation=material", "random", games=2, **PLAIN)
    assert len(result.games) == 2 and not result.json()["failures"]
    with pytest.raises(BadInput, match=r"set.evaluation needs the name of a game"):
        match(kz.game("checkers"), "depth=1 set.evaluation=material", "random")


def test_what_a_hidden_game_s_players_see_is_said():
    open_cards = match("kuhn-poker", "expectiminimax exact", "random", games=2, **PLAIN)
    assert any("sees what is hidden" in note for note in open_cards.notes)
    assert match("kuhn-poker", "deals exact", "random", games=2, **PLAIN).notes == ()


def test_a_seated_player_of_a_match_never_asks_about_what_is_hidden():
    """Deals that look alike to the first player: whatever else is dealt, it does the same."""
    game = kz.game("kuhn-poker")
    player = PlayerText.read("deals exact").player(GameSource.of(game), game, interpreted=True)
    views = {}
    for cards in ("JQ", "JK", "QJ", "QK", "KJ", "KQ"):
        s = game.parse(f"{cards}:")
        player.begin(game, s, 0)
        views.setdefault(game.view(s, 0), set()).add(player.choose(GameSoFar(game, s, seed=5)))
    assert len(views) == 3 and all(len(chosen) == 1 for chosen in views.values())


def test_a_position_that_comes_up_too_often_ends_the_game_and_players_know_the_history():
    class Circle(kz.Game):
        """Two squares: stay is not possible, and the third visit ends it in a draw."""

        repetition = 0.0

        def initial(self):
            return 0

        def player(self, s):
            return s % 2

        def actions(self, s):
            yield 1

        def result(self, s, a):
            return (s + a) % 4

        def is_terminal(self, s):
            return False

        def utility(self, s, player):
            return 0.0

    result = match(Circle(), "random", "greedy", games=2)
    assert [game.ended for game in result.games] == ["repetition"] * 2
    assert [len(game.moves) for game in result.games] == [8, 8]
    assert match(Circle(), "random", "greedy", games=1, longest=3).games[0].ended == "too long"


def test_a_person_is_asked_until_the_move_is_legal():
    typed = iter(["9", "x", "1", "2", None])
    complaints = []

    def ask(so_far, seat, wrong):
        complaints.append(wrong)
        return next(typed)

    contest = Contest(Fixtures(GameSource("tic-tac-toe"), ["person", "random"], MatchTerms(1)), ask=ask)
    contest.play()
    (game,) = contest.result.games
    assert game.ended in ("resigned", "over")
    assert "'x' is not a legal move" in complaints


def test_a_person_plays_on_the_terminal():
    answer = kibitz("match", "tic-tac-toe", "person", "random", "--games", 1, stdin="moves\n5\nresign\n")
    assert answer.code == 0
    assert "1 2 3 4 5 6 7 8 9" in answer.out and "+0 =0 -1" in answer.out


def test_the_end_of_the_input_stops_a_match_and_loses_nothing():
    answer = kibitz("match", "tic-tac-toe", "person", "random", "--games", 4, stdin="5\n")
    assert answer.code == 130 and "interrupted after 0 of 4 games" in answer.err


# ------------------------------------------------------------ who fails, loses


def test_a_program_plays():
    result = match("tic-tac-toe", f"uci:{PROGRAM} time=1", "random", games=2)
    assert not result.json()["failures"] and len(result.games) == 2


@pytest.mark.parametrize("way", ["illegal", "crash", "resign", "slow"])
def test_a_program_that_fails_loses_and_the_record_says_why(way, monkeypatch):
    monkeypatch.setattr(uci_program, "PATIENCE", 0.1)
    result = match("tic-tac-toe", f"uci:{PROGRAM} {way} time=0.1", "random", games=2)
    assert result.losses == (1 if way == "crash" else 2) or way == "crash"
    first = result.games[0]
    assert first.utilities == (-1.0, 1.0) and first.failed == 0
    said = {"illegal": "illegal: ", "crash": "crash: ", "resign": "resigned", "slow": "crash: "}[way]
    assert first.ended.startswith(said)
    assert (first.ended.endswith("does not answer")) == (way == "slow")


def test_a_player_that_raises_or_takes_far_too_long_loses(monkeypatch):
    class Broken(Player):
        def begin(self, game, s, seat):
            pass

        def choose(self, so_far):
            raise ZeroDivisionError("oops")

    class Late(Broken):
        seconds = 0.01

        def choose(self, so_far):
            self.spent = 5.0
            return next(iter(so_far.game.actions(so_far.state)))

    game = kz.game("tic-tac-toe")
    table = MatchTable(game, 0, 100)
    job = match_game.Job(0, 0, (0, 1), (0, 1), 0, Opening())
    assert table.play(job, [Broken(), Late()]).ended == "crash: ZeroDivisionError: oops"
    late = table.play(job, [Late(), Broken()])
    assert late.ended == "time: 5.0 s for a move, with a limit of 0.01 s" and late.utilities == (-1.0, 1.0)


# ------------------------------------------------------------ kept games


MATCH = ("match", "tic-tac-toe", "alphabeta depth=2", "random", "--games", 120, "--interpreted")


def test_a_match_killed_in_the_middle_goes_on_to_the_same_games(tmp_path):
    whole, kept = tmp_path / "whole.jsonl", tmp_path / "kept.jsonl"
    assert kibitz(*MATCH, "--out", whole).code == 0
    killed = begun(*MATCH, "--out", kept, "--jobs", 2)
    until = time.monotonic() + 60
    while len(lines_of(kept)) < 10 and killed.poll() is None and time.monotonic() < until:
        time.sleep(0.01)
    workers = children_of(killed.pid)
    os.kill(killed.pid, signal.SIGKILL)
    killed.wait()
    number = len(lines_of(kept))
    assert 10 <= number < 121
    with kept.open("a") as file:
        file.write('{"fixture": 0, "game": 11')  # as if it had been killed while it wrote
    again = kibitz(*MATCH, "--out", kept, "--json")
    assert again.code == 0 and again.json["played"] == 120
    assert played_in(kept) == played_in(whole)
    while any(map(is_alive, workers)) and time.monotonic() < until:
        time.sleep(0.05)
    assert workers and not any(map(is_alive, workers))


def lines_of(path):
    return path.read_text().splitlines() if path.exists() else []


def played_in(path):
    games = [json.loads(line) for line in lines_of(path)[1:]]
    return sorted([{**game, "seconds": None} for game in games], key=lambda game: game["game"])


def children_of(process):
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


def is_alive(process):
    try:
        return Path(f"/proc/{process}/stat").read_text().split(")")[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_ctrl_c_gives_the_score_so_far(tmp_path):
    kept = tmp_path / "kept.jsonl"
    process = begun("match", "tic-tac-toe", "random", "greedy", "--games", 100_000, "--out", kept, "--jobs", 2)
    until = time.monotonic() + 60
    while len(lines_of(kept)) < 5 and process.poll() is None and time.monotonic() < until:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert b"random against greedy" in out and b"goes on, from" in err and b"Traceback" not in err


def test_more_games_may_be_asked_for_later_and_games_do_not_depend_on_how_many(tmp_path):
    kept = str(tmp_path / "kept.jsonl")
    few = match("tic-tac-toe", "greedy", "random", games=6, out=kept)
    more = match("tic-tac-toe", "greedy", "random", games=10, out=kept)
    assert games_of(more)[:6] == games_of(few) and len(more.games) == 10
    assert games_of(more) == games_of(match("tic-tac-toe", "greedy", "random", games=10))
    assert games_of(match("tic-tac-toe", "greedy", "random", games=4, out=kept)) == games_of(few)[:4]


def test_a_file_of_another_match_is_refused(tmp_path):
    kept = str(tmp_path / "kept.jsonl")
    match("tic-tac-toe", "greedy", "random", games=2, out=kept)
    with pytest.raises(BadInput, match=r"is of another match: its seed: 0, here: 1"):
        match("tic-tac-toe", "greedy", "random", games=2, out=kept, seed=1)
    with pytest.raises(BadInput, match=r"is of another match: its players"):
        match("tic-tac-toe", "random", "greedy", games=2, out=kept)
    (tmp_path / "else.txt").write_text("hello\n")
    with pytest.raises(BadInput, match=r"is not the file of a match"):
        match("tic-tac-toe", "greedy", "random", games=2, out=str(tmp_path / "else.txt"))
    assert (tmp_path / "else.txt").read_text() == "hello\n"
    (tmp_path / "half.txt").write_text("hello")
    with pytest.raises(BadInput, match=r"is not the file of a match"):
        match("tic-tac-toe", "greedy", "random", games=2, out=str(tmp_path / "half.txt"))
    with pytest.raises(BadInput, match=r"cannot be written"):
        KeptMatch(str(tmp_path / "no" / "file"), {})


def test_a_sequential_test_ends_early_with_the_same_games_however_many_at_a_time():
    one = match("tic-tac-toe", "greedy", "random", games=400, sprt=(0, 200))
    assert one.decision == "high" and len(one.games) < 200
    assert one.json()["sprt"]["accepted"] == "elo1" and one.json()["sprt"]["llr"] > 2.944
    contest = Contest(Fixtures(GameSource("tic-tac-toe"), ["greedy", "random"], MatchTerms(400)), sprt=one.sprt)
    contest.play()
    extra = {**contest.games}
    for game in match("tic-tac-toe", "greedy", "random", games=400).games:
        extra[0, game.number] = game  # as if more had been played side by side
    contest.games = extra
    assert games_of(contest.match_result()) == games_of(one)


# ------------------------------------------------------------ tournaments


def test_a_tournament_of_depths_is_one_command(tmp_path):
    chart = tmp_path / "chart.svg"
    words = ("tournament", "connect-four", "--set", "width=4", "--set", "height=4", "--depths", "1-3", "--games", 4)
    answer = kibitz(*words, "--interpreted", "--svg", chart, "--out", tmp_path / "kept.jsonl")
    assert answer.code == 0
    for depth in (1, 2, 3):
        assert f"deepening depth={depth}" in answer.out
    assert answer.out.startswith("connect-four, 12 games:")
    drawn = chart.read_text()
    assert drawn.count('class="kz-player"') == 3 and "deepening depth" in drawn
    again = kibitz(*words, "--interpreted", "--json", "--out", tmp_path / "kept.jsonl")
    found = again.json
    assert sum(player["points"] for player in found["players"]) == 12
    assert [pairing["games"] for pairing in found["pairings"]] == [4, 4, 4]
    assert sum(player["rating"] for player in found["players"]) == pytest.approx(0, abs=1e-6)


def test_everybody_meets_everybody_from_the_same_openings():
    result = tournament("tic-tac-toe", "greedy", "random", "random", games=30)
    assert result.players == ["greedy", "random (1)", "random (2)"]
    assert sorted({tuple(sorted(set(game.seats))) for game in result.games}) == [(0, 1), (0, 2), (1, 2)]
    assert result.order[0] == 0


def test_only_the_first_player_meets_the_others_in_a_gauntlet():
    words = ("tournament", "tic-tac-toe", "deepening depth=2", "--without", "table,killers", "--gauntlet", "--games", 4)
    found = kibitz(*words, "--interpreted", "--json").json
    assert [pairing["second"] for pairing in found["pairings"]] == [
        "deepening depth=2 techniques=no-table",
        "deepening depth=2 techniques=no-killers",
    ]
    assert sum(player["games"] for player in found["players"]) == 16
    assert "–" in kibitz(*words, "--interpreted").out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("tournament", "nim", "--without", "rave"), "--without 'rave' needs a player before it"),
        (("tournament", "nim"), "a tournament needs two players or --depths LOW-HIGH, got 0"),
        (("tournament", "nim", "--depths", "3-2"), "expected two depths from 1 to 64, such as 1-8, got '3-2'"),
        (("match", "nim", "random"), "a match needs two players, got 1"),
        (("match", "hearts", "random", "random", "random", "--sprt", "0,10"), "a sequential test compares two players"),
        (("match", "nim", "random", "random", "--plies", "2", "--openings", "x"), "leave one of them out"),
        (("match", "nim", "random", "random", "--record", "x.pgn"), "have no notation of their own"),
        (("match", "chess", "random", "random", "--record", "x.txt"), "must end in .pgn"),
        (("match", "chess", "random", "random", "--out", "/no/such/folder/x"), "cannot be written"),
        (("match", "nim", "random", "greedy", "--depth", "3"), "--depth 3 has no effect: none of the players"),
        (("match", "nim", "deepening depth=3 depth=4", "random"), "'depth' is given twice in the player"),
    ],
)
def test_a_match_that_makes_no_sense_is_refused(words, said):
    answer = kibitz(*words)
    assert answer.code == 2 and said in answer.messages[0]


def test_games_are_written_as_people_keep_them(tmp_path):
    path = tmp_path / "games.pgn"
    assert kibitz("match", "chess", "random", "random", "--games", 2, "--longest", 20, "--record", path).code == 0
    assert path.read_text().count('[Result "*"]') == 2
    assert "{game 2: random (2) against random (1); too long}" in " ".join(path.read_text().split())


def test_chart_names_what_all_have_in_common_once():
    drawn = rating_chart(["a depth=1", "a depth=2"], [-50.0, 50.0], [10.0, None])
    assert drawn.count(">a depth<") == 1 and ">1<" in drawn and "a depth=2: +50" in drawn
    assert drawn.count('class="kz-interval"') == 3
    with pytest.raises(BadInput):
        rating_chart(["a"], [], [])


def test_a_result_prints_itself():
    told = str(match("tic-tac-toe", "greedy", "random", games=10))
    assert told.startswith("tic-tac-toe, 10 games: greedy against random\n  +")
    assert "Elo" in told
