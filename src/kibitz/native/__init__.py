"""Plain Python in, machine code out. The only room that imports Numba, and only when something is compiled."""

from kibitz.native.compilable import Native
from kibitz.native.jit import Jit, jit

__all__ = ["Jit", "Native", "jit"]
