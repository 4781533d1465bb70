"""A list that may not be there: refused.

Where a variable is read that only some ways have set, Numba reads zero. For a list that would be an address.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import errors, ir
from numba.core.compiler_machinery import AnalysisPass, register_pass

from kibitz.native.lists.runs import ListRun
from kibitz.native.override import override


@register_pass(mutates_CFG=False, analysis_only=True)
class RefuseUnsetLists(AnalysisPass):
    """Refuses functions that may read a list before it is made: Python says `UnboundLocalError`."""

    _name = "kibitz_refuse_unset_lists"

    def __init__(self) -> None:
        AnalysisPass.__init__(self)

    @override
    def run_pass(self, state: Any) -> bool:
        """Look at the places where values from several ways meet."""
        for block in state.func_ir.blocks.values():
            for meeting in block.find_exprs("phi"):
                if not any(value is ir.UNDEFINED for value in meeting.incoming_values):
                    continue
                for statement in block.find_insts(ir.Assign):
                    if statement.value is meeting and _holds_list(state.typemap[statement.target.name]):
                        name = statement.target.unversioned_name
                        raise errors.UnsupportedError(f"the list {name} may not have been made", loc=statement.loc)
        return False


def _holds_list(typ: types.Type) -> bool:
    if isinstance(typ, types.BaseTuple) or hasattr(typ, "fields"):
        return any(map(_holds_list, typ))
    return isinstance(typ, ListRun)
