"""The command `kibitz`. Data goes to standard output, messages to standard error; every mistake is one sentence."""

from __future__ import annotations

import _thread
import io
import os
import sys
import warnings
from collections.abc import Sequence
from typing import Any

from kibitz.cli.parser import parser
from kibitz.cli.terminal import BAD, DONE, INTERRUPTED, NO, say
from kibitz.errors import BadInput, KibitzError, Unsolved, raised
from kibitz.starting import ready


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    options: Any = None
    try:
        ready()
        _print_what_can_be()
        if arguments is None and not os.environ.get("KIBITZ_DEBUG"):
            sys.unraisablehook = _heed
        if not sys.warnoptions:
            warnings.simplefilter("ignore", RuntimeWarning)  # NumPy's, about a game's own arithmetic
        options = parser().parse_args(arguments)
        code: int = _obeyed(options)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        say("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except Unsolved as error:
        say(str(error))
        return NO
    except KibitzError as error:
        say(str(error))
        return BAD
    except (OSError, UnicodeDecodeError) as error:
        say(_system_sentence(error))
        return BAD
    except BaseException as error:  # a game may raise anything
        if isinstance(error, SystemExit) and options is None:
            raise  # --help and --version
        if os.environ.get("KIBITZ_DEBUG"):
            raise
        say(raised(repr(options.game) if hasattr(options, "game") else "the command", error))
        return BAD


def _heed(unraised: Any) -> None:
    """Ctrl-C while the compiler clears something away would be lost: it comes again. Nothing else is worth a word."""
    if issubclass(unraised.exc_type, KeyboardInterrupt):
        _thread.interrupt_main()


def _obeyed(options: Any) -> int:
    """The exit code of what was asked for. A game that calls sys.exit() does not get away with it."""
    try:
        code: int = options.run(options)
    except SystemExit as error:
        raise BadInput(raised(repr(options.game), error)) from error
    return code


def _print_what_can_be() -> None:
    """A terminal without an α gets a question mark instead, not an error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _system_sentence(error: OSError | UnicodeDecodeError) -> str:
    if isinstance(error, UnicodeDecodeError):
        return f"the input is not UTF-8 text: {error.reason} at byte {error.start}"
    return f"{error.filename!r}: {error.strerror}" if error.filename else str(error)
