"""Proof-number search: sound whatever the game's shape, the same answers as alpha-beta, and proofs that hold."""

import json
import random
import threading
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest

import kibitz as kz
from kibitz.cli import main
from kibitz.errors import BadInput, Stopped
from kibitz.game import Game
from kibitz.lookup.proof_table import INFINITE, ProofTable
from kibitz.search.proof.proof_engine import ProofEngine
from kibitz.search.proof.proof_tree import ProofTree
from kibitz.search.proof.walker import Flawed, verified

DATA = Path(__file__).parent / "data"
MATES = [line.split(" ; ") for line in (DATA / "chess" / "mates.epd").read_text().splitlines() if line[:1] != "#"]
GOALS = (-2.0, 0.0, 0.5, 1.0, 2.0)


class Graph(Game):
    """Any graph: who moves where, where to, and what its ends are worth to player 0."""

    title = "a graph"

    def __init__(self, edges, movers, pay, **facts):
        self.edges, self.movers, self.pay = edges, movers, pay
        for name, fact in facts.items():
            setattr(self, name, fact)

    def initial(self):
        return 0

    def player(self, s):
        return self.movers[s]

    def actions(self, s):
        return range(len(self.edges[s]))

    def result(self, s, a):
        return self.edges[s][a]

    def is_terminal(self, s):
        return not self.edges[s]

    def utility(self, s, player):
        return self.pay[s] if player == 0 else -self.pay[s]


def drawn_graph(seed, most=40, **facts):
    """A random graph: for odd seeds with circles. Turns do not alternate."""
    dice = random.Random(seed)
    size = dice.randint(5, most)
    movers = [dice.randrange(2) for _ in range(size)]
    pay = [float(dice.choice([-3, -1, 0, 1, 2])) for _ in range(size)]
    edges = []
    for here in range(size):
        is_end = (dice.random() < 0.25 and here > 0) or here == size - 1
        aims = range(size) if seed % 2 else range(here + 1, min(size, here + 9))
        edges.append([] if is_end else [dice.choice(aims) for _ in range(dice.randint(1, 4))])
    return Graph(edges, movers, pay, **facts)


def forced(game, player, goal):
    """The positions from which a player can force a finished game worth the goal: by sweeps over all of them."""
    held = [game.is_terminal(s) and game.utility(s, player) >= goal for s in range(len(game.edges))]
    while True:
        more = [
            held[s] or (bool(after) and (any if mover == player else all)(held[t] for t in after))
            for s, (after, mover) in enumerate(zip(game.edges, game.movers, strict=True))
        ]
        if more == held:
            return held
        held = more


def engine_of(game, seed=0, **settings):
    engine = ProofEngine(game, megabytes=0.03 if seed % 3 == 0 else 0.2, interpreted=True, **settings)
    engine.begin(game.initial())
    return engine


# ---------------------------------------------------------------- sound


@pytest.mark.parametrize("part", range(4))
def test_graphs_with_and_without_circles_are_proven_as_sweeps_find_them(part):
    for seed in range(part * 150, part * 150 + 150):
        game = drawn_graph(seed)
        engine = engine_of(game, seed, static=False)
        for player in (0, 1):
            for goal in GOALS:
                found = engine.ask(0, player, goal)
                is_held = forced(game, player, goal)[0]
                is_prevented = forced(game, 1 - player, -goal + 1e-6)[0]
                assert found.holds == (True if is_held else False if is_prevented else None), (seed, player, goal)
                if found.holds:
                    assert found.bound >= goal
                    assert verified(ProofTree(engine, 0, player, goal)) > 0
                elif found.holds is False:
                    assert found.bound < goal


def worth_on_path(game, s, path, player, goal):
    """Does a player get the goal where repeating is illegal, by every line of play?"""
    if game.is_terminal(s):
        return game.utility(s, player) >= goal
    after = [t for t in game.edges[s] if t not in path and t != s]
    if not after:
        return goal <= 0.0
    gets = [worth_on_path(game, t, path | {s}, player, goal) for t in after]
    return any(gets) if game.movers[s] == player else all(gets)


