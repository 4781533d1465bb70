"""Averaging over deals: against plain enumeration, and that no seat is ever given what it may not see."""

import random
from itertools import combinations
from math import isclose, sqrt
from pathlib import Path
from typing import NamedTuple

import pytest

import kibitz as kz
from command import kibitz
from kibitz.games import names
from kibitz.native.bits import squares
from kibitz.search.hidden.deals import DEALS, Averages, Seat, Worlds
from random_walks import walked

HIGH_CARD = f"{Path(__file__).parent / 'data/games/high_card.py'}:HighCard"
HIGH = kz.game(HIGH_CARD)
HEARTS = kz.game("hearts", cards=3, deal=5)
BRIDGE = kz.game("bridge", cards=3, trump="S", dummy=False)
DUMMY = kz.game("bridge", cards=3, deal=2)


class Trick(NamedTuple):
    first: int  # the cards that each player holds, a bit each
    second: int
    gone: int  # cards that have been played, or lie on the table
    table: int  # the card that was led; -1 for none
    leader: int
    won: int  # tricks of the first player less those of the second


class Known(NamedTuple):
    player: int
    hand: int
    gone: int
    table: int
    leader: int
    won: int


class Duel(kz.Game):
    """Four of ten cards each; the higher one takes the trick and the next lead. Two cards stay out, unseen."""

    whole = True
    utility_range = (-4.0, 4.0)

    def initial(self):
        return Trick(0b0110010001, 0b1000101100, 0, -1, 0, 0)

    def player(self, s):
        return s.leader if s.table < 0 else 1 - s.leader

    def actions(self, s):
        yield from squares(s.first if self.player(s) == 0 else s.second)

    def result(self, s, a):
        first, second = s.first & ~(1 << a), s.second & ~(1 << a)
        if s.table < 0:
            return Trick(first, second, s.gone | 1 << a, a, s.leader, s.won)
        winner = s.leader if s.table > a else 1 - s.leader
        return Trick(first, second, s.gone | 1 << a, -1, winner, s.won + (1 if winner == 0 else -1))

    def is_terminal(self, s):
        return s.first | s.second == 0

    def utility(self, s, player):
        return s.won if player == 0 else -s.won

    def evaluate(self, s, player):
        return s.won if player == 0 else -s.won

    def view(self, s, player):
        return Known(player, s.first if player == 0 else s.second, s.gone, s.table, s.leader, s.won)

    def deals(self, view):
        unseen = [card for card in range(10) if not (view.hand | view.gone) >> card & 1]
        size = view.hand.bit_count()
        if view.table >= 0:
            size -= 1 if view.player == 1 - view.leader else -1
        for cards in combinations(unseen, size):
            other = sum(1 << card for card in cards)
            hands = (view.hand, other) if view.player == 0 else (other, view.hand)
            yield Trick(*hands, *view[2:]), 1.0

    def seen(self, s, player):
        return kz.Picture(caption=f"you hold {s.first if player == 0 else s.second:b}")


DUEL = Duel()
KUHN = kz.game("kuhn-poker")
GAMES = {"high card": HIGH, "hearts": HEARTS, "whist": BRIDGE, "bridge": DUMMY, "duel": DUEL, "kuhn": KUHN}
HIDDEN = {name: kz.game(name) for name in names() if DEALS.fits(kz.game(name))}  # with all their cards


def averages(game, s):
    """What every move is worth to the player to move, on average over all deals: by the definition."""
    player = game.player(s)
    worlds = list(game.deals(game.view(s, player)))
    total = sum(weight for _, weight in worlds)
    values = dict.fromkeys(game.actions(s), 0.0)
    best = dict.fromkeys(values, 0.0)
    for world, weight in worlds:
        here = {a: kz.maxn(game, game.result(world, a), interpreted=True).value[player] for a in values}
        for a, value in here.items():
            values[a] += weight * value / total
            best[a] += weight / total if value >= max(here.values()) - 1e-9 else 0.0
    return values, best, len(worlds)


