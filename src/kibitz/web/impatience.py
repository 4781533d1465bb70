"""Connections that do not come to the point are closed: a request's headers have a time limit."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from kibitz.native.override import override

HEADER_SECONDS = 15.0  # time limit for the line and the headers of a request to arrive


class Impatient(H11Protocol):
    """Uvicorn's HTTP, which by itself would wait for ever for headers that arrive a byte at a time."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._waiting: asyncio.TimerHandle | None = None

    @override
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has connected: now the headers are awaited."""
        super().connection_made(transport)
        self._await_headers()

    @override
    def data_received(self, data: bytes) -> None:
        """More of a request."""
        super().data_received(data)
        if self.cycle is None or self.cycle.response_complete:
            self._await_headers()
        else:
            self._stop_waiting()

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _await_headers(self) -> None:
        if self._waiting is None:
            self._waiting = self.loop.call_later(HEADER_SECONDS, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
