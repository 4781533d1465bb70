"""Learning: the values it must come to, and that it comes to the same ones whatever happens on the way."""

import json
import math
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import kibitz as kz
from command import kibitz, wait_until_busy
from kibitz.evaluation.network import adjust, value, work_out
from kibitz.evaluation.weights import fresh
from kibitz.games.backgammon import Backgammon, bearoff, features
from kibitz.games.backgammon.checkers import number, pips
from kibitz.learn import Anyone, Greedy, Manner, Training, Weights, contest, learned, rounds
from kibitz.learn.luck import drawn
from kibitz.learn.rounds import luck_of
from kibitz.native.execution import together
from learning_games import BitNim, RandomWalk, SeenTicTacToe, Walk
from test_backgammon import state

DATA = Path(__file__).parent / "data"
BACKGAMMON = Backgammon()
BY_HAND = Backgammon(network=False)
HERE = Path(__file__).parent


# ---------------------------------------------------------------- values


@pytest.mark.parametrize("trace", [0.0, 0.7, 1.0])
def test_random_walk_comes_to_its_true_values(trace):
    game = RandomWalk()
    training = Training(game, manner=Manner(rate=0.2, half=200, trace=trace), seed=3)
    training.learn(30_000)
    assert not training.interpreted
    values = [training.game.evaluate(Walk(place), 0) for place in range(1, 6)]
    assert values == pytest.approx([place / 6 for place in range(1, 6)], abs=0.02)


def test_network_comes_to_them_too():
    training = Training(RandomWalk(), hidden=5, manner=Manner(rate=0.3, half=1000), seed=3)
    training.learn(30_000)
    assert not training.interpreted
    values = [training.game.evaluate(Walk(place), 0) for place in range(1, 6)]
    assert values == pytest.approx([place / 6 for place in range(1, 6)], abs=0.04)


def test_nim_is_learned_from_the_feature_that_tells_it():
    training = Training(BitNim(), hidden=4, seed=1)
    training.learn(4000)
    assert training.score(games=400).mean > 0.9  # against random play
    won, lost = training.game.parse("3,4,5"), training.game.parse("1,4,5")
    assert training.game.evaluate(won, 0) > 0.5
    assert training.game.evaluate(lost, 0) < -0.5
    assert training.game.evaluate(lost, 1) == -training.game.evaluate(lost, 0)


def test_sums_learn_to_beat_random_play_at_tic_tac_toe():
    training = Training(SeenTicTacToe(), seed=2)
    before = training.score(games=400).mean
    training.learn(20_000)
    assert not training.interpreted
    after = training.score(games=400)
    assert after.mean > 0.8 > before + 0.2


def test_gradient_is_that_of_the_error():
    """Each weight moves as a small change of it says."""
    game = learned(SeenTicTacToe(), fresh(SeenTicTacToe(), 3, 5))
    s = game.parse("X.O.X....")
    aims = [0.8]

    def loss():
        room = [0.0] * game.learned_room
        work_out(game, s, room)
        out = room[3]
        return -(aims[0] * np.log(out) + (1 - aims[0]) * np.log(1 - out))

    weights = game.learned_weights
    slopes = []
    for place in range(len(weights)):
        kept = weights[place]
        weights[place] = kept + 1e-6
        above = loss()
        weights[place] = kept - 1e-6
        slopes.append((above - loss()) / 2e-6)
        weights[place] = kept
    before = weights.copy()
    room = [0.0] * game.learned_room
    work_out(game, s, room)
    assert value(game, room) == 2 * room[3] - 1
    adjust(game, s, room, aims, 0.01)
    assert (before - weights) / 0.01 == pytest.approx(np.array(slopes), abs=1e-6)


# ---------------------------------------------------------------- the same, whatever happens on the way


def trained(game, games, **more):
    training = Training(game, hidden=6, seed=7, **more)
    training.learn(games, command="kibitz learn …")
    return training


@pytest.mark.parametrize("make", [BitNim, lambda: Backgammon(network=False)], ids=["nim", "backgammon"])
def test_compiled_is_interpreted(make):
    games = 3 if make is not BitNim else 40
    compiled, interpreted = trained(make(), games), trained(make(), games, interpreted=True)
    assert interpreted.interpreted > compiled.interpreted
    assert compiled.pupil.orders.tolist() == interpreted.pupil.orders.tolist()
    assert compiled.pupil.luck.tolist() == interpreted.pupil.luck.tolist()
    assert compiled.weights.values == pytest.approx(interpreted.weights.values, rel=1e-9, abs=1e-12)


