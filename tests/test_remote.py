"""Stopping an analysis from another thread, before it begins and while it runs."""

import threading

import pytest

import kibitz as kz
from kibitz.answer.ablation import ablate
from kibitz.games.connect_four import ConnectFour
from kibitz.games.pig import Pig
from kibitz.games.tic_tac_toe import TicTacToe
from serving import eventually

SOON = 60.0  # seconds: far more than it takes, on a machine that is busy with something else


def in_a_thread(function):
    """Run it; gives the thread and the list that its answer comes into."""
    found = []
    thread = threading.Thread(target=lambda: found.append(function()), daemon=True)
    thread.start()
    return thread, found


QUESTIONS = {
    "deepening": (ConnectFour(), {}),
    "alphabeta": (ConnectFour(), {"algorithm": "alphabeta", "nodes": 10**14}),
    "interpreted": (ConnectFour(), {"interpreted": True}),
    "expectiminimax": (Pig(), {"seconds": 1000}),
    "maxn": (Pig(players=3), {"seconds": 1000, "interpreted": True}),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_running_analysis_answers_soon_after_it_is_stopped(name):
    game, more = QUESTIONS[name]
    remote = kz.Remote()
    assert (remote.nodes, remote.seconds, remote.stopped) == (0, None, False)
    thread, found = in_a_thread(lambda: kz.analyse(game, remote=remote, **more))
    eventually(lambda: remote.nodes > 1000, 300)
    assert not found
    remote.stop()
    thread.join(SOON)
    [answer] = found
    assert answer.search.stopped_by == "stopped"
    assert remote.stopped and remote.seconds > 0
    assert not answer.exact
    assert sorted(move.move for move in answer.moves) == sorted(
        game.action_text(game.initial(), a) for a in game.actions(game.initial())
    )


@pytest.mark.parametrize("name", QUESTIONS)
def test_an_analysis_that_is_stopped_before_it_begins_takes_a_glance(name):
    game, more = QUESTIONS[name]
    remote = kz.Remote()
    remote.stop("nobody waits")
    remote.stop("too late to say")
    answer = kz.analyse(game, remote=remote, **more)
    assert answer.search.stopped_by == "nobody waits"
    assert len(answer.moves) == len(list(game.actions(game.initial())))
    assert answer.best is not None


def test_what_was_complete_is_kept():
    remote = kz.Remote()
    told = []

    def progress(answer):
        told.append(answer)
        if answer.search.depth == 5:
            remote.stop()

    answer = kz.analyse(ConnectFour(), remote=remote, progress=progress)
    assert answer.search.stopped_by == "stopped"
    assert [(m.move, m.value) for m in answer.moves] == [(m.move, m.value) for m in told[-1].moves]
    assert told[-1].search.depth == 5


def test_a_remote_does_not_disturb_an_analysis_that_ends_by_itself():
    remote = kz.Remote()
    answer = kz.analyse(TicTacToe(), remote=remote)
    alone = kz.analyse(TicTacToe())
    assert answer.search.stopped_by == "solved"
    assert (answer.best, answer.value, answer.search.nodes) == (alone.best, alone.value, alone.search.nodes)
    assert remote.nodes == answer.search.nodes
    remote.stop()  # too late, and no harm


def test_the_end_of_a_game_needs_no_search():
    remote = kz.Remote()
    assert kz.analyse(TicTacToe(), TicTacToe().parse("XXXOO...."), remote=remote).search.stopped_by == "solved"
    assert remote.seconds is None


def test_an_ablation_ends_where_it_is_stopped():
    remote = kz.Remote()
    rows = []
    for row in ablate(TicTacToe(), TicTacToe().initial(), 4, remote=remote):
        rows.append(row)
        if len(rows) == 3:
            remote.stop()
    assert [row.without for row in rows] == ["", "principal", "table"]
    assert list(ablate(TicTacToe(), TicTacToe().initial(), 4, remote=remote)) == []


def test_an_ablation_ends_in_the_middle_of_a_row():
    remote = kz.Remote()
    game = ConnectFour()
    thread, found = in_a_thread(lambda: list(ablate(game, game.initial(), None, remote=remote)))
    eventually(lambda: remote.nodes > 1000, 300)
    remote.stop()
    thread.join(SOON)
    assert found == [[]]


# ---------------------------------------------------------------- where a loss shows


def test_every_move_tells_the_ply_at_which_its_loss_shows():
    answer = kz.analyse(TicTacToe(), TicTacToe().parse("X...O...X"))
    rows = {row["move"]: row for row in answer.json()["moves"]}
    for row in rows.values():
        if row["loss"] > 0:
            assert 1 <= row["shows_at"] <= len(row["line"])
            assert row["why"] == answer.why(row["move"]) != ""
            assert "shows at ply" not in row["why"] or f"shows at ply {row['shows_at']} " in row["why"]
        else:
            assert (row["shows_at"], row["why"]) == (None, "")
    assert rows["3"]["shows_at"] == 4


def test_thousands_of_moves_are_not_all_explained():
    game = kz.game("nim", piles=(999, 999, 998))
    moves = kz.analyse(game, depth=1, interpreted=True).json()["moves"]
    assert len(moves) == 999 + 999 + 998