def test_where_repeating_is_illegal_every_path_counts_for_itself():
    proofs = 0
    for seed in range(1, 240, 2):
        game = drawn_graph(seed, 9, repetition_is_illegal=True)
        engine = engine_of(game, seed)
        for player in (0, 1):
            for goal in GOALS:
                found = engine.ask(0, player, goal)
                assert found.holds == worth_on_path(game, 0, frozenset(), player, goal), (seed, player, goal)
                if found.holds:
                    assert verified(ProofTree(engine, 0, player, goal)) > 0
                    proofs += 1
    assert proofs > 100


def test_a_repetition_that_is_worth_something_proves_nothing():
    """What is called proven is forced without any repetition: then it holds whatever repetitions are worth."""
    for seed in range(1, 300, 2):
        for worth in (-1.0, 0.0, 1.0):
            game = drawn_graph(seed, 20, repetition=worth)
            engine = engine_of(game, seed)
            for player in (0, 1):
                for goal in GOALS:
                    found = engine.ask(0, player, goal)
                    if found.holds:
                        assert forced(game, player, goal)[0], (seed, worth, player, goal)
                    elif found.holds is False:
                        assert forced(game, 1 - player, -goal + 1e-6)[0], (seed, worth, player, goal)
                    else:
                        assert not forced(game, player, goal)[0] or worth * (1 - 2 * player) < goal


def test_positions_of_the_game_so_far_are_not_gone_through():
    ring = Graph([[1], [2, 3], [0], []], [0, 1, 0, 0], [0.0, 0.0, 0.0, 1.0], repetition=0.0)
    engine = engine_of(ring)
    assert engine.ask(0, 0, 1.0).holds is None  # the opponent goes round and round
    line = Graph([[1], [2], [3], []], [0, 1, 0, 0], [0.0, 0.0, 0.0, 1.0], repetition=0.0)
    engine = engine_of(line)
    assert engine.ask(0, 0, 1.0).holds
    engine.play_on_from([line.key(2)])
    assert engine.ask(0, 0, 1.0).holds is None


def test_a_depth_limit_proves_what_ends_within_it_and_nothing_else():
    tree = kz.Tree("((1 1) ((1 1) (1 (0 2))))")
    for depth, exact in ((2, False), (3, True), (4, True)):
        answer = kz.analyse(tree, algorithm="proof", depth=depth, interpreted=True)
        assert answer.exact == exact
        assert answer.moves[0].exact and answer.moves[0].value == 1.0
    assert answer.value == 1.0


# ---------------------------------------------------------------- the table


def test_the_table_keeps_what_took_long_and_never_forgets_within_a_bucket_what_is_settled():
    table = ProofTable(0.03)
    table.store(7, 3, 4, 0.0, 0, 0, 0, 0, 100)
    assert table.probe(7)[:3] == (True, 3, 4)
    table.store(7, 0, INFINITE, 2.5, 9, 0, 0, 0, 100)
    table.store(7, 5, 5, 0.0, 0, 0, 0, 0, 100)
    found = table.probe(7)
    assert (found.proof, found.disproof, found.bound, found.plies) == (0, INFINITE, 2.5, 9)
    table.store(7, 0, INFINITE, 2.5, 5, 0, 0, 0, 100)
    table.store(7, 0, INFINITE, 2.5, 11, 0, 0, 0, 100)
    assert table.probe(7).plies == 5
    for key in range(1, 200_000):
        table.store(key * 977, 1, 1, 0.0, 0, 0, 0, 0, 1)
    assert table.probe(7).found  # its tree was the largest
    assert table.fullness() > 900
    table.clear()
    assert not table.probe(7).found and table.fullness() == 0


def test_a_table_that_is_too_small_only_costs_time():
    game = kz.game("tic-tac-toe")
    large, small = (ProofEngine(game, megabytes=size, interpreted=True) for size in (8, 0.03))
    for engine in (large, small):
        engine.begin(game.initial())
        assert engine.ask(game.initial(), 0, 1.0).holds is False
        assert engine.ask(game.initial(), 0, 0.0).holds is True
    assert small.nodes >= large.nodes