def test_resumed_is_uninterrupted(tmp_path):
    whole = trained(SeenTicTacToe(), 350)
    file = tmp_path / "half.npz"
    half = Training(SeenTicTacToe(), hidden=6, seed=7)
    half.learn(123, save=file, command="so")
    rest = Training(SeenTicTacToe(), weights=Weights.load(file))
    rest.learn(350)
    assert (rest.weights.values == whole.weights.values).all()
    assert rest.curve == whole.curve
    assert [point[0] for point in rest.curve] == [100, 200, 300]


IN_ROUNDS = Manner(rate=0.1, half=1000, explore=0.1, threads=2, round=10)


def test_threads_learn_the_same_however_fast_they_are():
    """What each of them does hangs on its number alone: one after the other they come to the same weights."""
    at_once = trained(SeenTicTacToe(), 200, manner=IN_ROUNDS)
    assert not at_once.interpreted
    again = trained(SeenTicTacToe(), 200, manner=IN_ROUNDS)
    in_turn = trained(SeenTicTacToe(), 200, manner=IN_ROUNDS, interpreted=True)
    assert (at_once.weights.values == again.weights.values).all()
    assert at_once.weights.values == pytest.approx(in_turn.weights.values, rel=1e-9, abs=1e-12)
    assert at_once.pupil.orders.tolist() == in_turn.pupil.orders.tolist()
    assert at_once.games == 200
    others = trained(SeenTicTacToe(), 200, manner=replace(IN_ROUNDS, threads=3))
    assert others.games == 210  # whole rounds
    assert (others.weights.values != at_once.weights.values).any()


def test_a_round_averages_what_each_thread_has_learned():
    training = Training(BitNim(), hidden=3, seed=4, manner=IN_ROUNDS)
    before = training.weights.values.copy()
    apart = []
    for thread in range(2):
        alone = Training(BitNim(), hidden=3, seed=4, manner=replace(IN_ROUNDS, threads=1))
        assert (alone.weights.values == before).all()
        alone.pupil.luck[0] = luck_of(4, 0, thread)
        alone.learn(10)
        apart.append(alone.weights.values)
    training.learn(20)
    assert (apart[0] != apart[1]).any()
    assert training.weights.values == pytest.approx((apart[0] + apart[1]) / 2, rel=1e-12)


def test_rounds_resumed_are_uninterrupted(tmp_path):
    whole = trained(SeenTicTacToe(), 340, manner=IN_ROUNDS)
    file = tmp_path / "half.npz"
    half = Training(SeenTicTacToe(), hidden=6, seed=7, manner=IN_ROUNDS)
    half.learn(115, save=file, command="so")
    rest = Training(SeenTicTacToe(), weights=Weights.load(file))
    assert rest.manner == IN_ROUNDS
    assert not rest.is_changed
    rest.learn(340)
    assert (rest.weights.values == whole.weights.values).all()
    assert rest.curve == whole.curve
    assert [point[0] for point in rest.curve] == [100, 200, 300]


def test_an_interrupted_round_leaves_no_trace():
    whole = trained(BitNim(), 40, manner=IN_ROUNDS)
    training = Training(BitNim(), hidden=6, seed=7, manner=IN_ROUNDS)
    training.learn(20)
    values, told = training.weights.values.copy(), training.pupil.orders.copy()

    def stopped(calls, stop, *, interpreted):
        together(calls[:1], stop, interpreted=interpreted)  # one thread is done, the other one is not
        stop()
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(rounds, "together", stopped)
        training.learn(40)
    assert (training.weights.values == values).all()
    assert (training.pupil.orders == told).all()
    training.learn(40)
    assert (training.weights.values == whole.weights.values).all()


AVERAGED = Manner(rate=0.1, explore=0.1, average=200)


