"""Regret minimisation: known equilibria, plain recursions and trying everything beside it, theorems, stops, files."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz as kz
from command import kibitz
from hidden_games import Cards, Matrix, best_by_trying, worth
from kibitz.errors import BadInput, Stopped, Unsolved
from kibitz.games.kuhn_poker import KuhnPoker
from kibitz.games.leduc_poker import LeducPoker
from kibitz.search.equilibrium.best_response import judge
from kibitz.search.equilibrium.regret import Regret
from kibitz.search.equilibrium.sampling import Sampled
from kibitz.search.equilibrium.strategy import expected
from kibitz.search.watch import Count

KUHN = -1 / 18
LEDUC = -0.0856064241  # by a linear program in sequence form, from tests/data/exact-values.json


def learnt(game, iterations, variant="plus", **options):
    learner = Sampled(game, **options) if variant == "sampled" else Regret(game, variant=variant, **options)
    learner.improve(iterations)
    return learner


def by_view(game, learner):
    """A learner's play as a function of player and view, found by walking the game."""
    known = {}
    todo = [game.initial()]
    for s in todo:
        if not game.is_terminal(s):
            mover = game.player(s)
            if mover != kz.CHANCE and (mover, game.view(s, mover)) not in known:
                known[mover, game.view(s, mover)] = [chance for chance, _ in learner.at(s)]
            todo += [game.result(s, a) for a in game.choices(s)]
    return lambda player, view: known[player, view]


# ---------------------------------------------------------------- known equilibria


@pytest.fixture(scope="module")
def kuhn():
    return learnt(KuhnPoker(), 2000)


@pytest.fixture(scope="module")
def leduc():
    return learnt(LeducPoker(), 1500)


def test_kuhn_is_worth_what_is_known(kuhn):
    assert kuhn.information_sets == 12
    assert kuhn.values() == pytest.approx((KUHN, -KUHN), abs=1e-3)
    assert kuhn.exploitability < 1e-3


def test_leduc_is_worth_what_is_known(leduc):
    assert leduc.information_sets == 936
    assert leduc.values() == pytest.approx((LEDUC, -LEDUC), abs=1e-3)
    assert leduc.exploitability < 5e-3


@pytest.mark.parametrize(("variant", "iterations"), [("vanilla", 20_000), ("plus", 1000), ("sampled", 200_000)])
def test_every_variant_comes_to_the_equilibrium_of_kuhn(variant, iterations):
    learner = learnt(KuhnPoker(), iterations, variant)
    assert learner.iterations == iterations
    assert learner.exploitability < 1e-2
    assert learner.values()[0] == pytest.approx(KUHN, abs=1e-2)


def test_kuhn_is_played_as_kuhn_found(kuhn):
    """The first player bets a jack with probability α ≤ 1/3, a king with 3α, and calls with a queen at α + 1/3."""

    def chance(position, move):
        game, s = kuhn.game, kuhn.game.parse(position)
        names = [game.action_text(s, a) for a in game.actions(s)]
        return kuhn.at(s)[names.index(move)][0]

    alpha = chance("J_", "bet")
    assert 0 <= alpha <= 1 / 3 + 0.01
    assert chance("K_", "bet") == pytest.approx(3 * alpha, abs=0.02)
    assert chance("Q_", "bet") < 0.01
    assert chance("Q:check,bet", "call") == pytest.approx(alpha + 1 / 3, abs=0.02)
    assert chance("J:check,bet", "call") < 0.01
    assert chance("_J:check", "bet") == pytest.approx(1 / 3, abs=0.02)
    assert chance("_Q:bet", "call") == pytest.approx(1 / 3, abs=0.02)
    assert chance("_K:bet", "call") > 0.99


@pytest.mark.parametrize("wins", [(1, 1, 1), (2, 1, 1), (1, 3, 2), (5, 1, 4)])
def test_rock_paper_scissors_is_mixed_as_the_closed_form_says(wins):
    """Each is played as often as what it neither beats nor loses by itself wins: then all three bring nothing."""
    rock, paper, scissors = wins
    shares = [scissors / sum(wins), rock / sum(wins), paper / sum(wins)]
    assert rock * shares[2] == pytest.approx(paper * shares[1])  # what rock wins of scissors and loses to paper
    game = kz.game("rock-paper-scissors", rock=rock, paper=paper, scissors=scissors)
    learner = learnt(game, 3000, interpreted=True)
    assert [chance for chance, _ in learner.at(game.parse("_"))] == pytest.approx(shares, abs=0.02)
    assert learner.values()[0] == pytest.approx(0, abs=0.02)


