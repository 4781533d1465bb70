"""Any game as a PettingZoo environment: PettingZoo's own tests, and that nobody is shown what is hidden."""

import pickle
import random
import warnings
from collections import defaultdict

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import kibitz as kz
from kibitz.arena import pettingzoo_env
from kibitz.game import CHANCE

GAMES = (
    *("tic-tac-toe", "connect-four", "nim", "chess", "checkers", "pig", "backgammon", "2048", "maze", "hearts"),
    *("connect-four-many", "kuhn-poker", "leduc-poker", "goofspiel", "rock-paper-scissors"),
)


class Words(kz.Game):
    """Three in turn write a letter each, until the word is long enough; vowels pay whoever wrote them."""

    players = 3
    zero_sum = False

    def initial(self):
        return ""

    def player(self, s):
        return len(s) % 3

    def actions(self, s):
        return [] if len(s) == 6 else ["a", "b", "sh"[: 1 + len(s) % 2]]

    def result(self, s, letter):
        return s + letter[0]

    def is_terminal(self, s):
        return len(s) == 6

    def utility(self, s, player):
        return float(sum(letter == "a" for letter in s[player::3]))


def made(name, **settings):
    return pettingzoo_env.env(Words() if name == "words" else kz.game(name), **settings)


@pytest.mark.parametrize("name", [*GAMES, "words"])
def test_pettingzoos_own_tests_pass(name, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for harmless in (  # of dictionaries with a mask, as PettingZoo's own games have them, and of empty boards
            *("Observation is not a NumPy array", "Observation space for each agent probably"),
            *("Observation numpy array is all zeros", "Observation is a single number"),
        ):
            warnings.filterwarnings("ignore", message=harmless)
        api_test(made(name), num_cycles=40)
        seed_test(lambda: made(name), num_cycles=20)
    assert "Passed API test" in capsys.readouterr().out


def played(env, seed, luck):
    """Play a game at random: every position behind the observations, and what everybody got."""
    env.reset(seed=seed)
    got, plies = defaultdict(float), []
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        got[agent] += reward
        if terminated or truncated:
            env.step(None)
            continue
        plies.append((env.unwrapped.state_now, agent, seen))
        env.step(luck.choice(np.flatnonzero(seen["action_mask"])))
    return plies, dict(got)


@pytest.mark.parametrize("name", ["tic-tac-toe", "pig", "hearts", "connect-four-many", "kuhn-poker", "maze", "words"])
def test_a_game_is_played_by_its_rules_and_pays_its_utilities(name):
    env, luck = made(name), random.Random(5)
    game = env.unwrapped.game
    for seed in range(3):
        plies, got = played(env, seed, luck)
        end = env.unwrapped.state_now
        assert game.is_terminal(end)
        assert got == {f"player_{player}": game.utility(end, player) for player in range(game.players)}
        for s, agent, seen in plies:
            assert agent == f"player_{game.player(s)}" and seen["action_mask"].sum() == len(list(game.actions(s)))


def test_an_agent_sees_what_its_player_may_know_and_no_more():
    """Every deal of Kuhn's poker: what a player is shown depends on its own card and on what was said aloud alone."""
    game, env = kz.game("kuhn-poker"), pettingzoo_env.env(kz.game("kuhn-poker"))
    shown, luck, worlds = defaultdict(set), random.Random(2), defaultdict(set)
    for seed in range(60):
        for s, agent, seen in played(env, seed, luck)[0]:
            for player in range(2):
                view = game.view(s, player)
                if agent == f"player_{player}":
                    shown[view].add((seen["observation"].tobytes(), seen["action_mask"].tobytes()))
                    worlds[view].add(s)
    assert all(len(observations) == 1 for observations in shown.values())
    assert len({next(iter(observations)) for observations in shown.values()}) == len(shown)  # and all that it may know
    assert max(len(states) for states in worlds.values()) == 2  # two cards that the other may have: both were dealt


def test_the_mask_of_whoever_waits_is_empty():
    env = made("tic-tac-toe")
    env.reset()
    assert env.observe("player_0")["action_mask"].sum() == 9 and env.observe("player_1")["action_mask"].sum() == 0


def test_actions_are_their_own_numbers_or_places_or_what_a_list_says():
    env = made("connect-four").unwrapped
    env.reset()
    assert env.action_space("player_0").n == 7 and env.number_of(3) == 3
    nim = made("nim").unwrapped
    nim.reset()
    legal = list(nim.game.actions(nim.state_now))
    assert [nim.action_of(number) for number in range(len(legal))] == legal
    listed = pettingzoo_env.KibitzEnv(kz.game("nim"), actions=legal[::-1])
    listed.reset()
    assert listed.number_of(legal[0]) == len(legal) - 1 and listed.action_space("player_0").n == len(legal)
    with pytest.raises(kz.BadInput, match="not a legal action"):
        listed.number_of((9, 9))
    few = pettingzoo_env.KibitzEnv(kz.game("nim"), actions=legal[:-1])
    few.reset()
    with pytest.raises(kz.BadInput, match="list it in actions"):
        few.observe("player_0")


def test_bits_are_the_board():
    env = made("tic-tac-toe", bits=True)
    env.reset()
    env.step(4)
    seen = env.observe("player_1")["observation"]
    assert seen.shape == (128,) and np.flatnonzero(seen).tolist() == [64 + 4]  # the other's stones come second


def test_an_illegal_action_loses_and_a_long_game_is_cut_short():
    env = made("tic-tac-toe")
    env.reset()
    env.step(4)
    env.step(4)
    assert env.terminations["player_1"] and env.rewards["player_1"] == -1
    env = made("maze", most_plies=3)
    assert not any(played(env, 1, random.Random(1))[1].values())
    with pytest.raises(kz.BadInput, match="not the number of a legal action"):
        env.unwrapped.reset()
        env.unwrapped.step(400)


def test_a_position_that_comes_up_too_often_ends_the_game():
    env = made("chess").unwrapped
    env.reset()
    for move in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"]:
        env.step(env.number_of(env.game.parse_action(env.state_now, move)))
        assert not any(env.terminations.values())
    env.step(env.number_of(env.game.parse_action(env.state_now, "f6g8")))
    assert all(env.terminations.values()) and set(env.rewards.values()) == {0.0}


def test_it_is_rendered_as_text_and_can_be_sent_to_another_process(capsys):
    env = made("pig", render_mode="human")
    env.reset(seed=1)
    other = pickle.loads(pickle.dumps(env.unwrapped))
    env.step(1)
    assert capsys.readouterr().out.strip() == env.unwrapped.game.text(env.unwrapped.state_now)
    other.step(1)
    assert other.state_now == env.unwrapped.state_now and other.game.player(other.state_now) != CHANCE
    with pytest.raises(kz.BadInput, match="render mode"):
        made("pig", render_mode="rgb_array")