# ---------------------------------------------------------------- stopping


def test_it_stops_from_another_thread_and_at_the_node_limit():
    game = kz.game("nim")
    engine = ProofEngine(game, interpreted=True, nodes=5)
    engine.begin(game.initial())
    with pytest.raises(Stopped):
        engine.ask(game.initial(), 0, 1.0)
    assert engine.nodes <= 5
    chess = kz.game("chess")
    engine = ProofEngine(chess)
    engine.begin(chess.initial())
    threading.Timer(0.2, engine.stop).start()
    with pytest.raises(Stopped):
        engine.ask(chess.initial(), 0, 1.0)


# ---------------------------------------------------------------- Connect Four


def lines_of(name, count=None):
    rows = (DATA / "connect-four" / name).read_text().splitlines()[:count]
    return [(row.split()[0], int(row.split()[1])) for row in rows]


def test_connect_four_positions_are_won_drawn_and_lost_as_they_are_known_to_be():
    game = kz.game("connect-four")
    engine = ProofEngine(game)
    for columns, score in lines_of("Test_L3_R1") + lines_of("Test_L2_R1", 150) + lines_of("Test_L2_R2", 10):
        s = game.parse(columns)
        engine.begin(s)
        player = game.player(s)
        assert bool(engine.ask(s, player, 1.0).holds) == (score > 0), columns
        assert bool(engine.ask(s, 1 - player, 1.0).holds) == (score < 0), columns


def test_connect_four_is_answered_exactly_and_its_proofs_hold():
    game = kz.game("connect-four")
    outcomes = {}
    for columns, score in lines_of("Test_L3_R1", 60):
        s = game.parse(columns)
        answer = kz.analyse(game, s, algorithm="proof")
        assert answer.exact and answer.value == score
        assert {m.move: m.value for m in answer.moves} == {m.move: m.value for m in kz.analyse(game, s).moves}
        outcomes[answer.outcome] = outcomes.get(answer.outcome, 0) + 1
        assert verified(answer.proof) > 0
        assert answer.proof.winner == (1 - game.player(s) if answer.outcome == "loss" else game.player(s))
        for move in answer.moves:
            assert verified(answer.proofs.tree(move.move)) > 0
    assert set(outcomes) == {"win", "draw", "loss"}


# ---------------------------------------------------------------- chess


@pytest.fixture(scope="module")
def chess():
    return kz.game("chess")


@pytest.fixture(scope="module")
def prover(chess):
    return ProofEngine(chess, nodes=2_000_000)


@pytest.mark.parametrize(("position", "moves", "name"), MATES, ids=[name for _, _, name in MATES])
def test_mates_are_proven_and_every_proof_holds(chess, prover, position, moves, name):
    s = chess.parse(position)
    prover.begin(s)
    player = chess.player(s)
    found = prover.ask(s, player, 1.0)
    assert found.holds and found.bound == 30_000.0
    assert found.plies >= 2 * int(moves) - 1  # the shortest mate is known: no proof is shorter
    nodes = prover.nodes
    assert verified(ProofTree(prover, s, player, 1.0)) >= found.plies
    assert prover.ask(s, player, 1.0).holds and prover.nodes <= nodes + 100_000


def test_perpetual_check_and_fifty_moves_win_nothing(chess, prover):
    for position in ("6k1/5ppp/8/8/8/7q/5P1P/6QK b - - 97 90", "7k/8/8/8/8/8/R7/K7 w - - 99 120"):
        s = chess.parse(position)
        prover.begin(s)
        prover.allow(20_000)
        with suppress(Stopped):
            assert prover.ask(s, chess.player(s), 1.0).holds is not True
        prover.allow(2_000_000)


# ---------------------------------------------------------------- the walker


