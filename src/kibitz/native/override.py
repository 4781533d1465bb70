"""`@override` marks a method that answers a question of a base class: the type checker refuses one that does not.

`typing.override` needs Python 3.12. Here it gives back the very function, so that the compiler, which reads methods
from their source, sees what it saw without it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from typing_extensions import override as override
else:
    Method = TypeVar("Method")

    def override(method: Method) -> Method:
        """Mark a method that overrides one of a base class."""
        return method