numbers = st.integers(-9, 9).map(float)


@given(st.tuples(st.tuples(numbers, numbers), st.tuples(numbers, numbers)))
@settings(max_examples=25)
def test_two_by_two_matrices_are_worth_what_the_formula_says(rows):
    (a, b), (c, d) = rows
    maximin, minimax = max(min(a, b), min(c, d)), min(max(a, c), max(b, d))
    value = maximin if maximin == minimax else (a * d - b * c) / (a + d - b - c)
    learner = learnt(Matrix(rows), 400, interpreted=True)
    assert learner.values()[0] == pytest.approx(value, abs=2 * learner.exploitability + 1e-9)
    assert learner.exploitability < 0.2


# ---------------------------------------------------------------- beside plain recursions


@given(st.integers(0, 10**6), st.integers(0, 40))
@settings(max_examples=20)
def test_best_response_is_what_trying_everything_finds(seed, iterations):
    game = Cards(seed, cards=2, moves=3)
    learner = learnt(game, iterations, interpreted=True)
    play = by_view(game, learner)
    judged = learner.judgement()
    for player in (0, 1):
        assert judged.values[player] == pytest.approx(worth(game, game.initial(), player, play), abs=1e-9)
        assert judged.responses[player] == pytest.approx(best_by_trying(game, player, play), abs=1e-9)
    gains = sum(judged.responses) - sum(judged.values)
    assert learner.exploitability == pytest.approx(gains / 2, abs=1e-9)


def test_best_response_in_kuhn_is_what_trying_everything_finds(kuhn):
    dice = random.Random(3)
    form = kuhn.form
    for _ in range(5):
        strategy = np.ones(form.size)
        for place in range(len(form.keys)):
            share = dice.random()
            strategy[form.first[place] : form.first[place + 1]] = [share, 1 - share]
        judged = judge(form, strategy)
        game = kuhn.game

        def play(player, view, strategy=strategy, game=game):
            s, _ = next(iter(game.deals(view)))
            place = int(np.flatnonzero(form.keys == key_of(game, s, form))[0])
            return strategy[form.first[place] : form.first[place + 1]].tolist()

        for player in (0, 1):
            assert judged.values[player] == pytest.approx(worth(game, game.initial(), player, play), abs=1e-9)
            assert judged.responses[player] == pytest.approx(best_by_trying(game, player, play), abs=1e-9)


def key_of(game, s, form):
    from kibitz.search.equilibrium.regret import known_as

    return form.keys[known_as(game, s, form.views, form.owners)[0]]


@given(st.integers(0, 10**6))
@settings(max_examples=15)
def test_random_games_are_learnt_by_every_variant(seed):
    game = Cards(seed, cards=2, moves=3)
    plus = learnt(game, 300, interpreted=True)
    vanilla = learnt(game, 300, "vanilla", interpreted=True)
    assert -1 <= plus.values()[0] <= 1
    assert plus.values()[0] == pytest.approx(-plus.values()[1], abs=1e-9)
    assert plus.exploitability < 1e-2
    assert vanilla.exploitability < 0.15
    assert vanilla.values()[0] == pytest.approx(
        plus.values()[0], abs=2 * (vanilla.exploitability + plus.exploitability) + 1e-9
    )


@given(st.integers(0, 10**6), st.integers(1, 200))
@settings(max_examples=15)
def test_exploitability_is_below_the_bound_that_regrets_give(seed, iterations):
    """Zinkevich's theorem: the sum of the regrets of all information sets, over T, bounds what both could gain."""
    learner = learnt(Cards(seed, cards=2, moves=4), iterations, "vanilla", interpreted=True)
    form, regrets = learner.form, np.maximum(learner.learning.regrets, 0)
    bound = np.maximum.reduceat(regrets, form.first[:-1]).sum() / iterations
    assert 2 * learner.exploitability <= bound + 1e-9