def test_the_walker_finds_what_is_wrong():
    game = Graph([[1, 2], [3, 4], [5, 6], [], [], [], []], [0, 1, 1, 0, 0, 0, 0], [0, 0, 0, 1.0, 1.0, 1.0, -1.0])
    engine = engine_of(game)

    def proof():
        return ProofTree(engine, 0, 0, 1.0)

    assert verified(proof()) == 4
    with pytest.raises(Flawed, match="more than 3 nodes"):
        verified(proof(), most=3)
    wrong = proof()
    wrong.__dict__["branches"] = (wrong.below(1),)
    with pytest.raises(Flawed, match="ends with -1: expected 1 or more"):
        verified(wrong)
    wrong = proof()
    wrong.branches[0].__dict__["branches"] = wrong.branches[0].branches[:1]
    with pytest.raises(Flawed, match="does not have every reply"):
        verified(wrong)
    wrong = proof()
    wrong.__dict__["branches"] = (wrong.below(0), wrong.below(1))
    with pytest.raises(Flawed, match="has 2 moves for who wins"):
        verified(wrong)
    wrong = proof()
    wrong.branches[0].state = 2
    with pytest.raises(Flawed, match="leads to another position"):
        verified(wrong)
    ring = Graph([[1], [0, 2], []], [0, 0, 0], [0, 0, 1.0])
    wrong = ProofTree(engine_of(ring), 0, 0, 1.0)
    wrong.branches[0].__dict__["branches"] = (wrong.branches[0].below(0),)
    with pytest.raises(Flawed, match="has come up 2 times"):
        verified(wrong)


# ---------------------------------------------------------------- answers

FOOL = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2"


def test_rows_are_proven_bounded_or_undecided():
    answer = kz.analyse(kz.game("chess"), kz.game("chess").parse(FOOL), algorithm="proof", nodes=3_000)
    best = answer.moves[0]
    assert (best.move, best.words, best.outcome, best.exact) == ("d8h4", "wins within 1", "win", True)
    assert answer.exact and answer.outcome == "win" and answer.search.stopped_by == "nodes"
    assert answer.search.nodes <= 3_000
    assert all(move.undecided or move.outcome for move in answer.moves)
    assert answer.proof.text() == "d8h4 wins"


def test_nobody_can_force_anything_and_the_answer_says_so():
    ring = Graph([[1], [0]], [0, 1], [0.0, 0.0])
    answer = kz.analyse(ring, algorithm="proof", interpreted=True)
    assert not answer.exact and answer.proof is None
    assert answer.words == "undecided: neither player can force more"
    assert answer.search.stopped_by == "answered" and "nothing is left to ask" in str(answer)
    with pytest.raises(kz.Unsolved):
        kz.solve(ring, algorithm="proof", interpreted=True)


def test_solve_asks_until_the_value_is_known():
    for text in ("((3 12 8) (2 4 6) (14 5 2))", "(((1.5 2.5) (0.5)) ((7.25) (0.125 3)))", "min((1 2) (3 4))"):
        tree = kz.Tree(text)
        assert kz.solve(tree, algorithm="proof", interpreted=True) == kz.solve(tree, interpreted=True)


class Corridor(Game):
    """One move leads on, the others into a wide tree in which nothing is decided soon; the opponent only follows."""

    title = "a corridor"
    whole = True
    utility_range = (-1.0, 1.0)

    def initial(self):
        return (0, 0, 0)

    def player(self, s):
        return (s[0] + s[1]) % 2

    def actions(self, s):
        return range(1) if s[1] == 0 and s[0] % 2 else range(6)

    def result(self, s, a):
        along = s[1] == 0 and a == (0 if s[0] % 2 else s[0] * 7 % 6)
        return (s[0] + 1, 0, 0) if along else (s[0], s[1] + 1, s[2] * 6 + a + 1)

    def is_terminal(self, s):
        return s[0] == 41 or s[1] == 12

    def utility(self, s, player):
        return (0.0 if s[1] else 1.0) * (1 - 2 * player)


def test_auto_proves_a_deep_narrow_win_where_deepening_has_nothing():
    game = Corridor()
    plan = kz.Plan.of(game, kz.Options(seconds=1.0))
    assert plan.algorithm.name == "deepening" and plan._may_prove
    nothing = kz.analyse(game, depth=3, algorithm="deepening", interpreted=True)
    assert nothing.undecided
    answer = plan._by_proof(game.initial(), "", None, nothing, 60.0)
    assert answer.outcome == "win" and answer.best == "0" and answer.search.algorithm == "proof"
    assert "proof-number search" in answer.note and answer.search.nodes < 5_000
    for options in (kz.Options(), kz.Options(seconds=1.0, depth=3), kz.Options(seconds=1.0, algorithm="deepening")):
        assert not kz.Plan.of(game, options)._may_prove
    assert not kz.Plan.of(kz.game("chess"), kz.Options(seconds=1.0))._may_prove


