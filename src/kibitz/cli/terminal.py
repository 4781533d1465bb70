"""What the command prints: data to standard output, messages to standard error, and the exit codes."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

from kibitz.errors import KibitzError, Unsolved

DONE, NO, BAD, INTERRUPTED = 0, 1, 2, 130  # exit codes


def say(sentence: str) -> None:
    """Print a message to standard error, on one line; control characters are spelled out, not sent to the terminal."""
    line = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in " ".join(sentence.splitlines()))
    print(f"kibitz: {line}", file=sys.stderr, flush=True)


def shows_progress() -> bool:
    """Is somebody watching? Progress goes to a terminal only."""
    return sys.stderr.isatty()


def show_line(line: str) -> None:
    """Show progress: replace the last line on the terminal. An empty line clears it."""
    print(f"\r\033[K{line}", end="", file=sys.stderr, flush=True)


def clear_progress() -> None:
    """Remove the last line of progress from the terminal, before an answer is printed."""
    if shows_progress():
        show_line("")


def print_json(value: Any) -> None:
    """Print data as one line of JSON."""
    print(json.dumps(value, ensure_ascii=False))


def answer_each(given: list[str], answer: Callable[[str, bool], int]) -> int:
    """Answer texts in turn; `-` stands for the lines of standard input. Returns the exit code.

    `answer` is also told whether the text is one of many, so that its answer should fit on a line. On standard input a
    bad line is reported and the others are still answered; given as arguments, the first failure ends it.
    """
    if given == ["-"]:
        return answer_lines(lambda line: answer(line, True))
    for text in given:
        code = answer(text, len(given) > 1)
        if code != DONE:
            return code
    return DONE


def answer_lines(answer: Callable[[str], int]) -> int:
    """Answer every line of standard input; the exit code is the worst of all lines."""
    worst = DONE
    for number, line in enumerate(sys.stdin, 1):
        if not line.strip():
            continue
        try:
            code = answer(line.strip())
        except KibitzError as error:
            say(f"line {number}: {error}")
            code = NO if isinstance(error, Unsolved) else BAD
        if code == INTERRUPTED:
            return code
        worst = max(worst, code)
    return worst
