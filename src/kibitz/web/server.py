"""The server: listens, says where, and ends at Ctrl-C."""

from __future__ import annotations

import contextlib
import errno
import ipaddress
import socket
import sys
import threading
from collections.abc import Callable
from dataclasses import replace

import uvicorn

from kibitz.errors import BadInput
from kibitz.native.numba_at_hand import say_if_plain
from kibitz.native.override import override
from kibitz.web.app import create_app
from kibitz.web.impatience import Impatient
from kibitz.web.searches import warm_up
from kibitz.web.service import Service
from kibitz.web.settings import Settings

NEXT_PORTS = 20  # that are tried where one is taken
LAST_PORT = 65_535
BACKLOG = 2048  # connections that may wait to be accepted
ENDING = 1  # seconds that open connections are given when the server ends

Say = Callable[[str], None]


def serve(settings: Settings, host: str, port: int, say: Say) -> None:
    """Serve the page at an address until Ctrl-C; port 0 is any free one. `say` is given the sentence with the address.

    Where the port is taken the next free one is used, and that is said. `BadInput` where nothing can listen there, or a
    game of the settings cannot be played. When it returns, threads may still be compiling, or caught in rules that
    never end: who is to leave at once has to end the process.
    """
    with _listening(host, port, say) as listening:
        address = ipaddress.ip_address(listening.getsockname()[0].partition("%")[0])
        app = create_app(replace(settings, only_local=address.is_loopback))
        service: Service = app.state.service
        bound = listening.getsockname()[1]
        service.addresses = tuple(f"http://{name}:{bound}/" for name in _names(host, address.is_unspecified))
        config = uvicorn.Config(
            app,
            log_level="critical",
            lifespan="off",
            proxy_headers=False,  # anybody could claim to be anybody
            server_header=False,
            timeout_graceful_shutdown=ENDING,
            http=Impatient,
        )
        shown = "127.0.0.1" if settings.room and address.is_unspecified else f"[{host}]" if ":" in host else host
        running = _Server(config, service, f"http://{shown}:{bound}/", say)
        say_if_plain()
        _warm_up(service)
        sys.setswitchinterval(0.001)  # a search that is interpreted lets the page answer sooner
        with contextlib.suppress(KeyboardInterrupt):
            running.run(sockets=[listening])


def _warm_up(service: Service) -> None:
    """Have the game that the page opens with compiled, beside all else."""
    compilations = service.searches.compilations
    first = service.offered.game(service.offered.first("play"), {})
    threading.Thread(target=warm_up, args=(first, compilations), name="kibitz-warm-up", daemon=True).start()


def _names(host: str, is_every: bool) -> list[str]:
    """The names under which other machines find this one; with `is_every` it listens at all of its addresses."""
    if not is_every:
        return [f"[{host}]" if ":" in host else host]
    found = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.connect(("192.0.2.1", 9))  # nothing is sent: it only tells which address would send
        found.append(str(asking.getsockname()[0]))
    with contextlib.suppress(OSError):
        found += [str(row[4][0]) for row in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return list(dict.fromkeys(name for name in found if not ipaddress.ip_address(name).is_loopback)) or ["127.0.0.1"]


def _listening(host: str, port: int, say: Say) -> socket.socket:
    """A socket bound to that address, or to one of the next ports; `BadInput` where that is not possible."""
    for wanted in range(port, min(port + NEXT_PORTS, LAST_PORT) + 1 if port else 1):
        try:
            made = _bound(host, wanted)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise BadInput(f"cannot listen at {host}:{port}: {(error.strerror or str(error)).lower()}") from None
            continue
        if wanted != port:
            say(f"port {port} is taken: using {wanted}")
        return made
    raise BadInput(f"cannot listen at {host}:{port}: this port and the next {NEXT_PORTS} are taken; try --port 0")


def _bound(host: str, port: int) -> socket.socket:
    """A socket at that address that listens; `OSError` where it is taken."""
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
        made.listen(BACKLOG)  # two servers can bind a port, but not both listen at it
    except OSError:
        made.close()
        raise
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
            if self._service.room is not None:
                where, code = self._service.addresses[0], self._service.room.code
                self._say(f"the room is open: teach at {self._address}#/room, students go to {where} with code {code}")

    @override
    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop the searches, then close the connections."""
        self._service.searches.stop()
        if self._service.room is not None:
            self._service.room.close()
        await super().shutdown(sockets)
