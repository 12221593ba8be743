"""An endpoint on loopback: both formats, what passes and what does not, credentials that go nowhere else."""

import pickle
from typing import Any

import numpy as np
import pytest

from auditor.errors import AuditError, HaltError
from auditor.model.asked.endpoint import TOKEN, Endpoint, Patience, name_of
from auditor.model.asked.scores import read_answer
from auditor.model.asked.text_model import Asking, TextModel, TextRow
from auditor.model.classifier import softmax
from tests.model.asked.servers import LABELS, serving
from tests.model.asked.support import bag

TEXTS = ["a good film", "an awful film", "a plot"]
PAIRS = [("a good film", "an awful plot"), ("fun", "dull"), ("a", "b")]


def endpoint(
    url: str, *, timeout: float = 5.0, attempts: int = 4, token: str = ""
) -> tuple[Endpoint, list[float]]:
    """An endpoint that waits for nothing, and the waits that it would have had."""
    waits: list[float] = []
    patience = Patience(timeout=timeout, attempts=attempts, pause=0.5, sleep=waits.append)
    return Endpoint(url, patience, {TOKEN: token} if token else {}), waits


def scores(answer: Any, count: int) -> np.ndarray:
    columns, table = read_answer(answer, count, ())
    assert columns == LABELS
    return table


@pytest.mark.parametrize("form", ["toolkit", "tei"])
def test_both_kinds_of_server_are_understood(form: str) -> None:
    with serving(form) as server:
        ask, _ = endpoint(server.url)
        for texts in (TEXTS[:2], TEXTS, TEXTS[:1], TEXTS):
            np.testing.assert_allclose(scores(ask(list(texts)), len(texts)), bag(texts))
        sent = server.bodies[-1]
        assert sent["inputs"] == (TEXTS if form == "toolkit" else [[text] for text in TEXTS])
        assert len(server.bodies) == (4 if form == "toolkit" else 5)  # the form is found out once


@pytest.mark.parametrize("form", ["toolkit", "tei"])
def test_pairs_of_texts(form: str) -> None:
    with serving(form) as server:
        ask, _ = endpoint(server.url)
        np.testing.assert_allclose(scores(ask(list(PAIRS)), 3), bag(PAIRS))
        np.testing.assert_allclose(scores(ask(PAIRS[:1]), 1), bag(PAIRS[:1]))


def test_a_server_that_names_the_likeliest_label_alone_is_refused_in_plain_words() -> None:
    import json

    one = json.dumps([{"label": "positive", "score": 0.9}] * 2)
    with serving(trouble=lambda _: (200, {"Content-Type": "application/json"}, one)) as server:
        ask, _ = endpoint(server.url)
        with pytest.raises(HaltError, match="1 score for each text") as caught:
            TextModel(ask, Asking("server"))
        assert "scores of all classes" in caught.value.hint or "Two classes or more" in caught.value.hint


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
def test_what_may_pass_is_asked_again_and_later_each_time(status: int) -> None:
    with serving(trouble=lambda n: (status, {}, "busy") if n < 4 else None) as server:
        ask, waits = endpoint(server.url)
        np.testing.assert_allclose(scores(ask(list(TEXTS)), 3), bag(TEXTS))
        assert waits == [0.5, 1.0, 2.0] and len(server.bodies) == 4


def test_a_server_may_say_how_long_to_wait() -> None:
    loading = '{"error": "Model is currently loading", "estimated_time": 20.0}'

    def trouble(number: int) -> Any:
        if number == 1:
            return 429, {"Retry-After": "7"}, ""
        if number == 2:
            return 503, {"Retry-After": "Wed, 21 Oct 2026 07:28:00 GMT"}, ""
        return (200, {"Content-Type": "application/json"}, loading) if number == 3 else None

    with serving(trouble=trouble) as server:
        ask, waits = endpoint(server.url)
        ask(list(TEXTS))
        assert waits == [7.0, 1.0, 20.0]


def test_a_server_that_hangs_once_is_asked_again() -> None:
    with serving(trouble=lambda n: 1.5 if n == 1 else None) as server:
        ask, waits = endpoint(server.url, timeout=0.3)
        np.testing.assert_allclose(scores(ask(list(TEXTS)), 3), bag(TEXTS))
        assert waits == [0.5]


