"""Monte Carlo tree search as it is asked: convergence, what rows say, limits, what is kept; and that nothing leaks."""

import random
from itertools import product

import httpx
import pytest

import kibitz as kz
from command import kibitz
from hidden_games import Cards, views, worth
from kibitz.answer.analyse import analyse_with
from kibitz.answer.first_try import FirstTry
from kibitz.answer.options import Options
from kibitz.answer.plan import Plan
from kibitz.answer.questions.by_selective import Sitting
from kibitz.errors import BadInput, DoesNotFit, Unsolved
from kibitz.search import ALGORITHMS
from kibitz.search.montecarlo.information_sets import InformationSetSearch
from random_walks import walked
from serving import here
from test_deals import DUEL

TTT = kz.game("tic-tac-toe")
CONNECT = kz.game("connect-four", width=4, height=4)
HIDDEN = {
    "kuhn-poker": kz.game("kuhn-poker"),
    "leduc-poker": kz.game("leduc-poker"),
    "liars-dice": kz.game("liars-dice"),
    "hearts": kz.game("hearts", cards=3, deal=5),
    "whist": kz.game("bridge", cards=3, trump="S", dummy=False),
    "duel": DUEL,
    "goofspiel": kz.game("goofspiel"),
}


def asked(game, s=None, **options):
    return kz.analyse(game, s, algorithm="montecarlo", **{"interpreted": True, "position": "", **options})


# ------------------------------------------------------------ convergence


def test_tic_tac_toe_is_played_as_minimax_plays_it():
    """At 10,000 simulations, over every position that a random game has reached: a minimax move in 99 % or more."""
    positions = list(dict.fromkeys(s for seed in range(40) for s in walked(TTT, seed)))
    wrong = 0
    for s in positions:
        answer = kz.analyse(TTT, s, algorithm="montecarlo", simulations=10_000, seed=1)
        exact = {m.move: m.loss for m in kz.analyse(TTT, s, algorithm="table", interpreted=True).moves}
        wrong += exact[answer.best] > 0
        for move in answer.moves:
            if move.exact:
                assert (move.outcome == "win") == (move.value > 0) and move.confidence == 0.0
    assert len(positions) >= 150
    assert wrong <= len(positions) // 100


@pytest.mark.parametrize(
    ("text", "best"),
    [
        ("((3 12 8) (2 4 6) (14 5 2))", "B"),
        ("max(chance(1/2: 8 1/3: 24 1/6: -12) 9)", "B"),
        ("(((<1,2,3> <4,2,1>) (<3,3,1> <2,6,1>)) ((<7,1,2> <5,5,5>) (<1,1,9> <2,2,4>)))", None),
    ],
)
def test_small_trees_of_all_kinds_are_proven(text, best):
    tree = kz.Tree(text)
    answer = asked(tree, simulations=3_000)
    wanted = kz.analyse(tree, interpreted=True)
    assert answer.best == wanted.best and (best is None or answer.best == best)
    assert answer.exact and answer.search.stopped_by == "solved" and answer.value == pytest.approx(wanted.value)


def test_without_anything_hidden_information_sets_give_the_minimax_move():
    """The search over information sets, on a game in which every view is the whole state."""

    class Open(type(CONNECT)):
        hidden = True

        def view(self, s, player):
            return s

        def deals(self, view):
            yield view, 1.0

    game = Open(4, 4)
    agreed = compared = 0
    for seed in range(3):
        for s in walked(CONNECT, seed)[8:]:
            exact = {m.move: m.loss for m in kz.analyse(CONNECT, s, interpreted=True).moves}
            if max(exact.values()) > 0:
                compared += 1
                agreed += exact[asked(game, s, simulations=1_000).best] == 0
    assert compared >= 5 and agreed >= 0.9 * compared


def test_kuhn_poker_is_never_played_by_a_dominated_action():
    """Whoever has the king calls, whoever has the jack folds; the queen does not bet. All in 2,000 simulations."""
    game = HIDDEN["kuhn-poker"]
    asked_of = {"KJ:check,bet": "call", "QK:bet": "call", "JK:check,bet": "fold", "QJ:bet": "fold"}
    for text, wanted in (asked_of | {"QK": "check", "KQ:check": "check"}).items():
        answer = asked(game, game.parse(text), simulations=2_000)
        assert (text, answer.best) == (text, wanted)