def own(game, s, value):
    return value[game.player(s)] if isinstance(value, tuple) else value


@pytest.mark.parametrize("name", GAMES)
def test_all_deals_give_the_exact_average(name):
    game = GAMES[name]
    compared = 0
    for seed in range(4):
        for s in walked(game, seed):
            if len(list(game.deals(game.view(s, game.player(s))))) > 20:
                continue
            answer = kz.analyse(game, s, algorithm="deals", interpreted=True)
            values, best, deals = averages(game, s)
            assert answer.exact and answer.search.stopped_by == "solved"
            assert answer.search.statistics == {"worlds": deals, "deals": deals, "plies": None}
            for move in answer.moves:
                assert isclose(own(game, s, move.value), values[move.action], abs_tol=1e-9)
                assert isclose(move.best_share, best[move.action], abs_tol=1e-9)
                assert move.standard_error == move.loss_error == 0.0
            assert isclose(own(game, s, answer.value), max(values.values()), abs_tol=1e-9)
            compared += 1
    assert compared >= 4


def test_machine_code_and_python_agree():
    for game in (HEARTS, BRIDGE, DUEL):
        s = walked(game, 1)[len(walked(game, 1)) // 2]
        fast = kz.analyse(game, s, algorithm="deals", worlds=12, seed=3)
        slow = kz.analyse(game, s, algorithm="deals", worlds=12, seed=3, interpreted=True)
        assert told(fast) == told(slow)


def told(answer):
    """An answer without what differs from run to run, and without the position it repeats."""
    shown = answer.json()
    for name in ("seconds", "nodes", "nodes_per_second"):
        del shown["search"][name]
    return shown


# ------------------------------------------------------------ nothing leaks


@pytest.mark.parametrize("name", [*GAMES, *HIDDEN])
def test_states_that_look_alike_get_the_same_answer(name):
    """Over many random positions: the same view, the same seed, the same answer to the last digit."""
    game = GAMES.get(name) or HIDDEN[name]
    compared = 0
    for seed in range(40 if name in GAMES else 12):
        dice = random.Random(seed)
        s = dice.choice(walked(game, seed))
        player = game.player(s)
        other = game.deal(game.view(s, player), dice)
        if other == s:
            continue
        assert game.view(other, player) == game.view(s, player)
        one, two = (
            kz.analyse(game, state, algorithm="deals", worlds=3, seed=seed, depth=2, interpreted=True, position="")
            for state in (s, other)
        )
        assert one.json() | {"search": None} == two.json() | {"search": None}
        assert one.search.nodes == two.search.nodes
        assert (one.state, two.state) == (s, other)
        compared += 1
    assert compared >= 3


def test_the_state_itself_is_never_looked_at():
    """The true state is not among those dealt: then no rule is asked about it, nor about what follows it."""
    s = HIGH.parse("(3,1,1,0,0)")
    asked = []

    class Spied(type(HIGH)):
        def deals(self, view):
            return ((state, weight) for state, weight in super().deals(view) if state != s)

        def result(self, s, a):
            asked.append(s)
            return super().result(s, a)

        def actions(self, s):
            asked.append(s)
            return super().actions(s)

        def utility(self, s, player):
            asked.append(s)
            return super().utility(s, player)

        def evaluate(self, s, player):
            asked.append(s)
            return super().evaluate(s, player)

    kz.analyse(Spied(), s, algorithm="deals", interpreted=True, position="")
    assert asked and all((state.first, state.second) == (3, 2) for state in asked)


def test_a_seat_holds_nothing_but_a_view():
    s = HIGH.parse("(3,1,1,0,0)")
    seat = Seat.of(HIGH, s, 0)
    assert vars(seat) == {"game": HIGH, "player": 0, "view": HIGH.view(s, 0)}


# ------------------------------------------------------------ samples


def a_position(game=HEARTS, ply=1):
    return walked(game, 0)[ply]


def test_a_sample_errs_as_much_as_it_says():
    """Over many seeds, the distance to the exact average is one standard error, in the root of the mean square."""
    s = a_position()
    exact = kz.analyse(HEARTS, s, algorithm="deals")
    assert exact.exact and exact.search.statistics["deals"] > 100
    worth = {move.move: own(HEARTS, s, move.value) for move in exact.moves}
    spread = []
    for seed in range(60):
        answer = kz.analyse(HEARTS, s, algorithm="deals", worlds=40, seed=seed)
        assert not answer.exact and answer.search.stopped_by == "worlds"
        for move in answer.moves:
            if move.standard_error:
                spread.append((own(HEARTS, s, move.value) - worth[move.move]) / move.standard_error)
    assert 0.8 < sqrt(sum(z * z for z in spread) / len(spread)) < 1.25


def test_threads_find_the_same():
    s = a_position()
    one = kz.analyse(HEARTS, s, algorithm="deals", worlds=50, seed=7)
    many = kz.analyse(HEARTS, s, algorithm="deals", worlds=50, seed=7, threads=3)
    assert told(one) == told(many)
    assert told(one) != told(kz.analyse(HEARTS, s, algorithm="deals", worlds=50, seed=8))


def test_threads_find_the_same_to_a_depth():
    """What the table holds of one world must not colour the guesses about another."""
    s = a_position(DUEL)
    one, many = (kz.analyse(DUEL, s, algorithm="deals", worlds=40, depth=5, threads=threads) for threads in (1, 3))
    assert told(one) == told(many) and not one.exact


def test_worlds_are_drawn_where_they_are_too_many():
    game = kz.game("hearts")
    worlds = Worlds(Seat.of(game, game.initial(), game.player(game.initial())), seed=1, most=50)
    assert worlds.total is None
    taken = worlds.take(2) + worlds.take(3)
    assert taken[0] == worlds.first and len({s for s, _ in taken}) == 5
    again = Worlds(worlds.seat, seed=1, most=50)
    assert again.take(5) == taken


def test_every_listed_world_comes_once():
    s = a_position()
    seat = Seat.of(HEARTS, s, HEARTS.player(s))
    worlds = Worlds(seat, seed=4)
    taken = worlds.take(worlds.total + 10)
    assert sorted(taken) == sorted(HEARTS.deals(seat.view)) and not worlds.take(3)


def test_averages_by_hand():
    averaged = Averages(0, 3)
    averaged.add(1.0, [[2.0], [1.0]])
    (alone, _) = averaged.of_moves()
    assert (alone.means, alone.error, alone.best_share) == ((2.0,), None, 1.0)
    averaged.add(3.0, [[0.0], [1.0]])
    first, second = averaged.of_moves()
    assert (first.means, second.means) == ((0.5,), (1.0,))
    assert (first.best_share, second.best_share) == (0.25, 0.75)
    # (1 − 2/3) · 2/1 · (1² · 1.5² + 3² · 0.5²) / 4²
    assert isclose(first.error, sqrt(1 / 3 * 2 * (1.5**2 + 9 * 0.25) / 16))
    assert isclose(first.loss_error, sqrt(1 / 3 * 2 * (1.5**2 + 9 * 0.25) / 16)) and second.error == 0.0
    averaged.add(1.0, [[0.0], [0.0]])
    assert averaged.is_complete and [move.error for move in averaged.of_moves()] == [0.0, 0.0]


# ------------------------------------------------------------ anytime


def test_every_better_answer_is_told():
    answers = []
    last = kz.analyse(HEARTS, a_position(), algorithm="deals", worlds=30, progress=answers.append)
    worlds = [answer.search.statistics["worlds"] for answer in answers]
    assert worlds == sorted(set(worlds)) and worlds[0] == 1 and worlds[-1] == 30 and len(worlds) > 5
    assert told(last)["moves"] == told(answers[-1])["moves"]
    assert all(answer.state == a_position() for answer in answers)


def test_stopped_from_outside_it_answers_with_what_it_has():
    remote = kz.Remote()

    def stop(answer):
        if answer.search.statistics["worlds"] >= 5:
            remote.stop("enough")

    answer = kz.analyse(HEARTS, a_position(), algorithm="deals", progress=stop, remote=remote)
    assert answer.search.stopped_by == "enough" and not answer.exact
    assert answer.search.statistics["worlds"] >= 5


def test_stopped_before_it_began_it_still_names_every_move():
    remote = kz.Remote()
    remote.stop()
    s = a_position()
    answer = kz.analyse(HEARTS, s, algorithm="deals", remote=remote)
    assert {move.action for move in answer.moves} == set(HEARTS.actions(s))
    assert answer.search.statistics["worlds"] == 0


def test_nodes_and_depth_are_limits():
    s = a_position()
    few = kz.analyse(HEARTS, s, algorithm="deals", nodes=3_000, depth=20)
    assert few.search.stopped_by == "nodes" and few.search.nodes <= 3_000
    shallow = kz.analyse(HEARTS, s, algorithm="deals", depth=2, worlds=5)
    assert shallow.search.statistics["plies"] == 2 and shallow.search.depth == 2


# ------------------------------------------------------------ what auto does, and what is said


def test_auto_looks_from_the_seat_where_something_is_hidden():
    answer = kz.analyse(HEARTS, a_position(), worlds=5, interpreted=True)
    assert answer.search.algorithm == "deals" and "deals that agree" in answer.note
    opened = kz.analyse(HEARTS, a_position(), algorithm="maxn", depth=3, interpreted=True)
    assert "as if all cards were open" in opened.note and opened.json()["note"] == opened.note
    assert not kz.analyse(kz.game("nim"), depth=1, interpreted=True).note


def test_chance_has_no_seat():
    assert "open" in kz.analyse(HIGH, depth=3, interpreted=True).note
    with pytest.raises(kz.BadInput, match="chance is to move"):
        kz.analyse(HIGH, algorithm="deals")


def test_the_end_needs_no_deals():
    answer = kz.analyse(HIGH, HIGH.parse("(3,1,3,0,0)"))
    assert answer.exact and answer.value == -1.0 and answer.search.algorithm == "deals"  # player 1 would be next


def test_solve_is_exact_over_all_deals_or_not_at_all():
    s = HIGH.parse("(3,1,1,0,0)")
    assert kz.solve(HIGH, s, algorithm="deals", interpreted=True) == 1.0
    with pytest.raises(kz.Unsolved, match="is not solved over all deals"):
        kz.solve(HEARTS, algorithm="deals", nodes=500, interpreted=True)


def test_what_does_not_fit_is_refused():
    with pytest.raises(kz.DoesNotFit, match="nothing is hidden in 'nim'"):
        kz.analyse(kz.game("nim"), algorithm="deals")
    with pytest.raises(kz.BadInput, match="the number of worlds must be a whole number from 1, got 0"):
        kz.analyse(HEARTS, algorithm="deals", worlds=0)

    class Silent(type(HIGH)):
        deals = kz.Game.deals

    with pytest.raises(kz.DoesNotFit, match="answers neither"):
        kz.analyse(Silent(), HIGH.parse("(3,1,1,0,0)"), algorithm="deals")

    class Nothing(type(HIGH)):
        def deals(self, view):
            return iter(())

    with pytest.raises(kz.BadInput, match="deals no state"):
        kz.analyse(Nothing(), HIGH.parse("(3,1,1,0,0)"), algorithm="deals")

    class Weightless(type(HIGH)):
        def deals(self, view):
            for state, _ in super().deals(view):
                yield state, 0.0

    with pytest.raises(kz.BadInput, match=r"the weight 0.0 among its deals: expected a finite number above 0"):
        kz.analyse(Weightless(), HIGH.parse("(3,1,1,0,0)"), algorithm="deals")


# ------------------------------------------------------------ check


class Broken(NamedTuple):
    sentence: str
    answers: dict


def other_card(self, view):
    for state, weight in HIGH.deals(view):
        yield state._replace(first=state.second, second=state.first), weight


BROKEN = [
    Broken("but there it would know", {"deals": other_card}),
    Broken("expected more than 0", {"deals": lambda self, view: ((s, -1.0) for s, _ in HIGH.deals(view))}),
    Broken("pairs of a state and its weight", {"deals": lambda self, view: (s for s, _ in HIGH.deals(view))}),
    Broken("is not among the states", {"deals": lambda self, view: list(HIGH.deals(view))[:1]}),
    Broken("but deals does not list it", {"deal": lambda self, view, dice: next(iter(HIGH.deals(view)))[0]}),
    Broken("another picture", {"seen": lambda self, s, player: self.picture(s)}),
    Broken("it could tell them apart", {"actions": lambda self, s: iter((0, 1)[: 2 if s.second < 3 else 1])}),
    Broken("not that player's turn", {"player": lambda self, s: -1 if s.stage == 0 else int(s.second == 3)}),
]


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken.sentence)
def test_check_finds_what_is_wrong_with_deals(broken):
    answers = dict(broken.answers)
    if "deal" in answers:  # lists one state less than it draws
        answers["deals"] = lambda self, view: list(HIGH.deals(view))[1:]
    if "player" in answers:  # what a player knows does not tell whose turn it is
        answers["view"] = lambda self, s, player: HIGH.view(s, 0)
    cls = type("HighCard", (type(HIGH),), answers)
    faults = kz.check(cls(), compiled=False).faults
    assert any(broken.sentence in fault for fault in faults), faults


