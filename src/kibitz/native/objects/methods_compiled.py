"""Methods, properties and constants of NamedTuples, records and the members of enums, in machine code."""

from __future__ import annotations

import inspect
from typing import Any

from numba import typeof, types
from numba.core.datamodel.models import handle_bound_function
from numba.core.typing.templates import AttributeTemplate
from numba.extending import infer_getattr, lower_getattr_generic, register_model

from kibitz.native.compiling.functions import inner
from kibitz.native.override import override

CONSTANT = (int, float, bool, tuple)


class Method(types.BoundFunction):
    """A method of a value, bound to it."""

    def __init__(self, function: Any, this: types.Type) -> None:
        self.function = function
        self.typing_key = function
        self.this = this
        types.Type.__init__(self, f"Method({function.__module__}.{function.__qualname__} of {this})")

    @property
    @override
    def key(self) -> Any:
        """What makes two such types the same."""
        return self.function, self.this

    @override
    def copy(self, this: types.Type) -> Method:
        """The same, bound to another value."""
        return type(self)(self.function, this)

    @property
    def _dispatcher(self) -> Any:
        """Asked for on every use: it is made anew when something that the function reads has changed."""
        return types.Dispatcher(inner(self.function))

    @override
    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        """The signature of a call with these arguments."""
        return self._dispatcher.get_call_type(context, (self.this, *args), kws).as_method()

    @override
    def get_impl_key(self, sig: Any) -> Any:
        """Where its machine code is found."""
        return self._dispatcher.get_impl_key(sig)


register_model(Method)(handle_bound_function)


def resolved(context: Any, typ: Any, name: str) -> types.Type | None:
    """The type of an attribute that the class of a value defines: a method, a property or a constant."""
    entry: Any = inspect.getattr_static(typ.instance_class, name, None)
    if isinstance(entry, staticmethod):
        plain: Any = entry.__func__
        return types.Dispatcher(inner(plain))
    if inspect.isfunction(entry):
        return Method(entry, typ) if is_users(entry) else None
    if isinstance(entry, property):
        return Method(entry.fget, typ).get_call_type(context, (), {}).return_type
    if isinstance(entry, CONSTANT) and not name.startswith("_"):
        return typeof(entry)
    return None


def attribute(context: Any, builder: Any, typ: Any, value: Any, name: str) -> Any:
    """Code that reads such an attribute."""
    entry = inspect.getattr_static(typ.instance_class, name)
    if isinstance(entry, staticmethod):
        return context.get_dummy_value()
    if isinstance(entry, property):
        getter = Method(entry.fget, typ)
        sig = getter.get_call_type(context.typing_context, (), {})
        return context.get_function(getter, sig)(builder, [value])
    return context.get_constant_generic(builder, typeof(entry), entry)


def is_users(function: Any) -> bool:
    """Did a person write this, and not the module that makes NamedTuples, dataclasses and enums?"""
    if not inspect.isfunction(function):
        return False
    made = function.__code__.co_qualname.startswith(("__create_fn__.", "namedtuple.", "Enum."))
    return not made and function.__module__ != "enum"


@infer_getattr
class _OfNamedTuple(AttributeTemplate):
    key = types.BaseNamedTuple

    def generic_resolve(self, typ: Any, name: str) -> types.Type | None:
        if name in typ.fields:
            return typ[typ.fields.index(name)]
        return resolved(self.context, typ, name)


def _named_tuple_attribute(context: Any, builder: Any, typ: Any, value: Any, name: str) -> Any:
    if name not in typ.fields:
        return attribute(context, builder, typ, value, name)
    index = typ.fields.index(name)
    item = builder.extract_value(value, index)
    context.nrt.incref(builder, typ[index], item)
    return item


# More specific than Numba's own, which knows fields only.
lower_getattr_generic(types.NamedTuple)(_named_tuple_attribute)
lower_getattr_generic(types.NamedUniTuple)(_named_tuple_attribute)
