"""A text-classification server, asked over HTTP in the format of Hugging Face's inference servers.

A request is `{"inputs": [...]}`, the answer for each text a list of labels with scores. The servers differ in
how they take several texts (`["a", "b"]`, or `[["a"], ["b"]]` where a list of two is a pair): the first form
that gives an answer for each text is kept. What may pass (a server that is busy, starting or gone for a
moment) is tried again, later each time. A credential comes from the environment alone, is sent to no other
host, and is written nowhere.
"""

import json
import math
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import parse_qsl, urlsplit
from urllib.request import HTTPRedirectHandler, OpenerDirector, Request, build_opener

from auditor.errors import AuditError, HaltError, first_line
from auditor.model.asked.text_model import Text

TOKEN = "AUDIT_ENDPOINT_TOKEN"  # noqa: S105 (the variable's name)
"""The environment variable with the server's token."""
PASSING = (408, 425, 429, 500, 502, 503, 504)
"""Answers that may be others a moment later."""
REFUSED = (400, 413, 422)
"""Answers about the request itself: fewer or other texts may be taken."""
REQUEST = 16
"""Texts in one request, unless somebody says otherwise."""
LONGEST_ANSWER = 64 * 2**20
"""Bytes of an answer that are read."""
ALL = 1000
"""Labels that are asked for at most: some servers give the likeliest one alone."""
LONGEST_WAIT = 60.0
"""Seconds between two attempts at most."""
LOOPBACK = ("localhost", "127.0.0.1", "::1")
SECRETS = ("token", "key", "secret", "password", "signature", "sig", "auth")
"""What a parameter of a URL that holds a credential is called."""
KEPT = "What was answered is kept: run the same command again to go on."


Form = Callable[[list[Text]], Any]
"""How several inputs are written in one request."""
SINGLES: tuple[Form, ...] = (list, lambda texts: [[text] for text in texts])
PAIRS: tuple[Form, ...] = (
    lambda texts: [list(pair) for pair in texts],
    lambda texts: [{"text": pair[0], "text_pair": pair[1]} for pair in texts],
)


@dataclass(frozen=True)
class Patience:
    """How long a server is waited for."""

    timeout: float = 30.0
    """Seconds for one answer."""
    attempts: int = 6
    """Times that a request is sent before the audit ends."""
    pause: float = 0.5
    """Seconds before the second attempt; doubled before each further one."""
    sleep: Callable[[float], None] = time.sleep


