"""Answers that take a while: abandoned when the client goes away, and streamed if it wants to watch."""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from kibitz.native.override import override
from kibitz.web.refusals import Refused
from kibitz.web.searches import Event

T = TypeVar("T")


class Json(Response):
    """Plain data as JSON. Numbers that JSON does not know are null, and broken characters a question mark."""

    media_type = "application/json"

    @override
    def render(self, content: Any) -> bytes:
        """The bytes."""
        return encoded(content)


def encoded(content: Any) -> bytes:
    """Plain data as JSON in UTF-8."""
    try:
        text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except ValueError:
        text = json.dumps(_finite(content), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode("utf-8", "replace")


def _finite(content: Any) -> Any:
    if isinstance(content, dict):
        return {key: _finite(value) for key, value in content.items()}
    if isinstance(content, (list, tuple)):
        return [_finite(value) for value in content]
    return None if isinstance(content, float) and not math.isfinite(content) else content


async def while_there(receive: Receive, work: Awaitable[T]) -> T | None:
    """Do some work for as long as the client is there; None, and the work cancelled, when it goes away."""
    task = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_gone(receive))
    try:
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        gone.cancel()
        if not task.done():
            task.cancel()
            await asyncio.wait({task})
    return None if task.cancelled() else task.result()


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def wants_stream(request: Request) -> bool:
    """Does the client want a stream?"""
    return "text/event-stream" in request.headers.get("accept", "")


async def answered(
    request: Request, events: AsyncGenerator[Event], together: Callable[[list[Any]], Any] = lambda found: found[-1]
) -> Response:
    """A search's answer: streamed as it grows, or what `together` makes of it at the end, as the client wishes."""
    if wants_stream(request):
        return EventStream(events)

    async def collected() -> list[Any]:
        async with aclosing(events):
            return [event.data async for event in events if event.kind == "data"]

    found = await while_there(request.receive, collected())
    return Response(status_code=400) if found is None else Json(together(found))


class EventStream(Response):
    """Server-sent events."""

    media_type = "text/event-stream"

    def __init__(self, events: AsyncGenerator[Event]) -> None:
        super().__init__(headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._events = events

    @override
    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events until there are no more, or nobody listens."""
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        await while_there(receive, self._pump(send))

    async def _pump(self, send: Send) -> None:
        async with aclosing(self._events):
            try:
                async for event in self._events:
                    await _tell(send, event)
                last = Event("done", {})
            except Refused as error:
                last = Event("failed", error.json())
            await _tell(send, last)
            if last.kind == "failed":
                await _tell(send, Event("done", {}))
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _tell(send: Send, event: Event) -> None:
    kind = b"" if event.kind == "data" else b"event: " + event.kind.encode() + b"\n"
    body = kind + b"data: " + encoded(event.data) + b"\n\n"
    await send({"type": "http.response.body", "body": body, "more_body": True})
