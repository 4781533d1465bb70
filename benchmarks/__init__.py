"""Kibitz beside its peers: `python -m benchmarks` from the repository's root.

A benchmark is a module of this folder with a `NAME` and a `rows(quick)` that yields a `Row` for each contender, all of
them measured in the same run. There is no list to add it to.
"""

import os

os.environ.setdefault("KIBITZ_COMPILED", "1")  # machine code from the first call on: that is what is measured