def test_average_is_that_of_the_weights_on_the_way():
    """Of all of them at first, then of the later ones; and they are learned as they are without an average."""
    plain = Training(SeenTicTacToe(), hidden=6, seed=7, manner=replace(AVERAGED, average=0))
    training = Training(SeenTicTacToe(), hidden=6, seed=7, manner=AVERAGED)
    mean = 0.0
    for games, share in ((100, 1.0), (200, 1 / 2), (300, 1 / 2), (400, 1 / 2)):
        plain.learn(games)
        mean += share * (plain.weights.values - mean)
    training.learn(450)
    plain.learn(450)
    assert (training.weights.course == plain.weights.values).all()
    assert training.weights.values == pytest.approx(mean, rel=1e-12)
    s = training.game.initial()
    assert training.game.evaluate(s, 0) == learned(SeenTicTacToe(), training.weights).evaluate(s, 0)
    assert training.game.evaluate(s, 0) != plain.game.evaluate(s, 0)


@pytest.mark.parametrize("manner", [AVERAGED, replace(IN_ROUNDS, average=100)], ids=["alone", "in rounds"])
def test_average_resumed_is_uninterrupted(manner, tmp_path):
    whole = trained(SeenTicTacToe(), 440, manner=manner)
    file = tmp_path / "half.npz"
    half = Training(SeenTicTacToe(), hidden=6, seed=7, manner=manner)
    half.learn(160, save=file, command="so")
    rest = Training(SeenTicTacToe(), weights=Weights.load(file))
    rest.learn(440)
    assert (rest.weights.values == whole.weights.values).all()
    assert (rest.weights.course == whole.weights.course).all()
    assert (rest.weights.values != whole.weights.course).any()
    assert rest.curve == whole.curve
    without = Training(SeenTicTacToe(), weights=Weights.load(file), manner=replace(manner, average=0))
    assert (without.pupils_game.learned_weights == half.weights.values).all()
    assert without.weights.course is None


def test_average_has_less_of_the_dice_in_it():
    """At a rate that never falls weights are shaken by every game: their average is nearer to the truth."""
    truth = np.arange(1, 6) / 6
    training = Training(RandomWalk(), manner=Manner(rate=0.2, half=1e12, average=5000), seed=3)
    training.learn(20_000)
    shaken = training.pupils_game
    off = [
        np.abs([game.evaluate(Walk(place), 0) for place in range(1, 6)] - truth).max()
        for game in (shaken, training.game)
    ]
    assert off[1] < 0.02
    assert off[1] < off[0]


def test_threads_come_to_the_true_values():
    manner = Manner(rate=0.3, half=1000, threads=4, round=50)
    training = Training(RandomWalk(), hidden=5, manner=manner, seed=3)
    training.learn(30_000)
    values = [training.game.evaluate(Walk(place), 0) for place in range(1, 6)]
    assert values == pytest.approx([place / 6 for place in range(1, 6)], abs=0.04)


def test_learning_stops_when_its_time_is_up():
    training = Training(RandomWalk(), seed=3, interpreted=True)
    training.learn(math.inf, seconds=0.2)
    assert training.games > 0


def test_weights_come_back_from_their_file(tmp_path):
    training = trained(SeenTicTacToe(), 20)
    file = tmp_path / "weights.npz"
    training.save(file)
    back = Weights.load(file)
    assert (back.values == training.weights.values).all()
    assert back.levels == (-1.0, 1.0)
    assert back.made["games"] == 20
    assert back.made["seed"] == 7
    assert back.made["commands"] == ["kibitz learn …"]
    s = training.game.parse("X.O.X....")
    assert learned(SeenTicTacToe(), file).evaluate(s, 0) == training.game.evaluate(s, 0)
    back.save(file, single=True)
    assert learned(SeenTicTacToe(), file).evaluate(s, 0) == pytest.approx(training.game.evaluate(s, 0), abs=1e-5)


def test_searches_use_them():
    training = trained(SeenTicTacToe(), 20)
    s = training.game.initial()
    compiled = kz.alphabeta(training.game, s, depth=3)
    assert compiled.value == pytest.approx(kz.alphabeta(training.game, s, depth=3, interpreted=True).value, abs=1e-12)
    assert compiled.value == pytest.approx(kz.minimax(training.game, s, depth=3).value, abs=1e-12)
    assert kz.analyse(training.game, s, depth=2).best


def test_luck_is_even():
    luck = np.array([5, 0])
    numbers = [drawn(luck) for _ in range(4000)]
    assert all(0 <= number < 1 for number in numbers)
    assert abs(np.mean(numbers) - 0.5) < 0.02
    assert np.histogram(numbers, 10, (0, 1))[0].min() > 330


# ---------------------------------------------------------------- what cannot be


