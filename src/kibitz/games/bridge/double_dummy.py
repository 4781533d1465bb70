"""A bridge deal with all cards on the table: how many tricks each declarer takes in each suit, twenty results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.errors import BadInput
from kibitz.game.command import Prover
from kibitz.games.bridge import State
from kibitz.games.bridge.cards import SEATS, TRUMPS, hand_text
from kibitz.native.override import override

STRAINS = "SHDCN"  # in the order in which they are shown


@dataclass(frozen=True)
class Tricks:
    """The results of one deal; `by_declarer["N"]["S"]` are north's tricks with spades as trump."""

    deal: str
    by_declarer: dict[str, dict[str, int]]

    @override
    def __str__(self) -> str:
        """A row for each declarer, a column for each strain, N for no trump."""
        lines = ["  " + "".join(f"{strain:>4}" for strain in STRAINS)]
        for declarer, tricks in self.by_declarer.items():
            lines.append(f"{declarer} " + "".join(f"{tricks[strain]:>4}" for strain in STRAINS))
        return "\n".join(lines)

    @property
    def line(self) -> str:
        """The deal and its results in twenty digits."""
        return f"{self.deal} {self.digits}"

    def json(self) -> dict[str, Any]:
        """The results for a program."""
        return {"deal": self.deal, "tricks": self.by_declarer}

    @property
    def digits(self) -> str:
        """The same in twenty digits, A to D for 10 to 13: spades by N E S W, then hearts, diamonds, clubs, no trump."""
        return "".join(f"{self.by_declarer[seat][strain]:X}" for strain in STRAINS for seat in SEATS)


class DoubleDummy:
    """Finds the twenty results of deals, one after the other."""

    def __init__(self, prover: Prover) -> None:
        """`prover` is an engine for bridge: `kibitz.engine_for(kibitz.game("bridge"))`."""
        self._game = prover.game
        self._prover = prover

    def tricks(self, deal: str) -> Tricks:
        """The twenty results of a deal in PBN: `N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 …`."""
        if len(deal.split()) != 4:
            raise BadInput(f"invalid deal {deal!r}; expected four hands in PBN, 'N:AK.Q.. 32..4. .K2.. ..AK.'")
        start = self._game.parse(f"{deal} N N")
        by_declarer: dict[str, dict[str, int]] = {seat: {} for seat in SEATS}
        for strain in STRAINS:
            for seat, tricks in zip(SEATS, self._by_declarer(start, strain), strict=True):
                by_declarer[seat][strain] = tricks
        return Tricks("N:" + " ".join(hand_text(hand) for hand in start[:4]), by_declarer)

    def _by_declarer(self, start: State, strain: str) -> list[int]:
        """With one trump: the four searches share a table. The seat to the left of declarer leads."""
        if self._game.is_terminal(start):
            return [0, 0, 0, 0]
        states = [_led(start, TRUMPS.index(strain), (declarer + 1) % 4) for declarer in range(4)]
        self._prover.begin(states[0])
        values = self._prover.prove_many(states, together=True)
        return [round(self._game.at_stake(start) - value) for value in values]


def _led(s: State, trump: int, leader: int) -> State:
    """The same hands with another trump and leader."""
    return s._replace(trump=trump, leader=leader, known=(leader + 1) % 4)
