"""Everything that can be wrong with a request, each as a status and one sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from kibitz.errors import KibitzError, raised
from kibitz.web.source_places import place_of

LONGEST_QUOTE = 60  # characters of a value that is quoted back

EXPECTED = {  # by the beginning of Pydantic's name for an error
    "int_": "a whole number",
    "float_": "a number",
    "finite_number": "a finite number",
    "bool_": "true or false",
    "string_type": "a text",
    "string_unicode": "a text of valid Unicode",
    "string_too_short": "at least {min_length} characters",
    "string_too_long": "at most {max_length} characters",
    "too_long": "at most {max_length} items",
    "too_short": "at least {min_length} items",
    "list_type": "a list",
    "dict_type": "an object",
    "model_": "a JSON object, sent as application/json",
    "literal_error": "{expected}",
    "greater_than_equal": "at least {ge:g}",
    "greater_than": "more than {gt:g}",
    "less_than_equal": "at most {le:g}",
    "less_than": "less than {lt:g}",
    "expected": "{what}",
}


class Refused(Exception):
    """A request that is answered with a 4xx, one sentence, and the field of the request that it is about, if any.

    `column`, from 1, is where in the text of that field the mistake is; `where` is the place in a user's own file.
    """

    def __init__(
        self,
        status: int,
        sentence: str,
        field: str = "",
        column: int | None = None,
        where: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = " ".join(sentence.split("\n"))
        self.field = field
        self.column = column
        self.where = where

    def json(self, with_code: bool = False) -> dict[str, Any]:
        """Plain data, as `Mistake` describes it; `with_code`: also the lines of a user's file around the mistake."""
        told: dict[str, Any] = {"error": self.sentence}
        if self.field:
            told["field"] = self.field
        if self.column is not None:
            told["column"] = self.column
        if self.where is not None:
            told["where"] = {**self.where, "code": self.where["code"] if with_code else []}
        return told


def refusal(who: str, error: BaseException) -> Refused:
    """What Kibitz or a game's rules raised, as the command would tell it."""
    if isinstance(error, Refused):
        return error
    told = str(error) if isinstance(error, KibitzError) else raised(who, error)
    return Refused(400, told, where=place_of(error))


@contextmanager
def about(field: str | Callable[[], str]) -> Iterator[None]:
    """Whatever Kibitz refuses in here is refused because of this field of the request."""
    try:
        yield
    except KibitzError as error:
        named = field if isinstance(field, str) else field()
        raise Refused(400, str(error), named, getattr(error, "column", None)) from error


def form_refusal(errors: Sequence[Mapping[str, Any]], fields: Sequence[str]) -> Refused:
    """What is wrong with the form of a request, from Pydantic's findings; `fields` are those it may have."""
    return Refused(422, _form_sentence(errors[0], fields), _path(errors[0]["loc"]))


def _form_sentence(error: Mapping[str, Any], fields: Sequence[str]) -> str:
    """The sentence for one finding."""
    kind, context = str(error["type"]), error.get("ctx") or {}
    place = _place(error["loc"])
    if kind == "json_invalid":
        return f"the body is not JSON: {context.get('error', 'it cannot be read')} at character {error['loc'][-1]}"
    if kind == "missing":
        return f"{place} is missing" if place != "the body" else "the body is missing: expected a JSON object"
    if kind == "extra_forbidden":
        return f"{place} is not a field of this request: expected one of {', '.join(fields)}"
    return f"{place} is {quoted(error.get('input'))}: expected {_expected(kind, context, error)}"


def quoted(value: Any) -> str:
    """A value as it was sent, shortened."""
    text = value.decode("utf-8", "replace") if isinstance(value, bytes) else value
    shown = repr(text) if isinstance(text, str) else {None: "null", True: "true", False: "false"}.get(_key(text))
    shown = repr(text) if shown is None else shown
    return shown if len(shown) <= LONGEST_QUOTE else f"{shown[: LONGEST_QUOTE - 1]}…"


def _key(value: Any) -> Any:
    return value if value is None or isinstance(value, bool) else ...


def _expected(kind: str, context: Mapping[str, Any], error: Mapping[str, Any]) -> str:
    for beginning, words in EXPECTED.items():
        if kind.startswith(beginning):
            return words.format_map(context)
    return f"otherwise ({str(error.get('msg', kind)).lower()})"


def _place(loc: Sequence[int | str]) -> str:
    """`'moves[3]'` or `'set.width'`, quoted; the body itself where the mistake is not in a field."""
    path = _path(loc)
    return quoted(path) if path else f"the {loc[0]}" if loc else "the request"


def _path(loc: Sequence[int | str]) -> str:
    """The field at a place of the body, such as `moves[3]` or `set.width`; empty for the body itself."""
    text = ""
    for part in loc[1:]:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else str(part)
    return text
