"""A classroom: the teacher shows something, everybody answers with a device of their own, the answers are counted.

Everything is in memory and ends with the server: no names, no accounts, nothing kept. A seat is a random number in a
cookie. Whoever comes from another machine needs the code.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
import time
from collections import OrderedDict, deque
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from typing import Any

from kibitz.errors import BadInput
from kibitz.lab.classroom import LOOK, Answer, Posed, counted
from kibitz.web.refusals import Refused
from kibitz.web.searches import Event

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that is taken for another
SHORTEST_CODE, LONGEST_CODE = 4, 12
CODE_LENGTH = 6
MOST_SEATS = 500
MOST_OF_A_MACHINE = 40  # seats: a class behind one address fits, and nobody can fill the room alone
MOST_STREAMS = 4  # of one seat: a phone that reconnects may have an old one for a while
WRONG_CODES = 20  # from one machine in a minute
MINUTE = 60.0  # seconds
MOST_MACHINES = 10_000  # whose wrong codes are remembered
PAUSE = 0.2  # seconds between two counts, however fast answers come in
HEARTBEAT = 15.0  # seconds without news after which a sign of life is sent, to notice who has gone
OPEN, CLOSED, REVEALED = "open", "closed", "revealed"
TEACHER = ""  # the seat of whoever asks


def new_code() -> str:
    """A code to join a room: short enough to be read out."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def chosen_code(text: str) -> str:
    """The code that is wished for, as it is shown, or a new one for an empty wish; `BadInput` for one that is unfit."""
    code = plain_code(text)
    if text and not (SHORTEST_CODE <= len(code) <= LONGEST_CODE and code.isascii() and code.isalnum()):
        expected = f"{SHORTEST_CODE} to {LONGEST_CODE} letters and digits"
        raise BadInput(f"{text!r} cannot be the code of a room: expected {expected}")
    return code or new_code()


def plain_code(text: str) -> str:
    """A code as it is compared: however it was typed, with spaces, hyphens or small letters."""
    return "".join(text.split()).replace("-", "").upper()


@dataclass
class _Seat:
    """Somebody in the room."""

    machine: str = ""
    streams: int = 0
    answer: Answer | None = None


@dataclass
class _WrongCodes:
    """Who has given wrong codes, and when: so that nobody can try them all."""

    times: OrderedDict[str, deque[float]] = field(default_factory=OrderedDict)

    def too_many(self, machine: str) -> bool:
        """Has this machine given too many of them in the last minute?"""
        recent = self.times.get(machine, deque())
        while recent and recent[0] < time.monotonic() - MINUTE:
            recent.popleft()
        return len(recent) >= WRONG_CODES

    def add(self, machine: str) -> None:
        """One more from this machine."""
        self.times.setdefault(machine, deque()).append(time.monotonic())
        self.times.move_to_end(machine)
        while len(self.times) > MOST_MACHINES:
            self.times.popitem(last=False)


