"""The server: listens, says where, and ends at Ctrl-C."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import sys
import threading
from collections.abc import Callable
from dataclasses import replace

import uvicorn

from kibitz.errors import BadInput
from kibitz.native.override import override
from kibitz.web.app import create_app
from kibitz.web.searches import warm_up
from kibitz.web.service import Service
from kibitz.web.settings import Settings

ENDING = 1  # seconds that open connections are given when the server ends

Say = Callable[[str], None]


def serve(settings: Settings, host: str, port: int, say: Say) -> None:
    """Serve the page at an address until Ctrl-C; port 0 is any free one. `say` is given the sentence with the address.

    `BadInput` where nothing can listen there, or a game of the settings cannot be played. When it returns, threads may
    still be compiling, or caught in rules that never end: who is to leave at once has to end the process.
    """
    with _listening(host, port) as listening:
        address = listening.getsockname()[0].partition("%")[0]
        app = create_app(replace(settings, only_local=ipaddress.ip_address(address).is_loopback))
        service: Service = app.state.service
        config = uvicorn.Config(
            app,
            log_level="critical",
            lifespan="off",
            proxy_headers=False,  # anybody could claim to be anybody
            server_header=False,
            timeout_graceful_shutdown=ENDING,
        )
        shown = f"[{host}]" if ":" in host else host
        running = _Server(config, service, f"http://{shown}:{listening.getsockname()[1]}/", say)
        _warm_up(service)
        sys.setswitchinterval(0.001)  # a search that is interpreted lets the page answer sooner
        with contextlib.suppress(KeyboardInterrupt):
            running.run(sockets=[listening])


def _warm_up(service: Service) -> None:
    """Have the game that the page opens with compiled, beside all else."""
    compilations = service.searches.compilations
    first = service.offered.game(service.offered.first("play"), {})
    threading.Thread(target=warm_up, args=(first, compilations), name="kibitz-warm-up", daemon=True).start()


def _listening(host: str, port: int) -> socket.socket:
    """A socket bound to that address; `BadInput` where that is not possible."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (socket.gaierror, UnicodeError):
        raise BadInput(f"unknown host {host!r}: expected an address such as 127.0.0.1") from None
    made = socket.socket(family, kind, protocol)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind(address)
    except OSError as error:
        made.close()
        raise BadInput(f"cannot listen at {host}:{port}: {(error.strerror or str(error)).lower()}") from None
    return made


class _Server(uvicorn.Server):
    """Says where it is once it listens; stops every search when it ends."""

    def __init__(self, config: uvicorn.Config, service: Service, address: str, say: Say) -> None:
        super().__init__(config)
        self._service = service
        self._address = address
        self._say = say

    @override
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        if self.started:
            self._say(f"the page is at {self._address} (Ctrl-C ends it)")

    @override
    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop the searches, then close the connections."""
        self._service.searches.stop()
        await super().shutdown(sockets)
