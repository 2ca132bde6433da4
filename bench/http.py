"""A load client that costs little: keep-alive sockets and one selector, no more parsing than
needed. It shares the machine's cores with what it measures."""

from __future__ import annotations

import heapq
import selectors
import socket
import time
from collections.abc import Callable

Answered = Callable[[int, bytes], None]


class Line:
    """One keep-alive connection, with one request on its way at most."""

    def __init__(self, loop: Loop) -> None:
        """Take the loop that waits for answers; connects at the first request."""
        self.loop = loop
        self.socket: socket.socket | None = None
        self.buffer = b""
        self.sent = b""
        self.fresh = False
        self.answered: Answered | None = None

    def send(self, data: bytes, answered: Answered) -> None:
        """Send a request; ``answered`` gets status and whole answer."""
        assert self.answered is None, "one request at a time"
        self.answered, self.sent, self.buffer = answered, data, b""
        self.fresh = self.socket is None
        if self.socket is None:
            self.socket = socket.create_connection(("127.0.0.1", self.loop.port))
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.loop.selector.register(self.socket, selectors.EVENT_READ, self)
        try:
            self.socket.sendall(data)
        except OSError:
            self._again()

    def read(self) -> None:
        """Take in what came; tell when the answer is whole."""
        assert self.socket is not None
        try:
            data = self.socket.recv(1 << 18)
        except ConnectionResetError:
            data = b""
        if not data:
            self._again()
            return
        self.buffer += data
        if self.answered is not None and whole(self.buffer, self.sent):
            answered, self.answered = self.answered, None
            answered(int(self.buffer[9:12]), self.buffer)

    def _again(self) -> None:
        """Close; where the server closed an idle connection, send the request anew."""
        self.close()
        if self.answered is not None:
            if self.fresh or self.buffer:
                raise SystemExit("bench: the server broke a connection off")
            answered, self.answered = self.answered, None
            self.loop.reconnects += 1
            self.send(self.sent, answered)

    def close(self) -> None:
        """Close the connection."""
        if self.socket is not None:
            self.loop.selector.unregister(self.socket)
            self.socket.close()
            self.socket = None


class Loop:
    """Waits for answers and for moments, and calls back."""

    def __init__(self, port: int) -> None:
        """Take the port of the server."""
        self.port = port
        self.selector = selectors.DefaultSelector()
        self.later: list[tuple[float, int, Callable[[], None]]] = []
        self.count = 0
        self.reconnects = 0

    def call_at(self, moment: float, call: Callable[[], None]) -> None:
        """Call at a moment of ``time.perf_counter``."""
        self.count += 1
        heapq.heappush(self.later, (moment, self.count, call))

    def run(self, finished: Callable[[], bool]) -> None:
        """Go on until ``finished``."""
        while not finished():
            now = time.perf_counter()
            while self.later and self.later[0][0] <= now:
                heapq.heappop(self.later)[2]()
            wait = max(self.later[0][0] - time.perf_counter(), 0) if self.later else 0.2
            for key, _ in self.selector.select(min(wait, 0.2)):
                key.data.read()


def whole(answer: bytes, request: bytes) -> bool:
    """Tell whether an answer is complete."""
    head, separator, body = answer.partition(b"\r\n\r\n")
    if not separator or request.startswith(b"HEAD "):
        return bool(separator)
    head = head.lower()
    place = head.find(b"\r\ncontent-length:")
    if place >= 0:
        length = head[place + 17 :].partition(b"\r\n")[0]
        return len(body) >= int(length)
    return body.endswith(b"0\r\n\r\n")


def ask(path: str, method: str = "GET") -> bytes:
    """Give the bytes of a GET or HEAD request."""
    return f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()


def post(path: str, body: str) -> bytes:
    """Give the bytes of a POST request of a form."""
    return (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\n"
        f"Content-Length: {len(body)}\r\n\r\n{body}"
    ).encode()
