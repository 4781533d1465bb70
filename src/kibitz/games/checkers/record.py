"""Games of checkers are kept as PDN."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping

from kibitz.errors import BadInput
from kibitz.game import Game
from kibitz.game.record import GameRecord, KeptGame, Remark, as_told, dotted_date
from kibitz.games.checkers import Checkers
from kibitz.games.checkers.board import BLACK
from kibitz.games.checkers.notation import MOST_PATIENCE
from kibitz.games.checkers.pdn import PdnGame, PdnMove, read_each, read_game, rules, written
from kibitz.native.override import override

RESULTS = {"0": "0-1" if BLACK == 0 else "1-0", "1": "1-0" if BLACK == 0 else "0-1", "draw": "1/2-1/2"}
WINNERS = {written: winner for winner, written in RESULTS.items()}
SEATS = ("Black", "White") if BLACK == 0 else ("White", "Black")  # the headers with the players' names


class Record(GameRecord):
    """Portable draughts notation."""

    ending = ".pdn"

    @override
    def read(self, text: str) -> KeptGame:
        """The first game of a file; `BadInput` with the game, the line and the move if it cannot be read."""
        return _bare(read_game(text))

    @override
    def read_each(self, text: str) -> Iterator[KeptGame | BadInput]:
        """Every game of a file, or what is wrong with it."""
        for piece, found in read_each(text):
            if isinstance(found, BadInput):
                yield found
                continue
            bare = _bare(found)._replace(actions=tuple(found.actions))
            yield as_told(bare, found.headers, SEATS, WINNERS.get(found.result, ""), piece)

    @override
    def written(self, kept: KeptGame, result: str, remarks: Mapping[int, Remark]) -> str:
        """A game as PDN, what is said about its moves in comments."""
        game = rules()
        start = game.parse(kept.position) if kept.position else game.initial()
        found = PdnGame(start, _headers(kept), result=RESULTS.get(result, "*"))
        s = found.start
        for text in kept.moves:
            found.moves.append(PdnMove(game.parse_action(s, text)))
            s = game.result(s, found.moves[-1].action)
        return _remarked(found, remarks)

    @override
    def annotated(self, text: str, remarks: Mapping[int, Remark]) -> str:
        """The first game of a file with remarks about its moves, behind what the file says about them itself."""
        return _remarked(read_game(text), remarks)

    @override
    def unclaimed(self, game: Game) -> Game:
        """The game with as much patience as there can be."""
        other = copy.copy(game)
        assert isinstance(other, Checkers)
        other.patience = MOST_PATIENCE
        return other


def _bare(found: PdnGame) -> KeptGame:
    """The moves of a game, and where it began."""
    game = rules()
    moves = []
    s = found.start
    for a in found.actions:
        moves.append(game.action_text(s, a))
        s = game.result(s, a)
    return KeptGame("" if found.start == game.initial() else game.text(found.start), tuple(moves))


def _headers(kept: KeptGame) -> dict[str, str]:
    """What a game tells of itself, as headers."""
    headers = dict(kept.told)
    if kept.date:
        headers["Date"] = dotted_date(kept.date)
    if kept.players:
        headers |= dict(zip(SEATS, kept.players, strict=False))
    return headers


def _remarked(found: PdnGame, remarks: Mapping[int, Remark]) -> str:
    """A game as PDN, with remarks about its moves."""
    for number, move in enumerate(found.moves):
        if number in remarks:
            said = remarks[number]
            better = f"better {said.better}" if said.better else ""
            move.comment = "; ".join(part for part in (move.comment, said.words, better) if part)
            if said.mark and not move.marks:
                move.marks.append(said.mark)
    return written(found)
