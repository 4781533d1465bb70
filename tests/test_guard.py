"""What stands before every request: large and slow ones, other sites, taken ports; and what the description says."""

import socket
import threading

import httpx
import pytest
import uvicorn

from kibitz.errors import BadInput
from kibitz.web import guard, impatience, server
from kibitz.web.app import create_app
from kibitz.web.settings import Settings
from serving import eventually, here
from serving import server as started

LARGE = 20_000_000


@pytest.fixture(scope="module")
def url():
    with here(compiled=0, room="K7MPXQ") as (address, _):
        yield address


def connected(url):
    host, port = url.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=60)


def read_all(connection):
    told = b""
    while part := connection.recv(65536):
        told += part
    return told


def test_a_client_that_writes_all_before_it_reads_is_told_that_it_is_too_much(url):
    head = f"POST /api/best HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: {LARGE}\r\n\r\n"
    with connected(url) as connection:
        connection.sendall(head.encode() + b" " * LARGE)
        assert b"413" in read_all(connection).splitlines()[0]
    with connected(url) as connection:  # in parts, of a length that is not told
        connection.sendall(
            b"POST /api/best HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        for _ in range(20):
            connection.sendall(b"10000\r\n" + b" " * 0x10000 + b"\r\n")
        connection.sendall(b"0\r\n\r\n")
        assert b"413" in read_all(connection).splitlines()[0]
    with connected(url) as connection:  # one that asks first is told at once
        connection.sendall(head.replace("\r\n\r\n", "\r\nExpect: 100-continue\r\n\r\n").encode())
        assert b"413" in read_all(connection).splitlines()[0]


def test_a_body_that_does_not_arrive_is_not_waited_for(url, monkeypatch):
    monkeypatch.setattr(guard, "BODY_SECONDS", 0.2)
    with connected(url) as connection:
        connection.sendall(
            b"POST /api/best HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: 100\r\n\r\n{"
        )
        told = read_all(connection)
    assert b"408" in told.splitlines()[0] and b"has not arrived" in told


def test_headers_that_do_not_arrive_are_not_waited_for(monkeypatch):
    monkeypatch.setattr(impatience, "HEADER_SECONDS", 0.3)
    config = uvicorn.Config(create_app(Settings()), port=0, log_level="critical", http=impatience.Impatient)
    running = uvicorn.Server(config)
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    try:
        eventually(lambda: running.started)
        address = f"http://127.0.0.1:{running.servers[0].sockets[0].getsockname()[1]}"
        with connected(address) as silent, connected(address) as slow:
            slow.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")
            assert silent.recv(100) == b"" and slow.recv(100) == b""
        with connected(address) as patient:  # a second request on the same connection has to hurry too
            patient.sendall(b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert patient.recv(15) == b"HTTP/1.1 200 OK"
            patient.sendall(b"GET /")
            read_all(patient)
        assert httpx.get(f"{address}/api/games").status_code == 200
    finally:
        running.should_exit = True
        thread.join(60)


def test_another_site_may_not_make_the_server_work(url):
    for site in ("cross-site", "same-site"):
        for path in ("/sheet", "/api/games", "/api/lab/gallery", "/api/room/watch", "/openapi.json"):
            answer = httpx.get(f"{url}{path}", headers={"Sec-Fetch-Site": site})
            assert answer.status_code == 403 and "another site may not" in answer.json()["error"], path
        for path in ("/", "/room", "/static/favicon.svg"):  # a link from elsewhere may lead here
            assert httpx.get(f"{url}{path}", headers={"Sec-Fetch-Site": site}).status_code == 200, path
    for site in ("same-origin", "none"):
        assert httpx.get(f"{url}/sheet?count=1", headers={"Sec-Fetch-Site": site}).status_code == 200


def test_a_taken_port_is_named_and_the_next_one_used(monkeypatch):
    said = []
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with server._listening("127.0.0.1", port, said.append) as found:
            used = found.getsockname()[1]
            assert port < used <= port + server.NEXT_PORTS
            assert said == [f"port {port} is taken: using {used}"]
        monkeypatch.setattr(server, "NEXT_PORTS", 0)
        with pytest.raises(BadInput, match=f"cannot listen at 127.0.0.1:{port}: this port and the next 0 are taken"):
            server._listening("127.0.0.1", port, said.append)


def test_a_room_is_told_of_in_the_terminal():
    with started("--room", "maths 7", "--host", "127.0.0.1") as running:
        eventually(lambda: len(running.said) > 1)
        port = running.url.rpartition(":")[2]
        teach = f"teach at http://127.0.0.1:{port}/#/room"
        assert running.said[1] == (
            f"kibitz: the room is open: {teach}, students go to http://127.0.0.1:{port}/ with code MATHS7"
        )


def test_every_address_says_what_it_is_for_and_shows_a_request_that_works(url, tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZ_DATA", str(tmp_path))
    with httpx.Client(base_url=url, timeout=60) as asking:
        described = asking.get("/openapi.json").json()
        shown = {}
        for path, methods in described["paths"].items():
            for method, operation in methods.items():
                assert len(operation["summary"].split()) > 1, path
                body = operation.get("requestBody", {}).get("content", {}).get("application/json")
                if method == "post" and body is not None:
                    shown[path] = body["example"]
        first = ["/api/store/switch", "/api/store/keep", "/api/room/join", "/api/room/ask"]
        number = asking.get("/api/room/watch?teaching=true").json()["number"]
        shown["/api/room/answer"]["number"] = number + 1
        last = ["/api/room/stage", "/api/store/delete"]
        between = [path for path in shown if path not in first + last]
        for path in first + between + last:
            answer = asking.post(path, json=shown[path])
            assert answer.status_code == 200, (path, answer.text)
