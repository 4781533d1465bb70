"""The reference, made from docstrings: the names of Python, the questions of a game, the command, and HTTP.

`build_site.py` adds these pages to the site, so that they are never out of date. `python docs/make_reference.py FOLDER`
writes them into a folder to look at.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import kibitz as kz
from kibitz.cli.parser import parser
from kibitz.web.app import create_app

HEADINGS = {  # of the public names, by what they are for
    "Ask": ("game", "analyse", "solve", "review", "check", "perft", "grade", "match", "tournament"),
    "Textbook searches": (
        *("minimax", "alphabeta", "expectimax", "expectiminimax", "star1", "star2", "likely", "maxn", "shallow"),
        *("paranoid", "best_reply", "montecarlo", "against", "Policy", "Estimate"),
    ),
    "Watch a search": ("Tree", "Recorder", "Watch", "Count", "Remote"),
    "Answers": ("Analysis", "MoveReport", "SearchReport", "Review"),
    "How it is searched": ("Options", "Limit", "Plan", "Techniques", "Engine", "VectorEngine", "engine_for"),
    "Write a game": ("Game", "Facts", "Picture", "Grid", "Piece", "MAX", "MIN", "CHANCE", "bits", "replaced", "jit"),
    "Errors": ("KibitzError", "BadInput", "DoesNotFit", "Stopped", "TooDeep", "Unsolved"),
}
CONSTANTS = {
    "MAX": "The number of the first player, who wants the value high.",
    "MIN": "The number of the second player, who wants the value low in a game with zero sum.",
    "CHANCE": "What `player(s)` answers where dice roll or cards are dealt.",
}
GROUPS = {  # of questions, in the order in which a game needs them
    "Rules": "The six that every game answers",
    "Shown": "How it is written and drawn",
    "Described": "What a game says about itself",
    "Chance": "Dice and cards",
    "Hidden": "What a player cannot see",
    "Judging": "Guesses",
    "Ordering": "Which actions come first",
    "Limits": "What a position can be worth",
    "Identity": "When two positions are one",
    "Selecting": "Which lines deserve a longer look",
    "PlayingOut": "Monte Carlo",
    "Learning": "What there is to learn from",
    "EndgamePlaces": "Endgame tables",
    "Retracing": "Play taken back",
    "Reasons": "Partition search",
}


def reference_pages() -> dict[str, str]:
    """The pages of the reference, by the names of their files."""
    made = {
        "python.md": python_page(),
        "questions.md": questions_page(),
        "commands.md": commands_page(),
        "http.md": http_page(),
    }
    return {name: "\n".join(lines).rstrip() + "\n" for name, lines in made.items()}


# ---------------------------------------------------------------- Python


def python_page() -> list[str]:
    """Every public name of `kibitz`."""
    lines = ["# Python", "", "Every public name of `import kibitz as kz`, from its docstring.", ""]
    grouped = {name for names in HEADINGS.values() for name in names}
    more = [name for name in kz.__all__ if name not in grouped]
    for heading, names in (HEADINGS | ({"More": tuple(more)} if more else {})).items():
        lines += [f"## {heading}", ""]
        for name in names:
            lines += entry(f"kz.{name}", name, getattr(kz, name))
    return lines


def entry(full: str, name: str, thing: Any) -> list[str]:
    """What the reference says about one name: a heading, its signature, its docstring, and what belongs to it."""
    lines = [f"### {name}", ""]
    if name in CONSTANTS:
        return [*lines, f"```text\n{full} = {thing!r}\n```", "", CONSTANTS[name], ""]
    if isinstance(thing, ModuleType):
        lines += [*described(thing), ""]
        for inner, function in vars(thing).items():
            if not inner.startswith("_") and callable(function) and defined_in(function) == thing.__name__:
                lines += [
                    f"#### {name}.{inner}",
                    "",
                    signature(f"{full}.{inner}", function),
                    "",
                    *described(function),
                    "",
                ]
        return lines
    lines += [signature(full, thing), "", *described(thing), ""]
    if inspect.isclass(thing) and thing is not kz.Game:
        lines += members(name, thing)
    elif thing is kz.Game:
        lines += ["[The questions of a game](questions.md) lists them all.", ""]
    return lines


def defined_in(thing: Any) -> str:
    """The module of a function, also of one that can be compiled."""
    return str(getattr(thing, "__module__", ""))


def signature(full: str, thing: Any) -> str:
    """A call with its parameters, as code; long ones have a line for each parameter."""
    try:
        told = inspect.signature(thing)
    except (TypeError, ValueError):
        return f"```python\nclass {full}({thing.__bases__[0].__name__})\n```" if inspect.isclass(thing) else ""
    parameters = [written(one) for one in told.parameters.values()]
    keyword = next((n for n, one in enumerate(told.parameters.values()) if one.kind is one.KEYWORD_ONLY), None)
    if keyword is not None and not any(one.kind is one.VAR_POSITIONAL for one in told.parameters.values()):
        parameters.insert(keyword, "*")
    returned = "" if told.return_annotation is told.empty else f" -> {told.return_annotation}".replace("'", "")
    returned = "" if inspect.isclass(thing) else returned
    line = f"{full}({', '.join(parameters)}){returned}"
    if len(line) > 100:
        line = f"{full}(\n" + "".join(f"    {one},\n" for one in parameters) + f"){returned}"
    return f"```python\n{line}\n```"


def written(parameter: inspect.Parameter) -> str:
    """A parameter with its type and default; types that are kept as texts stand without quotation marks."""
    plain = str(parameter.replace(default=parameter.empty)).replace("'", "")
    if parameter.default is parameter.empty:
        return plain
    spaced = " = " if ":" in plain else "="
    return f"{plain}{spaced}{'…' if '<' in (told := repr(parameter.default)) else told}"


def described(thing: Any) -> list[str]:
    """The docstring as Markdown: paragraphs as they are."""
    doc = inspect.getdoc(thing)
    return [doc] if doc else []


def members(name: str, kind: type) -> list[str]:
    """The fields of a class with what their comments say, and its public methods."""
    rows = list(fields_of(kind))
    lines = ["", "| field | default | |", "|---|---|---|", *rows, ""] if rows else []
    for inner, member in vars(kind).items():
        if inner.startswith("_") or not (inspect.isfunction(member) or isinstance(member, (property, classmethod))):
            continue
        plain = member.__func__ if isinstance(member, classmethod) else member
        shown = [] if isinstance(member, property) else [signature(f"{name}.{inner}", plain), ""]
        if documented := described(plain) or inherited(kind, inner):
            lines += [f"#### {name}.{inner}", "", *shown, *documented, ""]
    return lines


def inherited(kind: type, name: str) -> list[str]:
    """The docstring of the same method in a class above."""
    found = (described(vars(above)[name]) for above in kind.__mro__[1:] if name in vars(above))
    return next((doc for doc in found if doc), [])


def fields_of(kind: type) -> Iterator[str]:
    """A row for each public field of a class: its name and type, its default, and the comment beside or above it."""
    source = inspect.getsource(kind).split("\n")
    for node in ast.parse(textwrap.dedent("\n".join(source))).body[0].body:  # type: ignore[attr-defined]
        if not isinstance(node, ast.AnnAssign) or not isinstance(node.target, ast.Name):
            continue
        name = node.target.id
        if name.startswith(("_", "has_")):
            continue
        default = "" if node.value is None else ast.unparse(node.value)
        default = "" if default.startswith("field(") else default
        comment = beside(source, node)
        shown = f"`{cell(default)}`" if default else ""
        yield f"| `{name}: {cell(ast.unparse(node.annotation))}` | {shown} | {cell(comment)} |"


def beside(source: list[str], node: ast.AnnAssign) -> str:
    """The comment on the line of a field, or the comment lines right above it."""
    line = source[(node.end_lineno or node.lineno) - 1]
    if (at := line.find("  # ")) >= 0:
        return re.sub(r"^noqa\S*", "", line[at + 4 :]).strip()
    above: list[str] = []
    for number in range(node.lineno - 2, -1, -1):
        if not (text := source[number].strip()).startswith("# "):
            break
        above.insert(0, text[2:])
    return " ".join(above) if above and not above[-1].endswith(":") else ""


def cell(text: str) -> str:
    """A text that can stand in a cell of a table."""
    return " ".join(text.split()).replace("|", "\\|")


# ---------------------------------------------------------------- the questions of a game


def questions_page() -> list[str]:
    """Every question that a game may answer, by group."""
    lines = [
        "# The questions of a game",
        "",
        "A game answers the first six; what it leaves out of the others has a sensible default. "
        "[Writing a game](../writing-a-game.md) shows them at work. `kibitz check` tests the law of each group.",
        "",
    ]
    groups = {kind.__name__: kind for kind in kz.Game.__mro__ if kind.__module__.startswith("kibitz.game.")}
    for name in [*GROUPS, *sorted(set(groups) - set(GROUPS))]:
        kind = groups[name]
        rows = list(fields_of(kind))
        lines += [f"## {GROUPS.get(name, name)}", "", *described(kind), ""]
        lines += ["| attribute | default | |", "|---|---|---|", *rows, ""] if rows else []
        for question, asked in vars(kind).items():
            if question.startswith("_") or (not callable(asked) and not isinstance(asked, (property, classmethod))):
                continue
            plain = asked.__func__ if isinstance(asked, classmethod) else asked
            shown = [] if isinstance(asked, property) else [signature(question, plain), ""]
            lines += [f"### {question}", "", *shown, *described(plain), ""]
    return lines


# ---------------------------------------------------------------- the command


def commands_page() -> list[str]:
    """Every command with its arguments and options."""
    lines = [
        "# Commands",
        "",
        "`GAME` is a name from `kibitz games`, or `path/to/file.py:Class` for a game of your own. Data goes to "
        "standard output, messages to standard error. Exit codes: 0 done; 1 the answer is no; 2 bad input, with a "
        "sentence that quotes it; 130 interrupted.",
        "",
    ]
    for command, made, about in commands(parser()):
        lines += [f"## kibitz {command}", "", sentence(made.description or about), ""]
        lines += [f"```text\n{usage(made)}\n```", ""]
        rows = [row for action in made._actions if (row := option_row(action))]
        lines += ["| argument | |", "|---|---|", *rows, ""] if rows else []
        if made.epilog:
            lines += ["```text", made.epilog.rstrip(), "```", ""]
    return lines


def commands(made: argparse.ArgumentParser, before: str = "") -> Iterator[tuple[str, argparse.ArgumentParser, str]]:
    """Every command below a parser, with its words, its own parser and what the help says about it."""
    for action in made._actions:
        if isinstance(action, argparse._SubParsersAction):
            about = {choice.dest: choice.help or "" for choice in action._choices_actions}
            for word, inner in action.choices.items():
                yield f"{before}{word}", inner, about.get(word, "")
                yield from commands(inner, f"{before}{word} ")


def usage(made: argparse.ArgumentParser) -> str:
    """How a command is written."""
    return re.sub(r"^usage: ", "", made.format_usage()).rstrip()


def option_row(action: argparse.Action) -> str:
    """A row about an argument or an option; empty for those that are hidden, and for --help."""
    if action.help == argparse.SUPPRESS or isinstance(action, (argparse._HelpAction, argparse._SubParsersAction)):
        return ""
    value = action.metavar or (
        "{" + ",".join(map(str, action.choices)) + "}" if action.choices else action.dest.upper()
    )
    value = " ".join(value) if isinstance(value, tuple) else value
    takes = action.nargs != 0 and not isinstance(action, argparse._StoreTrueAction)
    names = ", ".join(action.option_strings) + (f" {value}" if takes else "") if action.option_strings else value
    told = (action.help or "").replace("%(default)s", str(action.default)).replace("%%", "%")
    return f"| `{cell(names)}` | {cell(told).replace('<', '&lt;')} |"


def sentence(text: str) -> str:
    """A phrase of the help as a sentence."""
    text = text.strip()
    return text if not text else text[0].upper() + text[1:] + ("" if text.endswith((".", "?", ":")) else ".")


# ---------------------------------------------------------------- HTTP


def http_page() -> list[str]:
    """Every address of the page's server."""
    openapi = create_app().openapi()
    lines = [
        "# HTTP",
        "",
        "What `kibitz serve` answers; `GET /openapi.json` describes it to programs, [the page](../page.md) shows how "
        'it is called. Every mistake in a request is a 4xx with `{"error": "one sentence"}`.',
        "",
    ]
    for path, methods in openapi["paths"].items():
        for method, told in methods.items():
            lines += [f"## {method.upper()} {path}", "", sentence(told.get("description") or told["summary"]), ""]
            if rows := list(field_rows(openapi, told)):
                lines += ["| field | |", "|---|---|", *rows, ""]
    return lines


def field_rows(openapi: dict[str, Any], told: dict[str, Any]) -> Iterator[str]:
    """A row for each field of a request: in its body, or in its address."""
    for given in told.get("parameters", ()):
        yield field_row(given["name"], given | given.get("schema", {}), given.get("required", False))
    for content in told.get("requestBody", {}).get("content", {}).values():
        schema = resolved(openapi, content.get("schema", {}))
        for name, field in schema.get("properties", {}).items():
            yield field_row(name, field, name in schema.get("required", ()))


def resolved(openapi: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """A schema, or the one that it refers to."""
    if name := schema.get("$ref", "").rpartition("/")[2]:
        found: dict[str, Any] = openapi["components"]["schemas"][name]
        return found
    return schema


def field_row(name: str, field: dict[str, Any], required: bool) -> str:
    """A row about one field: what it is, and whether it has to be there."""
    told = field.get("description") or field.get("title", "")
    return f"| `{name}`{' (required)' if required else ''} | {cell(str(told)).replace('<', '&lt;')} |"


def main() -> None:
    """Write the pages into a folder."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in reference_pages().items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
