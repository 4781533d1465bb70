"""Facts about a game that are no faults, but show mistakes to whoever knows the game: "player 1 never moves"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kibitz.check.inquiry import Inquiry
from kibitz.check.walk import Place, Walk
from kibitz.check.worth import LITTLE, Worth
from kibitz.game import CHANCE, MAX, answers

FEW = 4  # positions, or ends: with no more, that something never happens says nothing
LONGEST_LINE = 8  # moves that are named
LONGEST_GAME = 400  # plies of one random game


def observe(inquiry: Inquiry, walk: Walk, worth: Worth) -> None:
    """Write down what is worth knowing about the game as it was walked."""
    for look in (_ends, _movers, _turns, _choices, _for_ever, _guesses, _nothing_hidden, _whole):
        inquiry.report.facts += look(inquiry, walk, worth)


def _in_all(inquiry: Inquiry, count: int, what: str) -> str:
    """How far a sentence about everything reaches: `in all 42 positions`."""
    if count == 1:
        what = what.replace("positions", "position")
        return f"in its one {what}" if inquiry.report.whole else f"in the one {what} seen"
    return f"in all {count:,} {what}" if inquiry.report.whole else f"in the {count:,} {what} seen"


def _ends(inquiry: Inquiry, walk: Walk, worth: Worth) -> Iterator[str]:
    """How games end."""
    report, game = inquiry.report, inquiry.game
    ends = [place for place in walk.looked_at() if place.shares]
    if not ends:
        if not any(place.over for place in walk.looked_at()):
            yield f"no position is final, {_in_all(inquiry, report.positions, 'positions')}"
        return
    if report.unfinished:
        games = "1 random game" if report.unfinished == 1 else f"{report.unfinished} random games"
        yield f"{games} had not ended after {LONGEST_GAME} plies"
    if len(ends) < FEW and not report.whole:
        return
    kinds = {tuple(place.shares) for place in ends}
    scope = _in_all(inquiry, len(ends), "final positions")
    if len(kinds) == 1 and len(ends) >= FEW:
        yield f"every game ends with the same utilities {list(kinds.pop())}, {scope}"
        return
    if game.players < 2:
        return
    last = _last_mover(walk)
    if last:
        drawn = sum(not _winners(place) for place in ends)
        yield f"whoever moves last {last} every game{' that is not a draw' if drawn else ''}, {scope}"
        return
    winners = Counter(winner for place in ends for winner in _winners(place))
    if not any(_winners(place) for place in ends):
        yield f"{'every game is a draw' if game.facts.zero_sum else 'all players always get the same'}, {scope}"
        return
    for player in range(game.players):
        if not winners[player] and len(ends) >= FEW:
            yield f"player {player} never wins, {scope}"
    if len(ends) >= FEW and all(_winners(place) for place in ends):
        yield f"no game is a draw, {scope}"


def _winners(place: Place) -> list[int]:
    """Who gets most at the end; nobody where all get the same."""
    most = max(place.shares)
    return [player for player, share in enumerate(place.shares) if share == most] if most > min(place.shares) else []


def _last_mover(walk: Walk) -> str:
    """What always happens to the player who moves last, in games that are not drawn: `wins`, `loses` or nothing."""
    found = set()
    for place in walk.looked_at():
        for number in place.after if place.player != CHANCE else []:
            end = walk.places[number]
            if end.over and end.shares and (winners := _winners(end)):
                found.add("wins" if place.player in winners else "loses")
    return found.pop() if len(found) == 1 else ""


def _movers(inquiry: Inquiry, walk: Walk, worth: Worth) -> Iterator[str]:
    """Who moves."""
    game = inquiry.game
    moved = Counter(place.player for place in walk.looked_at() if not place.over)
    scope = _in_all(inquiry, sum(moved.values()), "positions where the game goes on")
    if sum(moved.values()) < FEW:
        return
    for player in range(game.players):
        if not moved[player]:
            yield f"player {player} never moves, {scope}"
    if game.facts.chance and not moved[CHANCE]:
        yield f"CHANCE never moves, although the game has outcomes, {scope}"


def _turns(inquiry: Inquiry, walk: Walk, worth: Worth) -> Iterator[str]:
    """Whether turns alternate, where two move one after the other."""
    if inquiry.game.players != 2 or len({place.player for place in walk.looked_at()} & {0, 1}) < 2:
        return
    again = alternating = 0
    shown = ""
    for place in walk.looked_at():
        for a, number in zip(place.choices, place.after, strict=True):
            after = walk.places[number]
            if place.player < 0 or after.player < 0:
                continue
            if after.player != place.player:
                alternating += 1
                continue
            again += 1
            if not shown:
                move = inquiry.game.action_text(place.state, a)
                shown = f"player {place.player} moves at {inquiry.where(place.state)} and, after {move}, again"
    if again and alternating:
        yield f"turns do not always alternate: {shown}"


def _choices(inquiry: Inquiry, walk: Walk, worth: Worth) -> Iterator[str]:
    """What players can choose between."""
    deciding = [place for place in walk.looked_at() if place.player >= 0 and place.after]
    if len(deciding) < FEW:
        return
    scope = _in_all(inquiry, len(deciding), "positions where a player moves")
    wide = [place for place in deciding if len(place.after) > 1]
    if not wide:
        yield f"nobody ever has a choice: there is one action {scope}"
    elif len(wide) >= FEW and all(len(set(place.after)) == 1 for place in wide):
        yield f"it never matters which action is taken: all lead to the same position, {scope}"
    for place in deciding:
        for a, number in zip(place.choices, place.after, strict=True):
            if walk.places[number] is place:
                yield f"{inquiry.game.action_text(place.state, a)} changes nothing at {inquiry.where(place.state)}"
                return


def _for_ever(inquiry: Inquiry, walk: Walk, worth: Worth) -> Iterator[str]:
    """Whether positions come back."""
    cycle = worth.cycle
    if cycle is None:
        return
    moves = []
    for number, following in zip(cycle, [*cycle[1:], cycle[0]], strict=True):
        place = walk.places[number]
        a = place.choices[place.after.index(following)]
        moves.append(inquiry.game.action_text(place.state, a))
    line = f" by {' '.join(moves)}" if len(moves) <= LONGEST_LINE else ""
    again = f"{inquiry.where(walk.places[cycle[0]].state)} comes back after {len(moves)} plies{line}"
    if inquiry.game.repetition is not None:
        said = f"worth {inquiry.game.repetition:g} to player 0"
        yield f"{again}; when that has come up {inquiry.game.repetition_times} times the game is over, {said}"
    elif inquiry.game.repetition_is_illegal:
        yield f"{again}, which is illegal"
    else:
        yield f"this game can go on for ever: {again}"


def _guesses(inquiry: Inquiry, walk: Walk, worth: Worth) -> Iterator[str]:
    """Whether guesses look like values."""
    game = inquiry.game
    if not answers(game, "evaluate"):
        return
    numbers = [number for number, place in enumerate(walk.places) if place.is_looked_at and place.guesses]
    if len(numbers) < FEW:
        return
    guessed = {walk.places[number].guesses[MAX] for number in numbers}
    scope = _in_all(inquiry, len(numbers), "positions where the game goes on")
    if len(guessed) == 1:
        yield f"evaluate is always {guessed.pop():g}, {scope}"
        return
    if game.players == 2 and game.facts.zero_sum:
        for number in numbers:
            place = walk.places[number]
            total = game.at_stake(place.state)
            if abs(sum(place.guesses) - total) > 1e-6 * max(1.0, *map(abs, place.guesses)):
                both = " and ".join(f"{guess:g}" for guess in place.guesses)
                wanted = f"its utilities sum to {total:g}"
                yield f"evaluate of the two players at {inquiry.where(place.state)} is {both}, although {wanted}"
                break
    ends = [share for place in walk.looked_at() for share in place.shares]
    if inquiry.report.whole and ends:
        largest = max(map(abs, ends))
        beyond = next((n for n in numbers if abs(walk.places[n].guesses[MAX]) > 2 * largest), None)
        if beyond is not None:
            said = f"it is {walk.places[beyond].guesses[MAX]:g} at {inquiry.where(walk.places[beyond].state)}"
            yield f"evaluate is not on the scale of the utilities: {said}, but they are {min(ends):g} to {max(ends):g}"
    yield from _direction(inquiry, walk, worth, numbers)


def _direction(inquiry: Inquiry, walk: Walk, worth: Worth, numbers: list[int]) -> Iterator[str]:
    """Whether higher guesses go with higher values."""
    known = [(walk.places[n].guesses[MAX], worth.low[n]) for n in numbers if worth.is_exact(n)]
    if len(known) < FEW:
        return
    middle = [sum(row) / len(known) for row in zip(*known, strict=True)]
    agree = [(guess - middle[0]) * (value - middle[1]) for guess, value in known]
    right, wrong = sum(each > LITTLE for each in agree), sum(each < -LITTLE for each in agree)
    # Where most games seen are draws, all of them lie on one side of the middle, and signs alone would say nothing.
    if wrong > 2 * right and wrong >= FEW and sum(agree) < 0.0:
        of = f"of the {len(known):,} positions whose exact value is known"
        yield f"evaluate seems to point the wrong way: high for low values and low for high ones in {wrong:,} {of}"


def _nothing_hidden(inquiry: Inquiry, walk: Walk, worth: Worth) -> Iterator[str]:
    """Whether a player who should not see everything does."""
    game = inquiry.game
    if not game.facts.hidden or not inquiry.report.whole:
        return
    for player in range(game.players):
        moving = sum(place.player == player for place in walk.looked_at())
        views = sum(mark[:2] == ("view", player) for mark in inquiry.looks)
        if moving >= FEW and views == moving:
            differ = f"each of the {moving:,} positions in which it moves looks different to it"
            yield f"nothing is hidden from player {player}: {differ}"


def _whole(inquiry: Inquiry, walk: Walk, worth: Worth) -> Iterator[str]:
    """Of a game that was walked whole: how long it lasts, how many actions there are, and its value."""
    if not inquiry.report.whole or walk.places[0].over:
        return
    if worth.cycle is None:
        shortest, longest = _lengths(walk, worth)
        counts = [len(place.after) for place in walk.looked_at() if place.player >= 0]
        lasts = f"a game lasts {_from_to(shortest, longest, 'ply', 'plies')}"
        counts = [len(place.after) for place in walk.looked_at() if place.player >= 0]
        if counts:
            lasts += f", with {_from_to(min(counts), max(counts), 'action', 'actions')} to choose from"
        yield lasts
    if worth.is_exact(0) and not inquiry.game.facts.hidden:
        yield f"with best play player 0 gets {worth.low[0]:g}"


def _from_to(least: int, most: int, one: str, many: str) -> str:
    return f"{least} {one if least == 1 else many}" if least == most else f"{least} to {most} {many}"


def _lengths(walk: Walk, worth: Worth) -> tuple[int, int]:
    """The plies of the shortest and of the longest game, where no position comes back."""
    shortest, longest = [0] * len(walk.places), [0] * len(walk.places)
    for number in worth.order:
        after = walk.places[number].after
        if after:
            shortest[number] = 1 + min(shortest[n] for n in after)
            longest[number] = 1 + max(longest[n] for n in after)
    return shortest[0], longest[0]
