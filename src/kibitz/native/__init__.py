"""Plain Python in, machine code out. The only room that imports Numba, and only when something is compiled."""

from kibitz.native.jit import Jit, jit
from kibitz.native.marker import Native

__all__ = ["Jit", "Native", "jit"]
