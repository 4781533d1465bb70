"""A server that is given a raising, an endless and an enormous game of a user's goes on serving the others."""

import sys
import threading

import httpx
import pytest

from serving import eventually, here

GAMES = '''
import kibitz as kz


class Plain(kz.Game):
    """Take one or two of twelve."""

    def initial(self):
        return (12, 0)

    def player(self, s):
        return s[1]

    def actions(self, s):
        for a in (1, 2):
            if a <= s[0]:
                yield a

    def result(self, s, a):
        return (s[0] - a, 1 - s[1])

    def is_terminal(self, s):
        return s[0] == 0

    def utility(self, s, player):
        return 1 if player != s[1] else -1


class Raising(Plain):
    """Raises in the middle of a search."""

    def result(self, s, a):
        if s[0] < 6:
            raise RuntimeError("a piece fell off the board")
        return (s[0] - a, 1 - s[1])


class Countless(Plain):
    """Actions without end."""

    def actions(self, s):
        a = 0
        while True:
            a += 1
            yield a


class Spinning(Plain):
    """Rules that never come back."""

    def actions(self, s):
        while True:
            pass
        yield 1


class SpinningLater(Plain):
    """Rules that come back at first, and once they are told to."""

    is_told = False

    def actions(self, s):
        while s[0] < 6 and not SpinningLater.is_told:
            pass
        yield 1


class Enormous(Plain):
    """A hundred thousand actions."""

    def actions(self, s):
        return range(1, 100_001)
'''

ASLEEP = f'''
{GAMES}
import threading


class Asleep(Plain):
    """Waits where no exception reaches it."""

    gate = threading.Event()

    def actions(self, s):
        Asleep.gate.wait()
        yield 1
'''

NAMES = ("Raising", "Countless", "Spinning", "SpinningLater", "Enormous")


@pytest.fixture
def games(tmp_path):
    file = tmp_path / "hostile.py"
    file.write_text(GAMES)
    return tuple(f"{file}:{name}" for name in NAMES)


def asked(url, path, **body):
    answer = httpx.post(f"{url}{path}", json=body, timeout=120)
    return answer.status_code, answer.json()


def is_served(url):
    """Tic-tac-toe is answered, with its moves and with its best one."""
    status, shown = asked(url, "/api/position", game="tic-tac-toe", moves="1 5 9")
    assert (status, len(shown["moves"])) == (200, 6)
    status, found = asked(url, "/api/best", game="tic-tac-toe", position="XX.OO....", depth=1)
    assert (status, found["best"]) == (200, "3")


REFUSED = [
    ("raising", "'raising' raised RuntimeError: a piece fell off the board"),
    ("countless", "'countless' has more than 10,000 moves at '(12,0)'"),
    ("enormous", "'enormous' has more than 10,000 moves at '(12,0)'"),
    ("spinning", "its rules may never end"),
    ("spinning-later", "may never end"),
]


@pytest.fixture
def often(monkeypatch):
    """Threads take turns as often as in a server."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(0.001)
    monkeypatch.setattr("kibitz.web.searches.GRACE", 1.5)
    yield
    sys.setswitchinterval(before)


def test_games_that_raise_or_never_end_do_not_keep_the_others_from_being_served(games, often):
    with here(games=games, rules_seconds=2.0, seconds=1.0, compiled=0) as (url, service):
        is_served(url)
        before = threading.active_count()
        told = {}

        def ask(game):
            told[game] = asked(url, "/api/best", game=game, depth=12, time=0.5)

        asking = [threading.Thread(target=ask, args=(game,)) for game, _ in REFUSED]
        for thread in asking:
            thread.start()
        is_served(url)
        for thread in asking:
            thread.join(120)
        for game, sentence in REFUSED:
            status, said = told[game]
            assert status == 400 and sentence in said["error"], (game, said)
        for game, sentence in REFUSED[1:3]:
            status, said = asked(url, "/api/position", game=game)
            assert status == 400 and sentence in said["error"]
        is_served(url)
        # Rules that were given up on are broken off. A search in them cannot be: its game is searched no more, and its
        # place in the line is given to others.
        eventually(lambda: service.threads.left_behind == 0)
        eventually(lambda: service.searches.line.running == 0)
        assert asked(url, "/api/best", game="spinning-later", depth=12) == (
            400,
            {"error": "an earlier search of 'spinning-later' has not come back: its rules may never end"},
        )
        is_served(url)
        service.offered.game("spinning-later", {}).__class__.is_told = True
        eventually(lambda: asked(url, "/api/best", game="spinning-later", depth=12)[0] == 200)
        eventually(lambda: threading.active_count() <= before + 2)  # workers that wait for the next search


def test_a_game_whose_rules_cannot_be_broken_off_is_asked_twice_and_then_no_more(tmp_path):
    file = tmp_path / "asleep.py"
    file.write_text(ASLEEP)
    with here(games=(f"{file}:Asleep",), rules_seconds=1.0, compiled=0) as (url, service):
        for sentence in ("takes more than 1 seconds", "takes more than 1 seconds", "busy with 2 earlier requests"):
            status, said = asked(url, "/api/position", game="asleep")
            assert status == 400 and sentence in said["error"]
        is_served(url)
        service.offered.game("asleep", {}).__class__.gate.set()
        eventually(lambda: service.threads.left_behind == 0)
        assert asked(url, "/api/position", game="asleep")[0] == 200