@dataclass(eq=False)
class Endpoint:
    """What asks a server for class scores."""

    url: str
    patience: Patience = field(default_factory=Patience)
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ, repr=False)

    def __post_init__(self) -> None:
        _check(self.url, has_token=bool(self._token))
        if not (self._token.isascii() and self._token.isprintable()):
            raise AuditError(  # before a library quotes it
                f"{TOKEN} holds characters that no header can hold", "Set it to the token alone."
            )
        self._form: Form | None = None

    @property
    def identity(self) -> str:
        """What its answers are kept under."""
        return self.url

    def __call__(self, texts: list[Text]) -> Any:
        """The server's answer for these texts, as soon as it gives one."""
        if self._form is not None:
            return _by_text(self._sent(self._form(texts)), len(texts))
        forms = SINGLES if isinstance(texts[0], str) else PAIRS
        answer: Any = None
        for form in forms:
            try:
                answer = _by_text(self._sent(form(texts)), len(texts))
            except AuditError as error:
                if answer is None and (form is forms[-1] or isinstance(error, HaltError)):
                    raise
                continue
            if len(texts) > 1 and len(answer) == len(texts) and all(isinstance(one, list) for one in answer):
                self._form = form
                break
        return answer

    def __reduce__(self) -> tuple[Any, ...]:
        return Endpoint, (self.url, self.patience)

    def _sent(self, inputs: Any) -> Any:
        """The answer to a request, which is sent again while what failed may pass."""
        body = json.dumps({"inputs": inputs, "parameters": {"top_k": ALL}, "truncate": True}).encode()
        reason, asked = "", 0.0
        for attempt in range(self.patience.attempts):
            if attempt:
                pause = self.patience.pause * 2 ** (attempt - 1)
                self.patience.sleep(min(LONGEST_WAIT, max(asked, pause)))
            try:
                return self._answer(body)
            except _PassingError as error:
                reason, asked = str(error), error.wait
        raise HaltError(
            f"{name_of(self.url)} gave no answer in {self.patience.attempts} attempts; last: {reason}", KEPT
        )

    def _answer(self, body: bytes) -> Any:
        request = Request(self.url, data=body, headers=self._headers(), method="POST")  # noqa: S310 (checked)
        try:
            with _opener().open(request, timeout=self.patience.timeout) as response:
                content, kind = response.read(LONGEST_ANSWER + 1), response.headers.get_content_type()
        except HTTPError as error:
            with error:
                raise self._refusal(error) from error
        except TimeoutError as error:
            raise _PassingError(f"no answer within {self.patience.timeout:g} s") from error
        except (URLError, HTTPException, OSError) as error:
            raise _PassingError(self._without_token(first_line(error))) from error
        if len(content) > LONGEST_ANSWER:
            raise HaltError(
                f"{name_of(self.url)} answers with more than {LONGEST_ANSWER // 2**20} MB",
                "Check the URL, or ask for fewer texts at once (--request-size).",
            )
        return self._decoded(content, kind)

    @property
    def _token(self) -> str:
        return self.environment.get(TOKEN, "").strip()

    def _without_token(self, said: str) -> str:
        """What a server says, if it sends the credential back."""
        return said.replace(self._token, "…") if self._token else said

    def _headers(self) -> dict[str, str]:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        return headers | ({"Authorization": f"Bearer {self._token}"} if self._token else {})

    def _refusal(self, error: HTTPError) -> Exception:
        """What an answer that is no success ends in: another attempt, the texts' end, or the audit's."""
        said = self._without_token(f"{error.code} {error.reason}")
        if error.code in PASSING:
            return _PassingError(said, _seconds(error.headers.get("Retry-After")))
        if error.code in (401, 403):
            return HaltError(
                f"{name_of(self.url)} refuses the credentials ({said})",
                f"Set {TOKEN} to a token of the server.",
            )
        if error.code in REFUSED:
            return AuditError(f"the server refuses the text ({said})")
        if 300 <= error.code < 400:
            return HaltError(f"{name_of(self.url)} has moved ({said})", "Give the URL that it has moved to.")
        return HaltError(
            f"{name_of(self.url)} cannot be asked ({said})", "Check the URL, up to the last part of its path."
        )

    def _decoded(self, content: bytes, kind: str) -> Any:
        try:
            answer = json.loads(content)
        except (ValueError, RecursionError) as error:
            what = "JSON that is broken" if "json" in kind else f"{kind}, not with JSON"
            raise self._no_scores(what) from error
        if isinstance(answer, dict):
            if "error" in answer and "loading" in str(answer["error"]).lower():
                raise _PassingError("the model is still loading", _seconds(answer.get("estimated_time")))
            said = self._without_token(str(answer))[:80]
            raise self._no_scores(f"{said}, not with labels and scores")
        return answer

    def _no_scores(self, what: str) -> HaltError:
        """An answer that is none: of another route or, after other answers, of a server in trouble."""
        route = "Check the URL: it must be that of the model's classification route."
        said = self._without_token(what)
        return HaltError(f"{name_of(self.url)} answers with {said}", KEPT if self._form else route)


class _PassingError(Exception):
    """Something that may be over in a moment."""

    def __init__(self, reason: str, wait: float = 0.0) -> None:
        super().__init__(reason)
        self.wait = wait


class _NoRedirect(HTTPRedirectHandler):
    """Leaves a redirection to the user: a credential must not follow it to another host."""

    def redirect_request(self, *_: Any) -> None:
        return None


def name_of(url: str) -> str:
    """A URL as reports name it: without its query."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}{parts.path}"


def _opener() -> OpenerDirector:
    return build_opener(_NoRedirect)


def _check(url: str, *, has_token: bool) -> None:
    """Refuse a URL that cannot be asked, or that would give a credential away."""
    try:
        parts = urlsplit(url)
        named, _ = parts.hostname, parts.port
    except ValueError:  # half an IPv6 address, or a port that is none
        named = None
    if not named or parts.scheme not in ("http", "https"):
        raise AuditError(f"{url!r} is not the URL of a server", "It begins with https:// or http://.")
    secret = [name for name, _ in parse_qsl(parts.query) if any(part in name.lower() for part in SECRETS)]
    if parts.username or parts.password or secret:
        raise AuditError(
            "the URL of the server holds a credential, which would be written into the report",
            f"Take it out, and set the variable {TOKEN}.",
        )
    if has_token and parts.scheme == "http" and parts.hostname not in LOOPBACK:
        raise AuditError(
            f"{TOKEN} would be sent to {parts.hostname} without encryption",
            "Use https://, or unset the variable.",
        )


def _by_text(answer: Any, texts: int) -> list[Any]:
    """An answer with an entry for each text: servers wrap it, or leave the list out for a single text."""
    rows = answer if isinstance(answer, list) else [answer]
    if len(rows) == 1 and isinstance(rows[0], list) and rows[0] and isinstance(rows[0][0], list):
        rows = rows[0]
    return [rows] if texts == 1 and rows and isinstance(rows[0], dict) else rows


def _seconds(value: Any) -> float:
    """A wait that a server asks for; a date or nonsense is none."""
    try:
        seconds = float(value)
    except (TypeError, ValueError):
        return 0.0
    return seconds if math.isfinite(seconds) and seconds > 0 else 0.0