@given(st.integers(0, 10**9))
@settings(max_examples=12)
def test_with_nothing_hidden_the_value_is_that_of_expectiminimax(seed):
    tree = kz.Tree.random(3, 3, seed, chance=True)
    exact = kz.expectiminimax(tree, interpreted=True).value
    learner = learnt(tree, 200, interpreted=True)
    assert learner.values()[0] == pytest.approx(exact, abs=2 * learner.exploitability + 1e-9)
    assert learner.judgement().responses[0] >= exact - 1e-9
    assert learner.judgement().responses[1] >= -exact - 1e-9
    assert learner.exploitability < 0.2


def test_compiled_and_interpreted_learn_the_same(kuhn):
    for variant in ("plus", "vanilla"):
        plain, compiled = (learnt(KuhnPoker(), 60, variant, interpreted=interpreted) for interpreted in (True, False))
        assert (plain.form.keys == compiled.form.keys).all()
        assert plain.learning.sums == pytest.approx(compiled.learning.sums, rel=1e-12)
        assert plain.values() == pytest.approx(compiled.values(), abs=1e-12)
    plain, compiled = (learnt(KuhnPoker(), 300, "sampled", interpreted=interpreted) for interpreted in (True, False))
    assert plain.nodes == compiled.nodes
    assert plain.exploitability == pytest.approx(compiled.exploitability, abs=1e-12)


def test_play_from_a_state_is_worth_what_a_plain_recursion_finds(kuhn):
    game = kuhn.game
    play = by_view(game, kuhn)
    for position in ("deal", "K", "KQ", "QJ:check", "JK:check,bet"):
        s = game.parse(position)
        found = expected(game, s, 0, kuhn.table(), Count())
        assert found == pytest.approx(worth(game, s, 0, play), abs=1e-9)
    assert expected(game, game.initial(), 0, kuhn.table(), Count()) == pytest.approx(kuhn.values()[0], abs=1e-9)


class KuhnForThree(KuhnPoker):
    """Kuhn poker with a third player who only looks on."""

    players = 3
    zero_sum = True

    def utility(self, s, player):
        return super().utility(s, player) if player < 2 else 0.0


def test_more_than_two_players_are_weighed_alike():
    two, three = learnt(KuhnPoker(), 100, interpreted=True), learnt(KuhnForThree(), 100, interpreted=True)
    assert three.values() == pytest.approx((*two.values(), 0.0), abs=1e-12)
    assert three.judgement().responses == pytest.approx((*two.judgement().responses, 0.0), abs=1e-12)


# ---------------------------------------------------------------- what is hidden stays hidden


@pytest.mark.parametrize("learner", ["kuhn", "leduc"])
def test_positions_that_a_player_cannot_tell_apart_get_the_same_answer(learner, request):
    learner = request.getfixturevalue(learner)
    game, dice = learner.game, random.Random(5)
    for _ in range(30):
        s = game.initial()
        while not game.is_terminal(s):
            if game.player(s) != kz.CHANCE:
                deals = [other for other, _ in game.deals(game.view(s, game.player(s)))]
                assert len(deals) > 1
                assert all(learner.at(other) == learner.at(s) for other in deals)
            s = game.result(s, dice.choice(list(game.choices(s))))


def test_a_hand_that_is_not_told_is_not_needed(kuhn):
    assert kuhn.at(kuhn.game.parse("K_:check,bet")) == kuhn.at(kuhn.game.parse("KJ:check,bet"))


def test_a_view_that_confuses_actions_is_refused():
    class Confused(Cards):
        def view(self, s, player):
            return super().view(s, player)._replace(moves=0, done=0)

        def actions(self, s):
            for a in range(2 if s.moves == 0 else 3):
                if s.moves < self.moves:
                    yield a + (5 if s.done else 0)

    with pytest.raises(BadInput, match="look alike to a player and differ in their actions"):
        learnt(Confused(1, moves=2), 1, interpreted=True)


# ---------------------------------------------------------------- sampling


def test_sampling_depends_on_the_seed_alone():
    one, same, other = (learnt(KuhnPoker(), 500, "sampled", seed=seed) for seed in (4, 4, 5))
    assert one.at(one.game.parse("K_")) == same.at(one.game.parse("K_"))
    assert one.at(one.game.parse("K_")) != other.at(one.game.parse("K_"))


@given(st.integers(0, 10**6))
@settings(max_examples=5)
def test_sampling_learns_random_games(seed):
    game = Cards(seed, cards=2, moves=3)
    early, late = (learnt(game, iterations, "sampled", seed=seed, interpreted=True) for iterations in (10, 1000))
    assert late.exploitability < 0.2
    assert late.exploitability < early.exploitability + 0.1