def refused(make):
    with pytest.raises(kz.BadInput) as caught:
        make()
    return str(caught.value)


def test_refusals(tmp_path):
    assert "'nim' has no features: answer features(self, s)" in refused(lambda: Training(kz.game("nim")))
    text = tmp_path / "text.npz"
    text.write_text("no weights")
    assert "is not a .npz file" in refused(lambda: Weights.load(text))
    assert "cannot be read" in refused(lambda: Weights.load(tmp_path / "none.npz"))
    weights = fresh(BitNim(), 0, 0)
    assert "these weights are of 'bit-nim' with 5 features" in refused(lambda: learned(SeenTicTacToe(), weights))
    assert "cannot be written" in refused(lambda: weights.save(tmp_path / "no" / "folder.npz"))

    class Endless(RandomWalk):
        utility_range = (-np.inf, np.inf)

    assert "--hidden 0 learns" in refused(lambda: Training(Endless(), hidden=3))

    class Crooked(BitNim):
        utility_levels = (-1.0, 0.5, 1.0)

    assert "the same for both players" in refused(lambda: Training(Crooked(), hidden=3))

    class Crowded(BitNim):
        players = 3

    assert "not for one player or two opponents" in refused(lambda: Training(Crowded()))


# ---------------------------------------------------------------- the command

TIC_TAC_TOE = f"{HERE / 'learning_games.py'}:SeenTicTacToe"


def test_command_learns_and_goes_on(tmp_path):
    file = tmp_path / "weights.npz"
    said = kibitz("learn", TIC_TAC_TOE, "--games", 200, "--hidden", 5, "--seed", 4, "--out", file)
    assert said.code == 0, said.err
    assert "200 games played" in said.out
    assert "against random play" in said.out
    told = kibitz("learn", TIC_TAC_TOE, "--games", 300, "--resume", "--out", file, "--json").json
    assert told["games"] == 300
    first = "--games 300 --hidden 5 --seed 4 --rate 0.1 --half 20000 --lambda 0 --explore 0.1"
    assert [command.partition("SeenTicTacToe ")[2] for command in told["commands"]] == [first]
    assert [point[0] for point in told["curve"]] == [100, 200, 300]
    told = kibitz("learn", TIC_TAC_TOE, "--games", 350, "--resume", "--half", 100, "--out", file, "--json").json
    again = "--games 350 --resume --rate 0.1 --half 100 --lambda 0 --explore 0.1"
    assert [command.partition("SeenTicTacToe ")[2] for command in told["commands"]] == [first, again]
    assert told["manner"]["half"] == 100
    more = ["--resume", "--threads", 2, "--round", 10, "--out", file, "--json"]
    told = kibitz("learn", TIC_TAC_TOE, "--games", 360, *more).json
    assert told["games"] == 370
    assert told["commands"][-1].endswith(
        "--games 370 --resume --rate 0.1 --half 100 --lambda 0 --explore 0.1 --threads 2 --round 10"
    )
    told = kibitz("learn", TIC_TAC_TOE, "--games", 380, "--resume", "--out", file, "--json").json
    assert (told["games"], told["manner"]["threads"], len(told["commands"])) == (390, 2, 3)
    told = kibitz("learn", TIC_TAC_TOE, "--games", 400, "--resume", "--threads", 1, "--out", file, "--json").json
    assert told["games"] == 400
    assert told["commands"][-1].endswith("--explore 0.1 --threads 1")
    told = kibitz("learn", TIC_TAC_TOE, "--games", 500, "--resume", "--average", 100, "--out", file, "--json").json
    assert told["commands"][-1].endswith("--explore 0.1 --threads 1 --average 100")
    assert Weights.load(file).course is not None
    told = kibitz("learn", TIC_TAC_TOE, "--games", 510, "--resume", "--average", 0, "--out", file, "--json").json
    assert told["commands"][-1].endswith("--threads 1 --average 0")
    assert Weights.load(file).course is None
    told = kibitz("learn", TIC_TAC_TOE, "--time", 0.2, "--resume", "--out", file, "--json").json
    assert told["games"] > 510
    assert kibitz("best", TIC_TAC_TOE, "--depth", 1, "--weights", file, "--interpreted").code == 0


