"""The law of `game/shown.py`: what is written can be read back, and no two actions are written alike."""

from __future__ import annotations

from numbers import Integral

from kibitz.check.identity import same_key
from kibitz.check.inquiry import Inquiry, frozen, twice
from kibitz.check.walk import Place
from kibitz.check.worth import Worth
from kibitz.draw.picture import Picture
from kibitz.game import CHANCE, MAX, Action, State, answers

PICTURES = 300  # positions that are drawn


def text(inquiry: Inquiry, s: State) -> None:
    """`parse` reads what `text` writes: an equal state, with an equal key."""
    written = inquiry.asked("text", s, inquiry.game.text, s)
    if not isinstance(written, str) or "\n" in written:
        inquiry.fault("line", f"text gives {written!r} for {s!r}: expected one line of text")
        return
    try:
        back = inquiry.game.parse(written)
    except Exception as error:
        inquiry.fault("parse", f"parse refuses {written!r}, which is what text gives for {s!r}: {error}")
        return
    if frozen(back) != frozen(s):
        inquiry.fault("text", f"text and parse lose something: {s!r} is written {written!r}, which reads as {back!r}")
    else:
        same_key(inquiry, s, back)


def actions(inquiry: Inquiry, s: State, found: list[Action]) -> None:
    """No two actions are written alike, and `parse_action` reads what `action_text` writes.

    Of many actions another one is read at each position, besides the last.
    """
    game = inquiry.game
    texts = [inquiry.asked("action_text", s, game.action_text, s, a) for a in found]
    if not all(isinstance(each, str) for each in texts):
        inquiry.fault("action_text", f"action_text at {inquiry.where(s)} gives {texts!r}: expected texts")
    elif len(set(texts)) < len(texts) and twice(found) is None:
        again = next(each for each in texts if texts.count(each) > 1)
        inquiry.fault("twice", f"two actions at {inquiry.where(s)} are both written {again!r}")
    elif len(set(texts)) == len(texts) > 0:
        for index in {inquiry.report.positions % len(texts), len(texts) - 1}:
            written = texts[index]
            back = inquiry.asked("parse_action", s, game.parse_action, s, written, action=written)
            if frozen(back) != frozen(found[index]):
                said = f"{found[index]!r} at {inquiry.where(s)} is written {written!r}"
                inquiry.fault(
                    "parse_action", f"action_text and parse_action lose something: {said}, which reads as {back!r}"
                )


def drawn(inquiry: Inquiry, s: State) -> None:
    """A picture is a picture, the whole one and the one that each player sees."""
    game = inquiry.game
    if inquiry.report.positions > PICTURES:
        return
    pictures = [("picture", inquiry.asked("picture", s, game.picture, s))]
    if answers(game, "seen"):
        pictures += [("seen", inquiry.asked("seen", s, game.seen, s, player)) for player in range(game.players)]
    for question, found in pictures:
        if not isinstance(found, Picture):
            inquiry.fault(question, f"{question} at {inquiry.where(s)} gives {found!r}: expected a kz.Picture")


def over(inquiry: Inquiry, s: State) -> None:
    """A finished game has winners that are players, and an ending in words."""
    game = inquiry.game
    if answers(game, "won_by"):
        winners = inquiry.asked("won_by", s, lambda: tuple(game.won_by(s)))
        if any(winner not in range(game.players) for winner in winners):
            wanted = f"expected players from 0 to {game.players - 1}"
            inquiry.fault("won_by", f"won_by at {inquiry.where(s)} is {winners!r}: {wanted}")
    ending = inquiry.asked("ending", s, game.ending, s)
    if not isinstance(ending, str):
        inquiry.fault("ending", f"ending at {inquiry.where(s)} is {ending!r}: expected a sentence, or an empty text")
    for player in range(game.players):
        score = inquiry.asked("score_text", s, game.score_text, s, player)
        if not isinstance(score, str):
            said = f"score_text of player {player} at {inquiry.where(s)} is {score!r}"
            inquiry.fault("score_text", f"{said}: expected a few words, or an empty text")
        name = inquiry.asked("player_name", s, game.player_name, player)
        if not isinstance(name, str) or not name:
            inquiry.fault("player_name", f"player_name of player {player} is {name!r}: expected a name")


def exact(inquiry: Inquiry, place: Place, number: int, worth: Worth) -> None:
    """What an exact value means is said in words, and how far away the end is in plies, from -1."""
    game, s = inquiry.game, place.state
    if not worth.is_exact(number) or place.player == CHANCE:
        return
    value = worth.low[number] if place.player == MAX else game.at_stake(s) - worth.low[number]
    words = inquiry.asked("words", s, game.words, s, value)
    if not isinstance(words, str):
        inquiry.fault("words", f"words at {inquiry.where(s)} with {value:g} is {words!r}: expected a text")
    left = inquiry.asked("plies_left", s, game.plies_left, s, value)
    if not isinstance(left, Integral) or int(left) < -1:
        wanted = "expected a number of plies, or -1 where the value does not tell"
        inquiry.fault("plies_left", f"plies_left at {inquiry.where(s)} with {value:g} is {left!r}: {wanted}")