def test_estimates_of_sampling_come_near_to_what_is_judged(kuhn):
    sampled = learnt(KuhnPoker(), 200_000, "sampled")
    for position in ("K_", "_Q:bet", "_J:check", "Q:check,bet"):
        s = kuhn.game.parse(position)
        for (_, estimate), (_, exact) in zip(sampled.at(s), kuhn.at(s), strict=True):
            assert estimate == pytest.approx(exact, abs=0.1)


# ---------------------------------------------------------------- limits


def test_a_game_that_does_not_fit_is_refused_and_can_be_sampled():
    game = kz.game("liars-dice", sides=5)
    with pytest.raises(
        Unsolved, match=r"too many for 0 MB: allow more with --memory, or sample with --variant sampled"
    ):
        Regret(game, megabytes=0.5, interpreted=True).improve(1)
    sampled = Sampled(game, megabytes=0.8, interpreted=True)
    sampled.improve(5)
    assert sampled.exploitability is None
    assert len(sampled.at(game.parse("3_"))) == 10
    assert -1 <= sampled.values()[0] <= 1
    with pytest.raises(Unsolved, match="too many for 0 MB: allow more with --memory"):
        sampled.improve(3000)


def test_stopped_learning_goes_on_where_it_was():
    straight = learnt(KuhnPoker(), 50, interpreted=True)
    stopped = Regret(KuhnPoker(), interpreted=True)
    stopped.stop()
    with pytest.raises(Stopped):
        stopped.improve(20)
    stopped.improve(20)
    stopped.stop()
    with pytest.raises(Stopped):
        stopped.improve(30)
    assert stopped.iterations == 20
    stopped.improve(30)
    assert (straight.learning.sums == stopped.learning.sums).all()


def test_what_is_learnt_is_kept_in_a_file(tmp_path):
    file = tmp_path / "kuhn.npz"
    straight = learnt(KuhnPoker(), 50, interpreted=True)
    learnt(KuhnPoker(), 20, interpreted=True).save(file)
    resumed = Regret(KuhnPoker(), interpreted=True)
    resumed.load(file)
    resumed.improve(30)
    assert resumed.iterations == 50
    assert (straight.learning.sums == resumed.learning.sums).all()
    with pytest.raises(BadInput, match="was learned from another game"):
        Regret(kz.game("liars-dice", sides=2), interpreted=True).load(file)
    with pytest.raises(BadInput, match="by another variant"):
        Regret(KuhnPoker(), variant="vanilla", interpreted=True).load(file)
    (tmp_path / "broken.npz").write_text("nothing")
    with pytest.raises(BadInput, match=r"not a .* file"):
        resumed.load(tmp_path / "broken.npz")
    with pytest.raises(BadInput, match="cannot be read"):
        resumed.load(tmp_path / "none.npz")


# ---------------------------------------------------------------- the command


def test_the_command_tells_probabilities_and_exploitability():
    answer = kibitz("best", "kuhn-poker", "_Q:bet", "--iterations", 2000, "--json").json
    assert [row["move"] for row in answer["moves"]] == ["fold", "call"]
    assert answer["best"] == "fold"
    assert [row["probability"] for row in answer["moves"]] == pytest.approx([2 / 3, 1 / 3], abs=0.02)
    assert [row["value"] for row in answer["moves"]] == pytest.approx([-1, -1], abs=0.01)
    assert answer["value"] == pytest.approx(-1, abs=0.01)
    search = answer["search"]
    assert (search["algorithm"], search["iterations"], search["stopped_by"]) == ("regret", 2000, "iterations")
    assert 0 <= search["exploitability"] < 1e-3
    assert search["statistics"]["information_sets"] == 12


def test_the_command_answers_from_what_the_mover_knows():
    told = [
        kibitz("best", "kuhn-poker", position, "--iterations", 50).out.splitlines()[:-1]
        for position in ("K:check,bet", "K_:check,bet", "KQ:check,bet", "KJ:check,bet")
    ]
    assert told[0] == told[1] == told[2] == told[3]
    assert told[0][1].split() == ["move", "value", "loss", "played"]