def test_other_games_are_refused():
    for name in ("pig", "kuhn-poker", "2048"):
        with pytest.raises(kz.DoesNotFit):
            kz.analyse(kz.game(name), algorithm="proof")


def test_a_proof_is_walked_drawn_and_written_as_json():
    game = kz.game("tic-tac-toe")
    answer = kz.analyse(game, game.parse("X..O....."), algorithm="proof", interpreted=True)
    proof = answer.proof
    if answer.outcome == "win":
        assert proof.is_winners and len(proof.branches) == 1
    size = verified(proof)
    assert proof.size() >= size and proof.size(3) == 3
    reply = proof.branches[0].branches[0]
    assert proof.branches[0].after(reply.move).state == reply.state
    with pytest.raises(BadInput, match="the proof has no move 'zz'"):
        proof.after("zz")
    svg = proof.draw()
    assert svg.startswith("<svg") and svg.count('class="kz-node') == proof.size()
    assert proof._repr_svg_() == svg
    data = proof.json()
    assert data["complete"] and data["tree"]["moves"][0]["move"] == proof.branches[0].move
    assert not proof.json(3)["complete"]
    assert "the proof goes on" in proof.text(2)


def test_the_command_shows_proofs(tmp_path, capsys):
    asked = ["best", "tic-tac-toe", "X..O.....", "--algorithm", "proof", "--interpreted"]
    assert main([*asked, "--proof", "-"]) == 0
    printed = capsys.readouterr().out
    assert "wins within" in printed and printed.rstrip().endswith("wins")
    for name in ("proof.svg", "proof.json", "proof.txt"):
        assert main([*asked, "--proof", str(tmp_path / name)]) == 0
    assert (tmp_path / "proof.svg").read_text().startswith("<svg")
    assert json.loads((tmp_path / "proof.json").read_text())["complete"]
    capsys.readouterr()
    assert main([*asked, "--json", "--proof", "-"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["proof"]["winner"] == answer["player"]
    assert main([*asked, "--why", answer["moves"][-1]["move"]]) == 0
    assert main(["best", "tic-tac-toe", "--proof", "-"]) == 2
    assert "use --algorithm proof" in capsys.readouterr().err


class Place(NamedTuple):
    at: int
    mover: int


class Ring(Game):
    """Walk to and fro; whoever is at 5 as the second player may jump over the edge, and wins."""

    utility_range = (-1.0, 1.0)
    whole = True
    repetition = 0.0
    repetition_times = 2

    def initial(self):
        return Place(3, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        yield 1
        yield -1
        if s.at == 5 and s.mover == 1:
            yield 2

    def result(self, s, a):
        return Place(s.at + a, 1 - s.mover)

    def is_terminal(self, s):
        return s.at <= 0 or s.at >= 7

    def utility(self, s, player):
        v = 1.0 if s.at <= 0 else -1.0
        return v if player == 0 else -v


class ThirdTime(Ring):
    repetition_times = 3


def test_a_move_that_ends_the_game_by_repetition_draws():
    game = ThirdTime()
    path = [Place(5, 1)]
    for a in (1, -1, 1):
        path.append(game.result(path[-1], a))
    answer = kz.analyse(game, path[-1], algorithm="proof", history=path[:-1], interpreted=True)
    assert (answer.best, answer.value, answer.exact) == ("-1", 0.0, True)


def test_no_proof_of_a_move_leads_back_to_where_that_ends_the_game():
    answer = kz.analyse(Ring(), Place(5, 1), algorithm="proof", interpreted=True)
    rows = {move.move: move for move in answer.moves}
    assert rows["2"].outcome == "win" and not rows["1"].exact and not rows["-1"].exact