def test_no_answer_at_all_ends_the_audit_and_says_what_is_kept() -> None:
    with serving(trouble=lambda _: (500, {}, "down")) as server:
        ask, waits = endpoint(server.url, attempts=3)
        with pytest.raises(
            HaltError, match=r"gave no answer in 3 attempts; last: 500 Internal Server Error"
        ) as caught:
            ask(list(TEXTS))
        assert "kept" in caught.value.hint and waits == [0.5, 1.0]
    ask, _ = endpoint(server.url, attempts=2)  # nobody listens any more
    with pytest.raises(HaltError, match=r"gave no answer in 2 attempts; last: .*refused"):
        ask(list(TEXTS))


@pytest.mark.parametrize(
    ("wrong", "message", "hint"),
    [
        ((401, {}, ""), "refuses the credentials \\(401 Unauthorized\\)", TOKEN),
        ((403, {}, ""), "refuses the credentials \\(403", TOKEN),
        ((404, {}, ""), "cannot be asked \\(404 Not Found\\)", "Check the URL"),
        ((302, {"Location": "http://127.0.0.1:9/elsewhere"}, ""), "has moved \\(302", "moved to"),
        (
            (200, {"Content-Type": "text/html"}, "<html>Sign in</html>"),
            "answers with text/html, not with JSON",
            "URL",
        ),
        (
            (200, {"Content-Type": "application/json"}, '{"ok": true}'),
            "answers with {'ok': True}, not with",
            "URL",
        ),
    ],
    ids=["401", "403", "404", "moved", "html", "other"],
)
def test_what_does_not_pass_ends_the_audit_at_once(wrong: Any, message: str, hint: str) -> None:
    with serving(trouble=lambda _: wrong) as server:
        ask, waits = endpoint(server.url)
        with pytest.raises(HaltError, match=message) as caught:
            ask(list(TEXTS))
        assert hint in caught.value.hint and waits == [] and len(server.bodies) == 1


@pytest.mark.parametrize(
    ("kind", "content", "said"),
    [
        ("text/html", "<html>Gone</html>", "answers with text/html, not with JSON"),
        ("application/json", "", "answers with JSON that is broken"),
        ("application/json", "[" * 100_000, "answers with JSON that is broken"),
        ("application/json", '{"error": "out of memory"}', "answers with {'error': 'out of memory'}"),
    ],
    ids=["html", "empty", "deep", "error"],
)
def test_a_server_that_stops_making_sense_has_its_answers_kept(kind: str, content: str, said: str) -> None:
    with serving() as server:
        ask, _ = endpoint(server.url)
        ask(list(TEXTS))
        server.trouble = lambda _: (200, {"Content-Type": kind}, content)
        with pytest.raises(HaltError, match=said) as caught:
            ask(["a film"])
        assert "What was answered is kept" in caught.value.hint


def test_a_text_that_is_refused_costs_itself_alone() -> None:
    with serving() as server:
        ask, _ = endpoint(server.url)
        ask(list(TEXTS))
        server.trouble = lambda _: (
            (413, {}, "") if any("long" in text for text in server.bodies[-1]["inputs"]) else None
        )
        with pytest.raises(AuditError, match=r"refuses the text \(413") as caught:
            ask(["a long text"])
        assert not isinstance(caught.value, HaltError)
        assert len(ask(["a film"])) == 1


def test_a_token_is_sent_from_the_environment_and_a_redirection_does_not_take_it_along() -> None:
    with serving() as server:
        ask, _ = endpoint(server.url, token="s3cret")
        ask(list(TEXTS))
        assert server.headers[-1]["Authorization"] == "Bearer s3cret"
        bare, _ = endpoint(server.url)
        bare(list(TEXTS))
        assert "Authorization" not in server.headers[-1]
        assert b"s3cret" not in pickle.dumps(ask) and "s3cret" not in repr(ask)


