"""The base class of everything a compiled search may be handed."""


class Native:
    """An object whose methods compiled code can call.

    Numbers, strings and tuples among its attributes become constants of the machine code, so another value means
    another compilation. NumPy arrays are handed over by reference each time, so their contents may change freely. An
    object of this kind, such as a game within a game, is handed over with its owner. Any other attribute stays on the
    Python side, and compiled code that touches it is refused.

    An array named in `bare` is a plain pointer to compiled code: a row of numbers to read and write one by one, with
    no counting of references and no index below 0. That is for what is touched at every node of a search.
    """

    bare: tuple[str, ...] = ()
