"""The passes through which Kibitz's functions go on their way to machine code: Numba's, as far as needed, and ours."""

from __future__ import annotations

from types import CodeType
from typing import Any, ClassVar

from numba import types
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NopythonRewrites, NopythonTypeInference
from numba.core.untyped_passes import InlineClosureLikes, InlineInlinables, WithLifting

from kibitz.native.compiling.choosing import ChooseValues
from kibitz.native.compiling.folding import FoldConstants
from kibitz.native.compiling.linking import EntryLibrary, InnerLibrary
from kibitz.native.compiling.unset import RefuseUnsetLists
from kibitz.native.override import override

REWRITTEN = (types.Buffer, types.Record, types.StringLiteral)
ASKS_FOR_CLOSURES = {"reduce", "array", "stencil"}


@register_pass(mutates_CFG=True, analysis_only=False)
class RewriteArrays(NopythonRewrites):
    """Numba's rewriting of what is typed, which is about arrays and records: skipped where there are none."""

    _name = "kibitz_rewrite_arrays"

    @override
    def run_pass(self, state: Any) -> bool:
        """Rewrite, where there is anything of the kind."""
        if any(isinstance(typ, REWRITTEN) for typ in state.typemap.values()):
            super().run_pass(state)
        return True


class InnerPipeline(CompilerBase):
    """For functions that only compiled code calls.

    What is known is put in its place before functions are spliced in, and again behind it.
    """

    library: ClassVar[Any] = InnerLibrary

    @override
    def define_pipelines(self) -> list[Any]:
        """Numba's passes for machine code, and ours."""
        state = self.state
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        passes = DefaultPassBuilder.define_nopython_pipeline(state)
        instead = {NopythonRewrites: RewriteArrays}
        dropped = () if _has_closures(state.func_id.func.__code__) else (InlineClosureLikes,)
        passes.passes = [(instead.get(kind, kind), why) for kind, why in passes.passes if kind not in dropped]
        passes.add_pass_after(FoldConstants, WithLifting if dropped else InlineClosureLikes)
        passes.add_pass_after(ChooseValues, InlineInlinables)
        passes.add_pass_after(FoldConstants, InlineInlinables)
        passes.add_pass_after(RefuseUnsetLists, NopythonTypeInference)
        passes.finalize()
        return [passes]


class EntryPipeline(InnerPipeline):
    """For functions that Python calls."""

    library: ClassVar[Any] = EntryLibrary


def _has_closures(code: CodeType) -> bool:
    """Is there anything for Numba's pass about closures: inner functions, comprehensions, arrays made of lists?"""
    return any(isinstance(each, CodeType) for each in code.co_consts) or not ASKS_FOR_CLOSURES.isdisjoint(code.co_names)
