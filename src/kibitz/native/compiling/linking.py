"""One optimisation and one piece of machine code for each entry, not one for every function on the way.

Numba makes machine code of every function that it compiles, and of everything that it calls, over and over. Functions
that only compiled code calls need none: theirs is kept as LLVM's intermediate code, and where Python enters, all of it
is linked, optimised together and made machine code once.
"""

from __future__ import annotations

from typing import Any, ClassVar
from weakref import WeakSet

from llvmlite import binding
from numba.core.codegen import JITCodeLibrary, RuntimeLinker
from numba.core.environment import lookup_environment

from kibitz.native.override import override

ENVIRONMENT = "_ZN08NumbaEnv"

# The function that resumes a generator, as Numba spells it. It is always inlined, however long: called, it saves and
# loads all that the rules hold at each action, which took longer than finding the action. Chess lists its moves twice
# as fast for it, and perft counts 1.4 times as many; compiling takes as long as before.
RESUMED = "4nextEN"

# What a call may cost, in LLVM's units, to be inlined: its own limit is 250. Rules of a page, such as counting boxes
# before a move, come out of the loop over moves only if they are inlined there: Dots and Boxes is searched 1.4 times as
# fast, and compiling takes no longer. It holds for all that the process compiles: Numba cannot say it for ours alone.
# LLVM ends the process where an option is set twice, as by a module that is loaded again.
SET = "kibitz_has_set_the_inline_threshold"
if not hasattr(binding, SET):
    binding.set_option("kibitz", "--inline-threshold=600")
    setattr(binding, SET, True)


class InnerLibrary(JITCodeLibrary):
    """The code of a function that only compiled code calls: it waits to be linked."""

    _linking_libraries: list[Any]
    _shared_module: Any
    alive: ClassVar[WeakSet[InnerLibrary]] = WeakSet()

    @override
    def finalize(self) -> None:
        """Nothing more is added; nothing is made of it."""
        self._finalized = True
        self.alive.add(self)

    def defines(self, name: str) -> bool:
        """Is the function of that name here?"""
        return any(function.name == name and not function.is_declaration for function in self._final_module.functions)

    @property
    @override
    def codegen(self) -> Any:
        """What Numba tells where the function's environment is: see `EntryLibrary`, which has a place for it."""
        return self

    def set_env(self, name: str, environment: Any) -> None:
        """There is no machine code whose environment could be set."""

    @override
    def get_pointer_to_function(self, name: str) -> int:
        """No address: there is no machine code. But the function is complete, and a ring may ask for it."""
        self._ensure_finalized()
        return 0

    @override
    def _get_module_for_linking(self) -> Any:
        """The code with all that it calls, for a library of Numba's own."""
        if self._shared_module is None:
            module = self._final_module.clone()
            link(module, self._linking_libraries, {self})
            let_go(module)
            self._shared_module = module
        return self._shared_module


class EntryLibrary(JITCodeLibrary):
    """The code of a function that Python calls, with that of all functions on the way."""

    _linking_libraries: list[Any]

    @override
    def finalize(self) -> None:
        """Link all that is called, optimise it together, and make machine code of it."""
        own = {function.name for function in self._final_module.functions if not function.is_declaration}
        linked: set[Any] = set()
        link(self._final_module, self._linking_libraries, linked)
        rings = self._tie_rings(linked)
        for library in linked:
            self._reload_init.update(library._reload_init)
        self._linking_libraries = []
        keep_to_itself(self._final_module, own | rings)
        super().finalize()
        for variable in self._final_module.global_variables:
            environment = lookup_environment(variable.name) if variable.name.startswith(ENVIRONMENT) else None
            if environment is not None:
                self._codegen.set_env(variable.name, environment)

    def _tie_rings(self, linked: set[Any]) -> set[str]:
        """Functions that call each other in a ring refer to one another by pointers: here it is known to what."""
        module = self._final_module
        tied_up: set[str] = set()
        prefix = RuntimeLinker.PREFIX
        while gaps := [gap.name for gap in module.global_variables if gap.name.startswith(prefix)]:
            for gap in gaps:
                name = gap.removeprefix(prefix)
                link(module, [library for library in InnerLibrary.alive if library.defines(name)][:1], linked)
                tie = f'@"{gap}" = linkonce_odr constant ptr @"{name}"\ndeclare void @"{name}"()\n'
                module.link_in(binding.parse_assembly(tie))
                tied = module.get_global_variable(gap)
                tied.linkage = "internal"
                tied.name = f"kibitz.ring${name}"  # Numba looks for what is left open by its name
                tied_up.add(name)
        return tied_up


def let_go(module: Any) -> None:
    """Let LLVM remove functions once all their calls are inlined."""
    for function in module.functions:
        if not function.is_declaration and function.linkage == binding.Linkage.external:
            function.linkage = "linkonce_odr"


def keep_to_itself(module: Any, kept: set[str]) -> None:
    """Tell LLVM that nobody else calls the functions of a module, but for those to keep: it makes more of them.

    Not so those that call themselves: LLVM would then read what an argument points to once, before all the recursion,
    and a search would never see that another thread wants it to stop.
    """
    for function in module.functions:
        if not function.is_declaration and function.name not in kept:
            calls_itself = str(function).count(function.name) > 1
            function.linkage = "linkonce_odr" if calls_itself else "internal"
            if RESUMED in function.name and not calls_itself:
                function.add_function_attribute("alwaysinline")


def link(module: Any, libraries: list[Any], linked: set[Any]) -> None:
    """Link libraries, and all that they call, into a module, but for those that are there already.

    What Numba has made itself holds what it calls already. It comes last: LLVM leaves out what nobody has asked for.
    """
    made_by_numba = []
    waiting = list(libraries)
    while waiting:
        library = waiting.pop()
        if library in linked:
            continue
        linked.add(library)
        if isinstance(library, InnerLibrary):
            module.link_in(library._final_module, preserve=True)
            waiting += library._linking_libraries
        else:
            made_by_numba.append(library)
    for library in made_by_numba:
        module.link_in(library._get_module_for_linking(), preserve=True)