def test_in_rock_paper_scissors_no_action_is_preferred():
    answer = asked(kz.game("rock-paper-scissors"), simulations=10_000)
    visits = [move.visits for move in answer.moves]
    assert min(visits) > 0.7 * max(visits)
    assert all(abs(move.value) < 0.25 for move in answer.moves)


# ------------------------------------------------------------ nothing leaks


@pytest.mark.parametrize("name", HIDDEN)
def test_states_that_look_alike_get_the_same_answer(name):
    game = HIDDEN[name]
    compared = 0
    for seed in range(12):
        dice = random.Random(seed)
        s = dice.choice(walked(game, seed))
        other = game.deal(game.view(s, game.player(s)), dice)
        if other == s:
            continue
        one, two = (asked(game, state, simulations=60, seed=seed) for state in (s, other))
        assert one.json() | {"search": None} == two.json() | {"search": None}
        assert one.search.nodes == two.search.nodes
        assert (one.state, two.state) == (s, other)
        compared += 1
    assert compared >= 3


@pytest.mark.parametrize("name", ["leduc-poker", "hearts"])
def test_nothing_leaks_from_machine_code_and_it_agrees_with_python(name):
    game = HIDDEN[name]
    s = walked(game, 3)[2]
    other = game.deal(game.view(s, game.player(s)), random.Random(1))
    assert other != s
    told = [
        rows(asked(game, state, simulations=700, seed=4, interpreted=interpreted))
        for state, interpreted in ((s, False), (other, False), (s, True))
    ]
    assert told[0] == told[1] == told[2]


def rows(answer):
    return [(move.move, move.visits, move.value, move.confidence) for move in answer.moves]


def test_the_state_itself_is_never_looked_at():
    """The true state is not among those dealt: then no rule is asked about it, nor about what follows it."""
    hidden = Cards(seed=1, cards=3, moves=2)
    s = hidden.result(hidden.result(hidden.initial(), 2), 3)
    looked_at = []

    class Spied(Cards):
        def deals(self, view):
            for first, second in product(range(1, 4), repeat=2):
                state = s._replace(first=first, second=second)
                if self.view(state, view.player) == view and state != s:
                    yield state, 1.0

        def result(self, state, a):
            looked_at.append(state)
            return super().result(state, a)

    answer = asked(Spied(seed=1, cards=3, moves=2), s, simulations=50)
    assert answer.search.statistics["simulations"] == 50
    assert looked_at and s not in looked_at


def test_average_play_is_near_an_equilibrium_where_views_are_from_the_beginning():
    """Kuhn poker, the first decisions of both: what the visits say loses little to anybody."""
    game = HIDDEN["kuhn-poker"]
    shares = {}
    for player in range(2):
        for view in views(game, player):
            s = next(state for state, _ in game.deals(view))
            found = asked(game, s, simulations=1_500)
            total = sum(move.visits for move in found.moves)
            visits = {move.action: move.visits / total for move in found.moves}
            shares[player, view] = [visits[a] for a in game.actions(s)]
    value = worth(game, game.initial(), 0, lambda player, view: shares[player, view])
    assert -0.25 < value < 0.15


# ------------------------------------------------------------ what a row says


def test_rows_have_visits_and_confidence_and_say_what_is_proven():
    answer = asked(TTT, simulations=500)
    told = answer.json()
    assert told["search"]["simulations"] == answer.search.statistics["simulations"] <= 500
    assert sum(move["visits"] for move in told["moves"]) == told["search"]["simulations"]
    assert not told["exact"] and told["outcome"] is None
    best = told["moves"][0]
    assert best["move"] == told["best"] and best["visits"] == max(move["visits"] for move in told["moves"])
    assert 0 < best["confidence"] < 1 and "±" in best["words"]
    assert len(told["moves"]) == 9 and all(move["loss"] >= 0 for move in told["moves"])
    won = asked(TTT, TTT.parse("XX.OO...."), simulations=500).json()
    assert (won["exact"], won["best"], won["words"], won["outcome"]) == (True, "3", "wins in 1", "win")
    assert won["moves"][0]["exact"] and won["search"]["stopped_by"] == "solved"


def test_a_limit_is_kept_and_named():
    assert asked(CONNECT, simulations=40).search.stopped_by in ("simulations", "decided")
    assert asked(kz.game("connect-four"), nodes=500).search.stopped_by == "nodes"
    timed = asked(kz.game("connect-four"), seconds=0.2)
    assert timed.search.stopped_by in ("time", "decided") and timed.search.statistics["simulations"] > 0
    shallow = asked(kz.game("connect-four"), depth=1, simulations=200)
    assert shallow.search.statistics["simulations"] <= 200


