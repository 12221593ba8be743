"""Servers on loopback in the formats of Hugging Face's, which can be told to misbehave."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Any

from tests.model.asked.support import bag

LABELS = ("negative", "positive")


class Server:
    """What it was sent, and what it does about the request of each number, from 1."""

    def __init__(self, form: str = "toolkit", trouble: Callable[[int], Any] | None = None) -> None:
        self.form, self.trouble = form, trouble or (lambda _: None)
        self.texts: list[Any] = []
        self.headers: list[dict[str, str]] = []
        self.bodies: list[dict[str, Any]] = []
        self.url = ""
        self.under_way = self.most = 0
        self._lock = Lock()

    def answer(self, inputs: Any) -> tuple[int, Any]:
        """Status and answer, as the kind of server gives them."""
        if self.form == "toolkit":  # a list of texts, or of dicts for pairs
            if not all(isinstance(one, str | dict) for one in inputs):
                return 400, {"error": "invalid inputs"}
            texts = [one if isinstance(one, str) else (one["text"], one["text_pair"]) for one in inputs]
            return 200, self.rows(texts)
        if all(isinstance(one, str) for one in inputs):  # a single text, or a single pair
            if len(inputs) > 2:
                return 422, {"error": "invalid length"}
            return 200, self.rows([inputs[0] if len(inputs) == 1 else tuple(inputs)])[0]
        return 200, self.rows([one[0] if len(one) == 1 else tuple(one) for one in inputs])

    def rows(self, texts: list[Any]) -> list[Any]:
        """Labels and scores, the likeliest first."""
        with self._lock:
            self.texts += texts
        found = []
        for row in bag(texts).tolist():
            named = [{"label": label, "score": score} for label, score in zip(LABELS, row, strict=True)]
            found.append(sorted(named, key=lambda entry: -entry["score"]))
        return found

    @contextmanager
    def busy(self) -> Iterator[int]:
        """A request under way, by its number."""
        with self._lock:
            self.under_way += 1
            self.most = max(self.most, self.under_way)
            number = len(self.bodies)
        yield number
        with self._lock:
            self.under_way -= 1


@contextmanager
def serving(form: str = "toolkit", trouble: Callable[[int], Any] | None = None) -> Iterator[Server]:
    """A server, while the block lasts.

    `trouble` gives for a request of a number None (answer it), seconds to hang before it is answered,
    or a status with headers and content.
    """
    server = Server(form, trouble)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with server._lock:
                server.bodies.append(body)
                server.headers.append(dict(self.headers))
            with server.busy() as number:
                wrong = server.trouble(number)
                if isinstance(wrong, int | float):
                    time.sleep(wrong)
                if isinstance(wrong, tuple):
                    self.send(*wrong)
                    return
                status, content = server.answer(body["inputs"])
                self.send(status, {"Content-Type": "application/json"}, json.dumps(content))

        def send(self, status: int, headers: dict[str, str], content: str | bytes) -> None:
            encoded = content.encode() if isinstance(content, str) else content
            try:
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(encoded)))
                self.end_headers()
                self.wfile.write(encoded)
            except OSError:  # whoever asked has gone
                self.close_connection = True

        def log_message(self, *_: Any) -> None:
            return

    listener = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.url = f"http://127.0.0.1:{listener.server_port}/predict"
    thread = Thread(target=listener.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        listener.shutdown()
        listener.server_close()
        thread.join()