def test_command_refuses_in_a_sentence(tmp_path):
    file = tmp_path / "weights.npz"
    file.write_bytes(b"nothing")
    assert "no features" in kibitz("learn", "nim").err
    assert "exists already" in kibitz("learn", TIC_TAC_TOE, "--out", file).err
    assert "is not a .npz file" in kibitz("learn", TIC_TAC_TOE, "--out", file, "--resume").err
    assert (
        "it stays as it was when learning began"
        in kibitz("learn", TIC_TAC_TOE, "--out", file, "--resume", "--hidden", 3).err
    )
    assert "only several threads play in rounds" in kibitz("learn", TIC_TAC_TOE, "--round", 5, "--out", "none").err
    assert "expected a number from 0 to 1, got" in kibitz("learn", TIC_TAC_TOE, "--rate", "fast").err


def test_ctrl_c_keeps_what_was_learned(tmp_path):
    file = tmp_path / "weights.npz"
    words = ["learn", TIC_TAC_TOE, "--games", "100000000", "--hidden", "5", "--out", str(file), "--interpreted"]
    starter = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); from kibitz.cli import main;"
    )
    learning = subprocess.Popen(
        [sys.executable, "-c", starter + "print('here', flush=True); sys.exit(main(sys.argv[1:]))", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ,
    )
    learning.stdout.readline()
    wait_until_busy(learning, 5)
    learning.send_signal(signal.SIGINT)
    _, err = learning.communicate(timeout=300)
    assert learning.returncode == 130, err
    assert "Traceback" not in err
    assert "continue from" in err
    made = Weights.load(file).made
    assert made["games"] > 0
    assert f"--games {made['games']} " in made["commands"][0]


# ---------------------------------------------------------------- backgammon


def described(mine, theirs):
    return dict(BACKGAMMON.features(state(mine, theirs)))


def test_features_of_the_opening():
    found = dict(BACKGAMMON.features(BACKGAMMON.initial()))
    for first in (0, features.BY_SIDE):
        points = {at - first: amount for at, amount in found.items() if 0 <= at - first < features.BY_POINT}
        assert points == {22: 1.0, 23: 1.0, 30: 1.0, 50: 1.0, 51: 1.0, 93: 1.0}  # 6, 8, 13 and 24
        assert found[first + features.PIPS] == pytest.approx(1.67)
        assert found[first + features.NONE_OFF] == 1.0
        assert found[first + features.SHOTS] == 0.0
        assert found[first + features.HOME_POINTS] == pytest.approx(1 / 6)
        assert first + features.OFF_BOARD not in found
        assert first + features.ON_BAR not in found
        # The rear checkers, on 24, cannot move by 5 (19 is held), nor through it, and 12 is held: 6-6 stops at 18.
        assert found[first + features.FREEDOM] == pytest.approx(24 / 36)
    assert features.IS_RACE not in found


def test_features_by_hand():
    # The mover has a checker on the bar and two on 6, the other side a blot on its ace point and two on its 6.
    found = described({25: 1, 6: 2}, {6: 2, 1: 1})
    assert found[features.ON_BAR] == 0.5
    assert found[features.OFF_BOARD] == pytest.approx(12 / 15)
    assert found[features.PIPS] == pytest.approx(0.37)
    assert found[4 * 5 + 1] == 1.0
    assert found[features.BY_SIDE] == 1.0  # a blot on the ace point
    assert found[features.SHOTS] == pytest.approx(11 / 36)  # any 1 hits it: it is the first point to enter on
    assert all(number < features.BY_PHASE for number in found)


def test_race_has_numbers_of_its_own():
    found = described({6: 8, 1: 7}, {5: 1, 3: 4})
    assert found[features.IS_RACE] == 1.0
    assert found[features.RACE + 4 * 5 + 2] == 1.0
    assert found[features.RACE + 4 * 5 + 3] == 2.5
    assert found[features.RACE + features.NONE_OFF] == 1.0
    assert found[features.RACE + features.BY_SIDE + features.OFF_BOARD] == pytest.approx(10 / 15)
    assert all(features.RACE <= number < features.FEATURES for number in found)


def test_shots_are_those_of_the_rules():
    """Rolls after which some play hits, asked of the rules themselves."""
    random = np.random.default_rng(5)
    s, checked = BACKGAMMON.initial(), 0
    while checked < 60:
        if BACKGAMMON.is_terminal(s):
            s = BACKGAMMON.initial()
        if not features.is_race(s.mine, s.theirs) and s.mine.low >> 25 & 1 == 0 and s.mine.low >> 57 & 1 == 0:
            before = pips(s.theirs)
            hits = 0
            for roll, chance in BACKGAMMON.outcomes(s):
                thrown = BACKGAMMON.result(s, roll)
                after = [BACKGAMMON.result(thrown, a) for a in BACKGAMMON.actions(thrown)]
                hits += round(36 * chance) * any(pips(t.mine) > before for t in after)
            assert abs(features.shots(s.mine, s.theirs) - hits) <= 2, BACKGAMMON.text(
                s
            )  # both dice may have to be played
            checked += 1
        rolls = [roll for roll, _ in BACKGAMMON.outcomes(s)]
        s = BACKGAMMON.result(s, rolls[random.integers(len(rolls))])
        actions = list(BACKGAMMON.actions(s))
        s = BACKGAMMON.result(s, actions[random.integers(len(actions))])


def test_shipped_weights_say_what_made_them():
    weights = Weights.load(Path(kz.__file__).parent / "games" / "backgammon" / "weights.npz")
    commands = weights.made["commands"]
    assert all(command.startswith("kibitz learn backgammon --set network=no --games ") for command in commands)
    assert weights.made["games"] == int(commands[-1].split("--games ")[1].split()[0])
    assert weights.made["curve"][-1][1] > 0.5
    assert weights.levels == Backgammon.utility_levels


def test_shipped_weights_play():
    assert contest(BACKGAMMON, Anyone(), games=200, seed=1).mean > 2.0
    assert contest(BACKGAMMON, Greedy(), BY_HAND, games=1000, seed=1).mean > 0.7


def test_shipped_weights_are_alike_for_both():
    s = state({6: 5, 8: 3, 13: 5, 24: 2}, {6: 5, 8: 3, 13: 4, 20: 1, 25: 2})
    other = s._replace(mover=1)
    assert BACKGAMMON.evaluate(s, 0) == BACKGAMMON.evaluate(other, 1) == -BACKGAMMON.evaluate(s, 1)


def test_places_and_sides_of_the_bear_off():
    for place in [*range(200), 12_345, bearoff.POSITIONS - 1]:
        assert bearoff.place_of(bearoff.side_at(place)) == place
    assert [number(bearoff.side_at(bearoff.POSITIONS - 1), point) for point in (0, 5, 6)] == [1, 0, 14]


def test_bear_off_table():
    game = Backgammon(bearoff=True)
    rows = game.learned_rolls.reshape(-1, bearoff.ROLLS)
    assert rows.sum(1) == pytest.approx(1.0, abs=1e-12)
    one, pair = state({1: 1}, {1: 1}), state({2: 1, 5: 1}, {1: 1})
    assert rows[bearoff.place_of(one.mine), :2] == pytest.approx([0.0, 1.0])
    assert rows[bearoff.place_of(pair.mine), 1] == pytest.approx(19 / 36)
    assert game.evaluate(pair, 0) == pytest.approx(2 / 36)
    assert game.evaluate(pair, 1) == pytest.approx(-2 / 36)
    assert kz.expectiminimax(game, pair, depth=1).value == pytest.approx(2 / 36)
    assert game.evaluate(game.initial(), 0) == BACKGAMMON.evaluate(game.initial(), 0)


def test_bear_off_tables_know_what_is_exact():
    game = Backgammon(bearoff=True)
    rows = json.loads((DATA / "backgammon" / "bearoffs.json").read_text())
    off = []
    for mine, theirs, wins in rows:
        s = state(dict(enumerate(mine, 1)), dict(enumerate(theirs, 1)))
        assert game.evaluate(s, 0) == pytest.approx(2 * wins - 1, abs=1e-8)
        me, other = bearoff.place_of(s.mine), bearoff.place_of(s.theirs)
        off.append(abs(bearoff.ahead(game.learned_rolls, me, other) - wins))
    assert len(off) == 1000
    assert max(off) < 0.013
    assert np.mean(off) < 0.001


def test_json_of_the_weights_is_plain():
    json.dumps(Weights.load(Path(kz.__file__).parent / "games" / "backgammon" / "weights.npz").made)


def test_the_old_spelling_still_works_and_warns():
    with pytest.warns(DeprecationWarning, match="is now called learned"):
        from kibitz.learn import learnt
    assert learnt is learned