def test_a_search_that_is_decided_stops_early_and_says_so():
    one = asked(kz.game("pig"), seconds=60)
    assert one.search.stopped_by == "decided" and one.note == "stopped early: it is the only legal move"
    attempt = FirstTry("montecarlo", CONNECT, Options(seconds=60), 0.05)
    hurried = Plan.of(CONNECT, Options(seconds=60, algorithm="montecarlo", interpreted=True)).question(
        CONNECT.initial(), ""
    )
    hurried.patience, hurried.slack = attempt.moment.seconds, attempt.moment.slack
    assert not attempt.is_final(hurried.answer(None))  # the moment of plain Python decides nothing
    s = TTT.parse("XXO.O.X..")
    answer = asked(TTT, s, simulations=100_000)
    assert answer.search.statistics["simulations"] < 100_000


def test_the_same_seed_gives_the_same_answer_and_python_agrees_with_machine_code():
    game = kz.game("connect-four", width=5, height=4)
    one, two = (rows(asked(game, simulations=800, seed=7, interpreted=interpreted)) for interpreted in (True, False))
    assert one == two
    assert one != rows(asked(game, simulations=800, seed=8))


def test_positions_at_which_nobody_decides():
    over = asked(TTT, TTT.parse("XXXOO...."))
    assert over.exact and over.best is None
    dice = kz.Tree("chance(1/2: 2 1/2: 4)")
    rolled = asked(dice, simulations=400)
    assert rolled.best is None and rolled.value == pytest.approx(3, abs=0.5) and len(rolled.moves) == 2
    three = kz.game("pig", players=3)
    rolled = asked(three, three.result(three.initial(), next(iter(three.actions(three.initial())))), simulations=60)
    assert rolled.player == kz.CHANCE and rolled.words == f"wins {100 * rolled.value[0]:.1f} %"  # as player 0 sees it
    with pytest.raises(BadInput, match="montecarlo answers for a player"):
        asked(HIDDEN["kuhn-poker"], simulations=10)


def test_what_cannot_be_proven_is_refused_without_a_limit():
    with pytest.raises(DoesNotFit, match="cannot prove the value of 'kuhn-poker', where something is hidden"):
        kz.solve(HIDDEN["kuhn-poker"], HIDDEN["kuhn-poker"].parse("KQ"), algorithm="montecarlo")
    with pytest.raises(DoesNotFit, match="proves nothing with the technique no-solver"):
        asked(TTT, techniques=kz.Techniques(solver=False))
    assert kz.solve(kz.Tree("((3 12) (2 4))"), algorithm="montecarlo", interpreted=True) == 3
    with pytest.raises(Unsolved, match="is not solved within 200 nodes"):
        kz.solve(kz.game("connect-four"), algorithm="montecarlo", nodes=200, interpreted=True)


def test_a_game_that_hides_without_dealing_is_refused():
    class Blind(kz.Game):
        hidden = True

    assert "needs a game that answers view" in ALGORITHMS["montecarlo"].reason_against(Blind())


# ------------------------------------------------------------ what is kept


def test_a_sitting_keeps_the_tree_from_one_move_to_the_next():
    sitting = Sitting()
    options = Options(simulations=600, algorithm="montecarlo", interpreted=True)
    first = analyse_with(CONNECT, options, sitting=sitting)
    s = CONNECT.initial()
    for action in [first.moves[0].action, next(iter(CONNECT.actions(s)))]:
        s = CONNECT.result(s, action)
    alone = analyse_with(CONNECT, options, s)
    kept = analyse_with(CONNECT, options, s, sitting=sitting)
    assert sum(move.visits for move in alone.moves) == alone.search.statistics["simulations"]
    assert sum(move.visits for move in kept.moves) > kept.search.statistics["simulations"]


def test_information_sets_keep_what_they_have_learned_unless_told_otherwise():
    game = HIDDEN["leduc-poker"]
    s = walked(game, 1)[0]
    for techniques, is_kept in ((None, True), (kz.Techniques(reuse=False), False)):
        engine = InformationSetSearch(game, techniques=techniques, interpreted=True)
        *_, one = engine.think(s, simulations=200)
        *_, two = engine.think(s, simulations=200)
        visits = [sum(row.visits for row in found.rows) for found in (one, two)]
        assert (visits[1] > visits[0]) == is_kept
        assert one.simulations == two.simulations == 200


