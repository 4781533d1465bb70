"""The server: listens, says where, and ends at once when told to."""

from __future__ import annotations

import contextlib
import ipaddress
import os
import socket
import sys
import threading
from typing import Any, NoReturn

import uvicorn

from kibitz.cli.commands import INTERRUPTED, say
from kibitz.errors import BadInput
from kibitz.games import game as make_game
from kibitz.native.override import override
from kibitz.web.app import create_app
from kibitz.web.searches import warm_up
from kibitz.web.settings import Settings

ENDING = 1  # seconds that open connections are given when the server ends


def serve(options: Any) -> NoReturn:
    """Serve the page until Ctrl-C, and end the process; what `kibitz serve` does."""
    with _listening(options.host, options.port) as listening:
        _serve_at(listening, options)
    say("interrupted")
    os._exit(INTERRUPTED)  # at once: a thread that is compiling, or in rules that never end, cannot be told to stop


def _serve_at(listening: socket.socket, options: Any) -> None:
    """Serve at a socket until Ctrl-C; `BadInput` at once where a game that was given cannot be played."""
    address = listening.getsockname()[0]
    settings = Settings(
        games=tuple(options.games),
        seconds=options.seconds,
        searches=options.searches,
        megabytes=options.memory,
        only_local=ipaddress.ip_address(address.partition("%")[0]).is_loopback,
    )
    app = create_app(settings)
    shown = f"[{options.host}]" if ":" in options.host else options.host
    config = uvicorn.Config(
        app,
        log_level="critical",
        lifespan="off",
        proxy_headers=False,  # anybody could claim to be anybody
        server_header=False,
        timeout_graceful_shutdown=ENDING,
    )
    running = _Server(config, f"http://{shown}:{listening.getsockname()[1]}/")
    first, compilations = make_game("connect-four"), app.state.service.searches.compilations
    threading.Thread(target=warm_up, args=(first, compilations), name="kibitz-warm-up", daemon=True).start()
    sys.setswitchinterval(0.001)  # a search that is interpreted lets the page answer sooner
    with contextlib.suppress(KeyboardInterrupt):
        running.run(sockets=[listening])


def _listening(host: str, port: int) -> socket.socket:
    """A socket at that address; `BadInput` where there can be none."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (socket.gaierror, UnicodeError):
        raise BadInput(f"{host!r} is no host that is known here: expected an address such as 127.0.0.1") from None
    made = socket.socket(family, kind, protocol)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind(address)
    except OSError as error:
        made.close()
        raise BadInput(f"{host}:{port} cannot be listened at: {(error.strerror or str(error)).lower()}") from None
    return made


class _Server(uvicorn.Server):
    """Says where it is once it listens; stops every search when it ends."""

    def __init__(self, config: uvicorn.Config, address: str) -> None:
        super().__init__(config)
        self._address = address

    @override
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        if self.started:
            say(f"the page is at {self._address} (Ctrl-C ends it)")

    @override
    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End whatever is going on."""
        service = self.config.app.state.service  # type: ignore[union-attr]
        service.searches.stop()
        await super().shutdown(sockets)
