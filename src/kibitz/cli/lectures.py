"""`kibitz lectures`: what the lecture notes say in numbers, computed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kibitz.cli import arguments, values
from kibitz.cli.terminal import DONE, print_json
from kibitz.errors import BadInput

if TYPE_CHECKING:  # it takes a moment, which other commands need not wait for
    from kibitz.lab.lectures import Topic

OPTIONS = ("games", "seed", "branching", "plies", "speed", "seconds")  # fields of what is asked


def declare(words: Any) -> None:
    """Declare the command and its arguments."""
    parser = arguments.command(words, "lectures", run, "compute the numbers, tables and figures of the lectures")
    parser.add_argument("topic", metavar="TOPIC", nargs="?", help="default: list the topics, lecture by lecture")
    parser.add_argument("--games", type=values.positive, metavar="N", help="games, or random trees, to average over")
    parser.add_argument("--seed", type=int, metavar="N", help="seed for everything random (0)")
    parser.add_argument("--branching", type=values.branching, metavar="B", help="calculator: moves in a position (35)")
    parser.add_argument("--plies", type=values.positive, metavar="M", help="calculator: plies of a game (100)")
    parser.add_argument("--speed", type=values.speed, metavar="N", help="calculator: nodes a second (10,000)")
    parser.add_argument(
        "--time", dest="seconds", type=values.seconds, metavar="SECONDS", help="calculator: time for a move (100)"
    )
    arguments.output(parser)


def run(options: Any) -> int:
    """Print one topic, or the list of all of them."""
    from kibitz.lab.lectures import Asked, topic_named

    given = {name: value for name in OPTIONS if (value := getattr(options, name)) is not None}
    if options.topic is None:
        if given:
            raise BadInput(f"{_option(next(iter(given)))} has no effect on the list of topics: name a topic")
        _print_list(options)
        return DONE
    topic = topic_named(options.topic)
    for name in given:
        if name not in topic.options:
            used = ", ".join(map(_option, topic.options)) or "none"
            raise BadInput(f"{_option(name)} has no effect on the topic {topic.name!r}; its options: {used}")
    showing = topic.show(Asked(**given, interpreted=options.interpreted))
    if options.json:
        print_json(topic.json(showing))
    else:
        print(showing.text())
    return DONE


def _option(name: str) -> str:
    return "--time" if name == "seconds" else f"--{name}"


def _print_list(options: Any) -> None:
    from kibitz.lab.lectures import LECTURES, TOPICS

    if options.json:
        rows = [{"topic": t.name, "title": t.title, "lectures": list(t.lectures)} for t in TOPICS]
        print_json({"lectures": list(LECTURES), "topics": rows})
        return
    width = max(len(topic.name) for topic in TOPICS)
    for number, title in enumerate(LECTURES, 1):
        print(f"{number}. {title}")
        for topic in TOPICS:
            if number in topic.lectures:
                print(f"   {topic.name:<{width}}  {topic.title}{_options(topic)}")


def _options(topic: Topic) -> str:
    return f" ({', '.join(map(_option, topic.options))})" if topic.options else ""