# ------------------------------------------------------------ the command


def test_the_command_prints_visits_means_and_confidence():
    asks = ("best", "tic-tac-toe", "--algorithm", "montecarlo", "--simulations", "300", "--interpreted")
    done = kibitz(*asks, "--stats")
    assert done.code == 0
    for words in ("visits", "simulations: ", "tree nodes: ", "tree depth: ", "95 %", "± "):
        assert words in done.out
    told = kibitz(*asks, "--json", "--exact")
    assert told.code == (0 if told.json["exact"] else 1)
    refused = kibitz("best", "tic-tac-toe", "--simulations", "300", "--algorithm", "minimax")
    assert refused.code == 2 and "simulations 300 have no effect on minimax: use montecarlo" in refused.err


def test_auto_simulates_a_game_that_is_usually_searched_so_unless_it_has_to_be_exact():
    class Usual(type(TTT)):
        usual = "montecarlo"

    plan = Plan.of(Usual(), Options(seconds=1))
    assert (plan.algorithm.name, plan.reason) == ("montecarlo", "montecarlo: 'usual' is usually searched by it")
    assert Plan.of(Usual(), Options()).algorithm.name == "deepening"
    assert Plan.of(TTT, Options(seconds=1)).algorithm.name == "deepening"


def test_a_search_with_nothing_to_go_by_says_what_to_ask_for():
    answer = kz.analyse(kz.game("connect-four"), seconds=0.2, interpreted=True)
    assert answer.undecided and "--algorithm montecarlo" in answer.note
    assert kz.analyse(kz.game("connect-four"), depth=1, interpreted=True).note == ""


def test_the_page_is_told_visits_as_they_come():
    with here() as (url, _):
        body = {"game": "tic-tac-toe", "algorithm": "montecarlo", "simulations": 400, "seed": 1}
        answer = httpx.post(f"{url}/api/best", json=body, timeout=180).json()
        assert answer["search"]["simulations"] <= 400 and all(move["visits"] >= 0 for move in answer["moves"])
        asked = {"game": "tic-tac-toe", "algorithm": "minimax", "simulations": 400}
        refused = httpx.post(f"{url}/api/best", json=asked, timeout=180)
        assert refused.status_code == 400 and "simulations 400 have no effect" in refused.json()["error"]
        schema = httpx.get(f"{url}/openapi.json").json()["components"]["schemas"]
        assert "simulations" in schema["BestAsked"]["properties"] and "visits" in schema["MoveJudged"]["properties"]


class Pendulum(kz.Game):
    """Nobody ever ends it, unless both take the same way out a thousand times: playouts go on and on."""

    utility_range = (-1.0, 1.0)

    def initial(self):
        return 0

    def player(self, s):
        return s & 1

    def actions(self, s):
        yield from (1, 3)

    def result(self, s, a):
        return s + a

    def is_terminal(self, s):
        return s > 1_000_000

    def utility(self, s, player):
        return 1.0 if player == 0 else -1.0


def test_playouts_that_are_broken_off_are_told_and_nothing_is_sure_because_of_them():
    answer = kz.analyse(Pendulum(), algorithm="montecarlo", simulations=12, interpreted=True)
    assert "12 of 12 simulations went on for more than 1,000 plies, were broken off and count as even" in answer.note
    assert all(move.confidence > 0 for move in answer.moves if move.visits)


class OnceOnly(kz.Game):
    """A ring of six places, from one of which the first player may jump out and win; no place may come again."""

    utility_range = (-1.0, 1.0)
    repetition_is_illegal = True

    def initial(self):
        return 0

    def player(self, s):
        return s % 2

    def actions(self, s):
        yield 1
        if s == 4:
            yield 6

    def result(self, s, a):
        return 10 if a == 6 else (s + a) % 6

    def is_terminal(self, s):
        return s == 10

    def utility(self, s, player):
        return 1.0 if player == 0 else -1.0


def test_a_proven_move_where_repeating_is_illegal_is_told_without_its_plies():
    answer = kz.analyse(OnceOnly(), 4, algorithm="montecarlo", simulations=200, interpreted=True)
    assert (answer.best, answer.outcome, answer.exact) == ("6", "win", True)