@pytest.mark.parametrize(
    ("url", "token", "message"),
    [
        ("ftp://example.org/x", "", "is not the URL of a server"),
        ("predict", "", "is not the URL of a server"),
        ("http://[::1", "", "is not the URL of a server"),
        ("http://example.org:x/predict", "", "is not the URL of a server"),
        ("https://me:pw@example.org/predict", "", "holds a credential"),
        ("https://example.org/predict?api_key=1", "", "holds a credential"),
        ("http://example.org/predict", "s3cret", "would be sent to example.org without encryption"),
    ],
)
def test_addresses_that_would_give_something_away_are_refused(url: str, token: str, message: str) -> None:
    with pytest.raises(AuditError, match=message) as caught:
        endpoint(url, token=token)
    assert caught.value.hint and "s3cret" not in caught.value.message
    assert name_of("https://example.org:8080/predict?version=2") == "https://example.org:8080/predict"


def test_requests_are_small_and_so_many_at_a_time_and_no_answer_is_lost() -> None:
    with serving(trouble=lambda n: 0.05 if n > 2 else None) as server:
        ask, _ = endpoint(server.url)
        model = TextModel(ask, Asking("server", batch=4, concurrency=3))
        texts = [f"a good film {n}" for n in range(24)]
        logits = model.logits([TextRow((text,)) for text in texts])
        np.testing.assert_allclose(softmax(logits), bag(texts))
        assert max(len(body["inputs"]) for body in server.bodies) == 4 and server.most == 3
        sent = len(server.bodies)
        server.trouble = lambda n: (401, {}, "") if n == sent + 3 else None
        more = [f"an awful film {n}" for n in range(24)]
        with pytest.raises(HaltError, match="401"):
            model.logits([TextRow((text,)) for text in more])
        server.trouble = lambda _: None
        np.testing.assert_allclose(softmax(model.logits([TextRow((text,)) for text in more])), bag(more))
        assert sum(server.texts.count(text) == 1 for text in more) == 24


SECRET = "s3cret-0123456789"


@pytest.mark.parametrize("token", [f"{SECRET}\nX-More: 1", f"{SECRET}\u20ac", f"{SECRET}\x00"])
def test_a_token_that_no_header_can_hold_is_refused_without_being_quoted(token: str) -> None:
    with pytest.raises(AuditError, match=TOKEN) as caught:
        endpoint("https://example.org/model", token=token)
    assert SECRET not in caught.value.message + caught.value.hint


def test_a_line_end_behind_a_token_is_not_part_of_it() -> None:
    with serving() as server:
        ask, _ = endpoint(server.url, token=f"{SECRET}\n")
        ask(list(TEXTS))
        assert server.headers[0]["Authorization"] == f"Bearer {SECRET}"


@pytest.mark.parametrize("status", [200, 400, 404, 500])
def test_a_server_that_sends_the_token_back_does_not_get_it_into_a_message(status: int) -> None:
    said = f'{{"headers": {{"Authorization": "Bearer {SECRET}"}}}}'
    kind = {"Content-Type": f"text/{SECRET}" if status == 404 else "application/json"}
    with serving(trouble=lambda _: (status, kind, said)) as server:
        ask, _ = endpoint(server.url, token=SECRET, attempts=2)
        with pytest.raises(AuditError) as caught:
            ask(list(TEXTS))
    assert SECRET not in caught.value.message + caught.value.hint
    assert SECRET not in repr(ask)


@pytest.mark.parametrize("content", ["[" * 100_000, "[1" + "0" * 5000 + "]"])
def test_an_answer_that_is_made_to_break_a_reader_ends_the_audit(content: str) -> None:
    with serving(trouble=lambda _: (200, {"Content-Type": "application/json"}, content)) as server:
        ask, _ = endpoint(server.url)
        with pytest.raises(HaltError, match="answers with JSON that is broken"):
            ask(list(TEXTS))


def test_an_answer_without_end_is_not_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("auditor.model.asked.endpoint.LONGEST_ANSWER", 2**20)
    with serving(trouble=lambda _: (200, {"Content-Type": "application/json"}, " " * 2**21)) as server:
        ask, _ = endpoint(server.url)
        with pytest.raises(HaltError, match="more than 1 MB"):
            ask(list(TEXTS))