def test_the_command_tells_the_value_at_the_deal():
    answer = kibitz("best", "kuhn-poker", "--iterations", 2000, "--json").json
    assert answer["best"] is None
    assert answer["value"] == pytest.approx(KUHN, abs=1e-3)
    assert [row["move"] for row in answer["moves"]] == ["J", "Q", "K"]
    assert sum(row["value"] for row in answer["moves"]) / 3 == pytest.approx(KUHN, abs=1e-3)


def test_solve_goes_on_until_it_is_exact():
    assert float(kibitz("solve", "kuhn-poker").out) == pytest.approx(KUHN, abs=1e-5)
    refused = kibitz("solve", "kuhn-poker", "--nodes", 100)
    assert refused.code == 1
    assert "is not solved within the limit: the exploitability is still" in refused.err


def test_every_variant_can_be_asked_for():
    for variant in ("plus", "vanilla", "sampled"):
        said = kibitz("best", "kuhn-poker", "K_", "--variant", variant, "--iterations", 300, "--seed", 3)
        assert said.code == 0
        assert "300 iterations, exploitability" in said.out
    assert kibitz("best", "kuhn-poker", "--variant", "deep").code == 2


def test_a_strategy_is_kept_between_two_commands(tmp_path):
    file = tmp_path / "kuhn.npz"
    first = kibitz("best", "kuhn-poker", "K_", "--iterations", 40, "--strategy", file, "--json").json
    second = kibitz("best", "kuhn-poker", "K_", "--iterations", 100, "--strategy", file, "--json").json
    straight = kibitz("best", "kuhn-poker", "K_", "--iterations", 100, "--json").json
    assert first["search"]["iterations"] == 40
    assert second["moves"] == straight["moves"]
    assert kibitz("best", "kuhn-poker", "K_", "--iterations", 4, "--strategy", tmp_path / "no" / "file").code == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["kuhn-poker", "KK"], "'KK' has a card in both hands"),
        (["kuhn-poker", "XQ"], "'XQ' has a card 'X': expected one of J Q K, or _"),
        (["kuhn-poker", "KQ:bet,raise"], "'raise' is not a legal move at 'KQ:bet': expected one of fold, call"),
        (["tic-tac-toe", "--algorithm", "regret"], "regret is for games that hide something"),
        (["kuhn-poker", "KQ:check,check", "--algorithm", "nothing"], "unknown algorithm 'nothing'"),
        (["kuhn-poker", "__"], "'__'"),
        (["kuhn-poker", "K_:check,check"], "cards that are not known cannot be shown"),
    ],
)
def test_what_cannot_be_answered_is_refused_in_a_sentence(arguments, sentence):
    said = kibitz("best", *arguments, "--iterations", 10)
    assert said.code == 2
    assert sentence in said.err


# ---------------------------------------------------------------- where averaging over deals goes wrong


def test_averaging_over_deals_promises_what_cannot_be_had():
    from pathlib import Path

    shell_game = f"{Path(__file__).parent.parent / 'examples' / 'shell_game.py'}:ShellGame"
    averaged = kibitz("best", shell_game, "(3,1,0)", "--algorithm", "deals", "--json", "--interpreted").json
    learnt_play = kibitz("best", shell_game, "(3,1,0)", "--iterations", 200, "--json", "--interpreted").json
    assert (averaged["best"], averaged["value"]) == ("bet", 4.0)
    assert learnt_play["best"] == "take"
    assert learnt_play["value"] == pytest.approx(3, abs=0.01)
    values = {row["move"]: row["value"] for row in learnt_play["moves"]}
    assert values["bet"] == pytest.approx(2, abs=0.01)


# ---------------------------------------------------------------- at the table


def test_the_engine_mixes_its_moves_and_shows_nothing():
    """It draws by the probabilities, from a seed, and the person sees neither its card nor what it thinks."""
    openings = set()
    for seed in range(6):
        said = kibitz("play", "kuhn-poker", "--you", "second", "--seed", seed, "--iterations", 200, stdin="quit\n")
        again = kibitz("play", "kuhn-poker", "--you", "second", "--seed", seed, "--iterations", 200, stdin="quit\n")
        assert said.out == again.out
        assert "chance: player 1 gets a card" in said.out
        assert "player 1 ?" in said.out
        lines = [line for line in said.out.splitlines() if "(engine) plays" in line]
        assert len(lines) == 1
        openings.add(lines[0])
    assert openings == {"player 1 (engine) plays check", "player 1 (engine) plays bet"}
