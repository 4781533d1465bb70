"""DDS, the double-dummy solver of the field, in C++, as the package endplay brings it; in one thread."""

from __future__ import annotations

from collections.abc import Sequence
from time import process_time

from endplay import _dds
from endplay.dds import calc_dd_table
from endplay.types import Deal, Denom, Player

DENOMINATIONS = {"S": Denom.spades, "H": Denom.hearts, "D": Denom.diamonds, "C": Denom.clubs, "N": Denom.nt}
SEATS = {"N": Player.north, "E": Player.east, "S": Player.south, "W": Player.west}
TO_THE_MOST, ONE_CARD, ALWAYS_SEARCH = -1, 1, 1

_dds.SetMaxThreads(1)


def best(positions: Sequence[str]) -> tuple[list[int], float]:
    """The tricks of the side that leads in each position, and the processor's seconds for all of them."""
    deals = []
    for position in positions:
        *hands, trump, leader = position.split()
        deal = Deal(" ".join(hands))
        deal.trump, deal.first = DENOMINATIONS[trump], SEATS[leader]
        deals.append(deal)
    found, future = [], _dds.futureTricks()
    busy = process_time()
    for deal in deals:
        _dds.SolveBoard(deal._data, TO_THE_MOST, ONE_CARD, ALWAYS_SEARCH, future, 0)
        found.append(int(future.score[0]))
    return found, process_time() - busy


def table(deal: str) -> tuple[dict[str, dict[str, int]], float]:
    """The twenty results of a deal by declarer and strain, and the processor's seconds."""
    given = Deal(deal)
    busy = process_time()
    found = calc_dd_table(given)
    busy = process_time() - busy
    tricks = {
        seat: {strain: int(found[denomination, player]) for strain, denomination in DENOMINATIONS.items()}
        for seat, player in SEATS.items()
    }
    return tricks, busy
