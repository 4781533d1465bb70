"""The positions of an opening book, ply by ply, symmetric ones once, the likeliest lines first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from kibitz.errors import DoesNotFit
from kibitz.game import CHANCE, Game, State, answers
from kibitz.lookup.book_file import book_image, book_key


@dataclass
class Levels:
    """All positions that can be reached in this many plies and in which the game goes on.

    `plies[n]` has those that n plies lead to, and no fewer do, by their keys. `rank` tells how likely each is: the sum,
    along the likeliest line to it, of the places that its moves have among those that look best; 0 for the likeliest.
    """

    game: Game
    plies: list[dict[int, State]]
    rank: dict[int, int] = field(default_factory=dict)
    links: dict[int, list[int]] = field(default_factory=dict)  # the keys of what follows and is not the end

    @staticmethod
    def of(game: Game, s: State, plies: int, progress: Callable[[str], None] | None = None) -> Levels:
        """The positions from one on; `DoesNotFit` for a game of which no book can be made."""
        refuse_unfit(game)
        key = book_key(game, s)
        found = Levels(game, [{key: book_image(game, s)}], {key: 0})
        for ply in range(plies):
            found._grow()
            if progress is not None:
                progress(f"{len(found.plies[-1]):,} positions after {ply + 1} plies")
        return found

    def __len__(self) -> int:
        return sum(map(len, self.plies))

    def _grow(self) -> None:
        after: dict[int, State] = {}
        for key, s in self.plies[-1].items():
            following = self._likeliest(s)
            self.links[key] = [child for child, _ in following]
            for place, (child, t) in enumerate(following):
                rank = self.rank[key] + place
                if child in after:
                    self.rank[child] = min(self.rank[child], rank)
                elif child not in self.rank:
                    self.rank[child], after[child] = rank, t
        self.plies.append(after)

    def _likeliest(self, s: State) -> list[tuple[int, State]]:
        """What follows a position and is not the end, under its key, what looks best to the player to move first."""
        game = self.game
        found: dict[int, tuple[float, State]] = {}
        wants_more = answers(game, "promise") or answers(game, "order")
        survey = game.survey(s) if wants_more and game.player(s) != CHANCE else None
        for a in game.choices(s):
            t = game.result(s, a)
            if game.is_terminal(t):
                continue
            looks = 0.0
            if game.player(s) == CHANCE:
                looks = 0.0
            elif wants_more:
                looks = float(game.promise(s, a, t, survey))
            elif game.has_evaluate:
                looks = float(game.evaluate(t, game.player(s)))
            key = book_key(game, t)
            if key not in found or looks > found[key][0]:
                found[key] = looks, t
        ordered = sorted(found.items(), key=lambda each: -each[1][0])
        return [(key, book_image(game, t)) for key, (_, t) in ordered]

    def unresolved(self) -> list[int]:
        """The keys of positions whose value does not follow from those a ply later, the likeliest lines first.

        They are those of the last ply, and those from which a move leads back to an earlier one. Those of the last ply
        with the same likeliest parent stand together, so that a position is soon known with all its moves.
        """
        order: dict[int, None] = {}
        for ply, deeper in enumerate(self.plies[1:]):
            is_last = ply == len(self.plies) - 2
            for key in sorted(self.plies[ply], key=lambda each: (self.rank[each], each)):
                if is_last:
                    order.update((child, None) for child in self.links[key] if child in deeper)
                if any(child not in deeper for child in self.links[key]):
                    order[key] = None
        order.update(dict.fromkeys(self.plies[-1]))
        return list(order)

    def states(self) -> Mapping[int, State]:
        """Every position by its key."""
        return {key: s for level in self.plies for key, s in level.items()}


def refuse_unfit(game: Game) -> None:
    """Raise `DoesNotFit` for a game whose positions have no single value that a book could hold."""
    facts = game.facts
    if facts.hidden:
        raise DoesNotFit(f"a book holds what a position is worth to who sees it all; {facts.name!r} hides some of it")
    if facts.players > 2 or not (facts.zero_sum or facts.players == 1):
        raise DoesNotFit(f"a book holds one value of a position; in {facts.name!r} every player has their own")