@pytest.mark.parametrize("name", GAMES)
def test_hidden_games_are_well_defined(name):
    assert not kz.check(GAMES[name], compiled=False).faults


# ------------------------------------------------------------ the command


def test_the_command_answers_from_the_movers_seat():
    found = kibitz("best", HIGH_CARD, "(2,3,1,0,0)", "--interpreted", "--json").json
    assert found["best"] == "check" and found["exact"] and found["search"]["algorithm"] == "deals"
    assert found["moves"][0]["best_share"] == 1.0 and found["moves"][1]["loss_error"] == 0.0
    shown = kibitz("best", HIGH_CARD, "(2,3,1,0,0)", "--interpreted", "--worlds", 1, "--seed", 4)
    assert "best in" in shown.out and "1 of the 2 deals that agree" in shown.out
    refused = kibitz("best", HIGH_CARD, "--algorithm", "deals")
    assert refused.code == 2 and "chance is to move at '(0,0,0,0,0)'" in refused.err
    refused = kibitz("best", HIGH_CARD, "--worlds", 0)
    assert refused.code == 2 and "expected a whole number, 1 or more, got '0'" in refused.err


def test_solve_says_that_it_is_shown_everything():
    found = kibitz("solve", HIGH_CARD, "(2,3,1,0,0)", "--interpreted")
    assert found.code == 0 and found.out == "-1\n" and "as if all cards were open" in found.err
    alone = kibitz("solve", HIGH_CARD, "(2,3,1,0,0)", "--interpreted", "--algorithm", "deals")
    assert alone.out == "0\n" and not alone.err


def test_in_the_terminal_a_person_sees_only_its_own():
    shown = kibitz("play", HIGH_CARD, "--interpreted", "--seed", 1, stdin="raise\nbet\nquit\n")
    before, _, after = shown.out.partition("is not a legal move here; expected one of check, bet")
    assert "you get" in before and "your card: " in before and after
    assert "player 2 has one too" in before and "player 1 has" not in before
