"""Games that play by themselves: the table of beliefs, and films of games."""

import re
import xml.etree.ElementTree as ET

import pytest

import kibitz as kz
from command import kibitz
from kibitz.arena.beliefs import Trial, table, trials
from kibitz.arena.film import rounds_of, states_of
from kibitz.arena.playing import Players, drawn
from kibitz.cli.boards import painted
from kibitz.draw import film_svg
from kibitz.draw.picture import Picture
from kibitz.errors import BadInput

SVG = "{http://www.w3.org/2000/svg}"
GAMBLE = {"layout": "gamble", "evaluation": "better"}


def tally(believes, against, games, **settings):
    games_of = {ghosts: kz.game("pacman", ghosts=ghosts, **GAMBLE) for ghosts in {believes, against}}
    trial = Trial(games_of[believes], games_of[against], believes, against)
    return trial.tally(games, **({"depth": 4, "reply": 2, "seed": 1} | settings))


def test_wrong_beliefs_cost_what_the_notes_say():
    """Minimax is safe; expectimax gains where ghosts are as it believes, and loses all where they are not."""
    found = {(b, a): tally(b, a, 300) for b in ("minimising", "random") for a in ("minimising", "random")}
    safe, cautious = found["minimising", "minimising"], found["minimising", "random"]
    deceived, right = found["random", "minimising"], found["random", "random"]
    assert min(safe.share, cautious.share) > 0.95
    assert deceived.mean + 3 * deceived.error < min(safe.mean, cautious.mean, right.mean) - 500
    assert right.mean > cautious.mean
    assert right.share >= cautious.share


def test_interpreted_games_are_the_same():
    compiled = tally("random", "minimising", 3, depth=2, rounds=30)
    assert compiled == tally("random", "minimising", 3, depth=2, rounds=30, interpreted=True)
    assert compiled != tally("random", "random", 3, depth=2, rounds=30, interpreted=True)


def test_same_seed_same_games():
    settings = {"depth": 1, "reply": 1, "rounds": 20, "interpreted": True}
    first = tally("random", "random", 4, **settings)
    assert first == tally("random", "random", 4, **settings)
    assert first.mean != tally("random", "random", 4, **settings | {"seed": 2}).mean


def test_drawn_numbers_are_even():
    seed, shares = 12345, []
    for _ in range(4000):
        share, seed = drawn(seed)
        shares.append(share)
    assert all(0 <= share < 1 for share in shares)
    counts = [sum(tenth / 10 <= share < (tenth + 1) / 10 for share in shares) for tenth in range(10)]
    assert all(320 < count < 480 for count in counts)  # 400 on average, 19 its standard deviation


def test_equally_good_moves_are_all_made():
    game = kz.game("pacman", layout="starving")
    players = Players(game, game, depth=4, reply=1, interpreted=True)
    after = {players.step(game.initial(), seed)[0].pacman for seed in range(40)}
    assert len(after) == 3  # east, west and stop are as good
    wise = Players(game, game, depth=5, reply=1, interpreted=True)
    assert len({wise.step(game.initial(), seed)[0].pacman for seed in range(40)}) == 1


def test_outcomes_are_drawn_by_their_probabilities():
    game = kz.game("pacman", layout="gamble", ghosts="mixed")
    s = game.result(game.initial(), 4)
    chances = dict(game.outcomes(s))
    players = Players(game, game, depth=1, reply=1, interpreted=True)
    found = [players.step(s, seed * 7919)[0] for seed in range(600)]
    for outcome, chance in chances.items():
        share = found.count(game.result(s, outcome)) / len(found)
        assert abs(share - chance) < 4 * (chance * (1 - chance) / len(found)) ** 0.5


def test_command_prints_the_table():
    words = ["--vary", "ghosts=minimising,random", "--games", 3, "--rounds", 20, "--depth", 1, "--interpreted"]
    said = kibitz("beliefs", "pacman", "--set", "layout=trapped", *words)
    assert said.code == 0
    lines = said.out.splitlines()
    assert re.fullmatch(r"believes +against ghosts=minimising +against ghosts=random", lines[0])
    cell = r"won \d of 3, -?\d+\.\d ± \d+\.\d"
    for line, believes in zip(lines[1:3], ("minimising", "random"), strict=True):
        assert re.fullmatch(rf"ghosts={believes} +{cell} +{cell}", line)
    assert lines[3].startswith("3 games each; depth 1, the others 2; seed 0; ± one standard error")
    rows = kibitz("beliefs", "pacman", "--set", "layout=trapped", *words, "--json").json
    assert [(row["believes"], row["against"]) for row in rows] == [
        (f"ghosts={one}", f"ghosts={other}") for one in ("minimising", "random") for other in ("minimising", "random")
    ]
    assert all(row["games"] == 3 and row["score_error"] >= 0 for row in rows)


