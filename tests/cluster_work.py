"""Work for workers: module-level, so that it travels."""

import os
import signal
import time
from pathlib import Path

from kibitz.errors import DoesNotFit


def doubled(number):
    return 2 * number


def process_number(_):
    return os.getpid()


def die_once(asked):
    """Answer a number; the third time that anyone is asked, die first, as a machine does that loses its power."""
    number, folder = asked
    time.sleep(0.02)
    if number == 3:
        try:
            Path(folder, "died").touch(exist_ok=False)
        except FileExistsError:
            return number
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def die(number):
    os.kill(os.getpid(), signal.SIGKILL)


def refuse(number):
    if number == 2:
        raise DoesNotFit("two does not fit")
    return 1 // number


class Warmed:
    """Work that is warmed up once: only then it answers."""

    def __init__(self):
        self.is_warm = False

    def warm_up(self, number):
        self.is_warm = True

    def __call__(self, number):
        return self.is_warm, os.getpid()


class Waiting:
    """Work that takes a moment, so that there is time to kill somebody."""

    def __call__(self, number):
        time.sleep(0.05)
        return number


def mark_word(asked):
    """Write a number into memory that others share: was nothing there before?"""
    memory, place = asked
    words = memory.words()
    was_empty = words[place] == 0
    words[place] = place + 1
    return bool(was_empty)
