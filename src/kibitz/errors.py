"""What can go wrong, each with one sentence for a person."""


class KibitzError(Exception):
    """Anything that Kibitz says no to. `str(error)` is one sentence."""


class BadInput(KibitzError, ValueError):
    """A position, move, tree, file, option or game class that cannot be understood."""


class DoesNotFit(KibitzError):
    """An algorithm was asked about a game that lacks a property it needs."""


class Unsolved(KibitzError):
    """A limit was reached before an exact answer."""


class Stopped(KibitzError):
    """A search was told to stop."""


class Stuck(BadInput):
    """A position of the game is not terminal, and has no actions."""


class TooDeep(KibitzError):
    """A line of play went on for so long that it may never end."""