def test_any_game_has_beliefs():
    found = trials("2048", {"size": "2"}, "goal=8,16")
    tallies = [trial.tally(4, depth=1, reply=1, interpreted=True) for trial in found]
    assert [tally.believes for tally in tallies] == ["goal=8", "goal=8", "goal=16", "goal=16"]
    assert all(0 <= tally.mean <= 1 and tally.unfinished == 0 for tally in tallies)
    assert table(tallies).count("won") == 4


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["pacman", "--vary", "ghosts"], "--vary 'ghosts' is not understood"),
        (["pacman", "--vary", "ghosts=random"], "expected a parameter and two values or more"),
        (["pacman", "--vary", "ghosts=random,hungry"], "ghosts='hungry' is not understood"),
        (["pacman", "--vary", "layout=small,open"], "begin differently"),
        (["pacman", "--vary", "colour=red,blue"], "unknown parameter 'colour'"),
        (["nosuch", "--vary", "a=b,c"], "unknown game 'nosuch'"),
    ],
)
def test_beliefs_that_make_no_sense(words, sentence):
    said = kibitz("beliefs", *words)
    assert (said.code, said.out, len(said.messages)) == (2, "", 1)
    assert sentence in said.messages[0]


def test_ctrl_c_keeps_the_games_that_have_ended():
    played = []

    def progress(done):
        played.append(done)
        if done == 2:
            raise KeyboardInterrupt

    found = tally("random", "random", 9, depth=1, rounds=5, interpreted=True, progress=progress)
    assert (played, found.games) == ([1, 2], 2)


# ---------------------------------------------------------------- films


def test_film_shows_a_frame_a_round():
    game = kz.game("pacman", layout="small", ghosts="random")
    players = Players(game, game, depth=1, reply=1, interpreted=True)
    states = list(states_of(game, game.initial(), players, 6, 1))
    shown = list(rounds_of(game, states))
    assert [s.turn for s in states[:4]] == [0, 1, 2, 0]
    assert shown == states[::3]


def test_film_shows_dice_with_the_player_who_has_them():
    game = kz.game("pig")
    players = Players(game, game, depth=1, reply=1, interpreted=True)
    shown = list(rounds_of(game, states_of(game, game.initial(), players, 8, 1)))
    assert all(game.player(s) != kz.CHANCE for s in shown[:-1])


def test_film_of_any_game_in_the_terminal():
    said = kibitz("film", "connect-four", "--interpreted", "--set", "width=4", "--set", "height=3", "--rounds", 3)
    assert said.code == 0
    assert said.out.count("1 2 3 4") == 4
    assert said.out.endswith("Broken off after 3 rounds.\n")


def test_colours_change_nothing_but_colours():
    game = kz.game("pacman", layout="gamble")
    picture = game.picture(game.initial())
    lines = painted(picture)
    assert re.sub(r"\033\[[\d;]*m", "", "\n".join(lines)) == str(picture)
    assert [line.count("\033[0m") for line in lines] == [0, 0, 0, 2, 0, 0, 0, 0]
    assert "\033[1;33m⊂\033[0m" in lines[3]
    plain = kz.game("connect-four").picture(kz.game("connect-four").initial())
    assert painted(plain) == str(plain).split("\n")


def test_film_as_a_drawing(tmp_path):
    file = tmp_path / "film.svg"
    words = ["--set", "layout=starving", "--depth", 5, "--interpreted", "--svg", file]
    said = kibitz("film", "pacman", *words)
    assert said.out == f"6 frames in {file}\nPac-Man has eaten every dot: 515 points.\n"
    svg = ET.parse(file).getroot()
    walks = list(svg.iter(f"{SVG}animateTransform"))
    assert len(walks) == 1
    assert len(walks[0].get("values").split(";")) == 7  # the last frame is held
    for animation in [*walks, *svg.iter(f"{SVG}animate")]:
        times = [float(time) for time in animation.get("keyTimes").split(";")]
        assert len(times) == len(animation.get("values").split(";"))
        assert times[0] == 0
        assert times == sorted(set(times))
        assert times[-1] <= 1
    dots = [group for group in svg.iter(f"{SVG}g") if group.find(f"{SVG}circle[@class='kz-disc']") is not None]
    assert [dot.find(f"{SVG}animate").get("values") for dot in dots] == ["visible;hidden"] * 2


def test_figures_of_a_film_look_where_they_go():
    game = kz.game("pacman", layout="starving")
    s = game.initial()
    west = game.result(s, 3)
    svg = film_svg([game.picture(s), game.picture(west)])
    assert game.picture(s).figures[0].facing == (0, 1)  # at the nearest dot
    assert 'transform="rotate(180)"' in svg


@pytest.mark.parametrize(
    ("pictures", "sentence"),
    [
        ([], "these pictures have none"),
        ([Picture(caption="no board")], "these pictures have none"),
        ([Picture(cells=(("X",),)), Picture(cells=(("X", "O"),))], "several sizes"),
    ],
)
def test_films_that_cannot_be(pictures, sentence):
    with pytest.raises(BadInput, match=sentence):
        film_svg(pictures)
    with pytest.raises(BadInput, match="8 or more pixels per cell"):
        film_svg([Picture(cells=(("X",),))], size=2)


def test_film_s_mistakes_are_sentences(tmp_path):
    for words, sentence in {
        ("--believe", "ghosts"): "expected --believe NAME=VALUE, got --believe 'ghosts'",
        ("--believe", "ghosts=hungry"): "ghosts='hungry' is not understood",
        ("--believe", "layout=open"): "begin differently",
        ("--svg", str(tmp_path / "no" / "film.svg")): "cannot be written",
        ("--pause", "0"): "expected a time in seconds",
    }.items():
        said = kibitz("film", "pacman", "--set", "layout=starving", "--rounds", 1, "--interpreted", *words)
        assert (said.code, len(said.messages)) == (2, 1)
        assert sentence in said.messages[0]
