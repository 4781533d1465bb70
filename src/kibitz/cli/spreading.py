"""`--workers N` and `--cluster tcp://…`: where the pieces of long work are carried out."""

from __future__ import annotations

import argparse
from contextlib import AbstractContextManager
from typing import Any

from kibitz.cli import values
from kibitz.cli.terminal import clear_progress, say
from kibitz.pieces import Spread


def add_spreading(parser: argparse.ArgumentParser, *other_names: str) -> None:
    """Declare the options; `other_names` are those that `--workers` had before."""
    group = parser.add_argument_group("where the work is done")
    group.add_argument(
        "--workers", *other_names, type=values.threads, metavar="N", help="processes of this machine (1)"
    )
    group.add_argument("--cluster", metavar="ADDRESS", help="a Dask cluster, such as tcp://host:8786")


def spread_from(options: Any) -> AbstractContextManager[Spread]:
    """Where the options say that pieces are carried out; a context, which is left when the work is done."""
    from kibitz.cluster.spread import spread_over

    return spread_over(options.workers, options.cluster, _tell)


def is_spread(options: Any) -> bool:
    """Do the options ask for more than this process?"""
    return options.cluster is not None or (options.workers or 1) > 1


def _tell(sentence: str) -> None:
    clear_progress()
    say(sentence)