class Room:
    """A room, with the question that is put to it and those who sit in it."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.number = 0  # of the question, from 1
        self.posed: Posed | None = None
        self.stage = OPEN
        self.right: tuple[str, ...] = ()
        self.words = ""
        self.proven = True  # is what is called right proven, or only what an engine prefers?
        self.place: dict[str, Any] | None = None  # the position that is asked about, for the teacher
        self._seats: dict[str, _Seat] = {}
        self._wrong = _WrongCodes()
        self._changed = asyncio.Event()
        self._summary: dict[str, Any] | None = None  # forgotten at every change
        self._is_closed = False

    # ------------------------------------------------------------ who is there

    def join(self, code: str, machine: str, seat: str = "") -> str:
        """A seat for whoever knows the code, the same again for whoever has one; `Refused` for a wrong code."""
        if self._wrong.too_many(machine):
            raise Refused(429, "too many wrong codes from this machine: wait a minute, then try again", "code")
        if not hmac.compare_digest(plain_code(code).encode(), plain_code(self.code).encode()):
            self._wrong.add(machine)
            raise Refused(403, "this is not the code of the room: expected the one that the teacher shows", "code")
        if seat in self._seats:
            return seat
        its = [token for token, taken in self._seats.items() if taken.machine == machine]
        told = f"your address has {MOST_OF_A_MACHINE} seats of this room, and no more are given to one"
        self._make_place(its, MOST_OF_A_MACHINE, told)
        self._make_place(list(self._seats), MOST_SEATS, f"the room is full: it has {MOST_SEATS} seats")
        token = secrets.token_urlsafe(16)
        self._seats[token] = _Seat(machine)
        return token

    def _make_place(self, taken: list[str], most: int, sentence: str) -> None:
        """Refuse one too many, unless somebody has left."""
        if len(taken) < most:
            return
        gone = next((token for token in taken if not self._seats[token].streams), None)
        if gone is None:
            raise Refused(429, sentence)
        del self._seats[gone]

    def has(self, seat: str) -> bool:
        """Is this a seat of the room?"""
        return seat in self._seats

    @property
    def present(self) -> int:
        """How many are there now."""
        return sum(1 for seat in self._seats.values() if seat.streams)

    @property
    def machines(self) -> int:
        """From how many addresses they are there."""
        return len({seat.machine for seat in self._seats.values() if seat.streams})

    def clear(self, code: str) -> None:
        """Empty the room and give it another code: who is still there has to join again."""
        self.code = code
        self._seats.clear()
        self.pose(None)

    # ------------------------------------------------------------ the question

    def pose(self, posed: Posed | None, place: dict[str, Any] | None = None) -> None:
        """Put a question, about a position where a `place` is given; the answers to the last one are forgotten."""
        self.number += 1
        self.posed, self.place = posed, place
        self.stage, self.right, self.words, self.proven = OPEN, (), "", True
        for seat in self._seats.values():
            seat.answer = None
        self._tell()

    def answer(self, token: str, number: int, given: Any) -> Answer:
        """Count an answer, or change it; as it is counted. `BadInput` or `Refused` where it cannot be."""
        if self.posed is None or number != self.number:
            raise Refused(400, f"question {number} is over: expected an answer to the one that is shown now", "number")
        if self.stage != OPEN:
            raise Refused(400, "the answers are in: this question takes no more", "number")
        read = self.posed.read(given)
        self._seats[token].answer = read
        self._tell()
        return read

    def set_stage(self, stage: str, right: tuple[str, ...] = (), words: str = "", proven: bool = True) -> None:
        """Take answers (`open`), take no more (`closed`), or show what was answered to everybody (`revealed`).

        `right` and `words` tell what is right where the question itself does not know it.
        """
        if self.posed is None or self.posed.kind == LOOK:
            raise Refused(400, "nothing is asked: put a question first", "stage")
        self.stage = stage
        is_revealed = stage == REVEALED
        known = self.posed.right
        self.right = (right if known is None else known) if is_revealed else ()
        self.words = (words or self.posed.words) if is_revealed else ""
        self.proven = proven or known is not None
        self._tell()

    def shown(self) -> dict[str, Any] | None:
        """The question as everybody sees it; None where there is none."""
        if self.posed is None:
            return None
        posed = self.posed
        return {
            "kind": posed.kind,
            "shape": posed.shape,
            "sentence": posed.sentence,
            "drawing": posed.drawing,
            "choices": list(posed.choices),
            "many": posed.many,
            "facts": posed.facts,
        }

    def counts(self, token: str) -> dict[str, Any]:
        """Where the question stands, as this seat may know it: what others answered only once it is revealed."""
        if self._summary is None:
            self._summary = self._summed_up()
        seat = self._seats.get(token)
        mine = None if seat is None or seat.answer is None else list(seat.answer)
        told = self._summary | {"mine": mine}
        if token == TEACHER:
            return told
        return told | {"machines": None} | ({} if self.stage == REVEALED else {"tally": None})

    def _summed_up(self) -> dict[str, Any]:
        answers = [seat.answer for seat in self._seats.values() if seat.answer is not None]
        told: dict[str, Any] = {
            "number": self.number,
            "stage": self.stage,
            "present": self.present,
            "machines": self.machines,
            "answered": len(answers),
            "tally": None,
            "right": None,
            "all_right": None,
            "words": self.words,
            "proven": self.proven,
        }
        if self.posed is None:
            return told
        is_revealed = self.stage == REVEALED
        rows = counted(self.posed, answers, self.right)
        told["tally"] = [
            {"answer": row.answer, "count": row.count, "right": row.right if is_revealed else None} for row in rows
        ]
        if is_revealed and (self.right or self.words or self.posed.grades is not None):
            told["right"] = list(self.right)
            told["all_right"] = sum(self.posed.is_right(answer, self.right) for answer in answers)
        return told

    # ------------------------------------------------------------ watching

    def _tell(self) -> None:
        """Wake everybody who watches."""
        self._summary = None
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    def close(self) -> None:
        """End: nobody is told anything any more."""
        self._is_closed = True
        self._tell()

    async def watch(self, token: str) -> AsyncGenerator[Event]:
        """What a seat is told, for as long as it is there: all of a question once, then the counts as they change."""
        seat = self._seats.get(token)
        if seat is not None and seat.streams >= MOST_STREAMS:
            raise Refused(429, "this seat is watched from too many pages: close some of them")
        self._enter(seat, 1)
        try:
            known = -1
            while not self._is_closed and (token == TEACHER or token in self._seats):
                changed = self._changed  # before what is told: nothing that comes between is lost
                told = self.counts(token)
                if known != self.number:
                    known = self.number
                    told["question"] = self.shown()
                    if token == TEACHER:
                        told["place"] = self.place
                yield Event("data", told)
                await asyncio.sleep(PAUSE)
                try:
                    async with asyncio.timeout(HEARTBEAT):
                        await changed.wait()
                except TimeoutError:
                    pass
        finally:
            self._enter(seat, -1)

    def _enter(self, seat: _Seat | None, by: int) -> None:
        if seat is not None:
            seat.streams += by
            self._tell()
