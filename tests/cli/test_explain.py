"""`audit explain` as a user meets it."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from tests.support import make_model, make_tokenizer

Audit = Callable[..., Result]
FAST = ("--steps", "3", "--removal-steps", "1")
KEYS = [
    *("text", "words", "label", "probability", "probability_after", "status", "reason", "set", "pairs"),
    *("label_after", "probability_empty", "evidence", "evidence_after", "completeness_error"),
    *("forwards", "gradients"),
]


def test_text_is_shown_with_its_set_marked(audit: Audit, model_path: Path) -> None:
    result = audit("explain", model_path, "the film is a good one", *FAST)
    assert result.exit_code == 0, result.output
    assert "verified" in result.stdout and "«" in result.stdout
    assert result.stderr == ""


def test_json_has_one_object_a_line_in_the_order_of_the_texts(audit: Audit, model_path: Path) -> None:
    result = audit("explain", model_path, "-", "--json", *FAST, stdin="the film is good\na bad one\n")
    objects = [json.loads(line) for line in result.stdout.splitlines()]
    assert [o["text"] for o in objects] == ["the film is good", "a bad one"]
    for found in objects:
        assert all(key in found for key in KEYS)
        assert set(found["core"]) <= set(found["set"])
        for pair in found["pairs"]:
            assert sorted(pair) == ["frequency", "indices", "interaction", "score", "words"]
            assert pair["words"] == [found["words"][i] for i in pair["indices"]]
        if found["status"] == "verified":
            assert found["label_after"] != found["label"]
            assert found["probability_after"] < 0.5 < found["probability"]


def test_two_fields_are_split_at_the_tab(audit: Audit, model_path: Path) -> None:
    result = audit("explain", model_path, "a good film\tit is bad", "--pairs", "--json", *FAST)
    found = json.loads(result.stdout)
    assert found["text"] == ["a good film", "it is bad"]
    refused = audit("explain", model_path, "no tab here", "--pairs")
    assert refused.exit_code == 1
    assert "Tip: With --pairs" in refused.stderr


def test_page_is_written_whole_and_holds_no_script(audit: Audit, model_path: Path, tmp_path: Path) -> None:
    page = tmp_path / "out" / "page.html"
    hostile = "a good film <script>alert(1)</script> {{ 7 * 7 }} \u202e bad"
    result = audit("explain", model_path, hostile, "--html", page, *FAST)
    assert result.exit_code == 0, result.output
    html = page.read_text(encoding="utf-8")
    assert "<script" not in html and "&lt;" in html
    assert "{{" in html and "49" not in html.split("<main>")[1].split("</p>")[0]
    assert "\u202e" not in html and "⟨U+202E⟩" in html
    assert list(page.parent.iterdir()) == [page]


@pytest.mark.parametrize("text", ["", "  \t "])
def test_blank_text_is_one_line_with_a_tip(audit: Audit, model_path: Path, text: str) -> None:
    result = audit("explain", model_path, text)
    assert result.exit_code == 1
    assert result.stderr.splitlines()[0].startswith("Error: the text is empty or blank")
    assert result.stderr.splitlines()[1].startswith("Tip: ")
    assert result.stdout == ""


def test_a_bad_text_among_good_ones_costs_only_itself(audit: Audit, model_path: Path) -> None:
    result = audit("explain", model_path, "-", "--json", *FAST, stdin=b"a good film\n\xff\xfe\na bad one\n")
    assert result.exit_code == 1
    assert len(result.stdout.splitlines()) == 2
    assert "not valid Unicode" in result.stderr


def test_text_beyond_the_limit_is_said_to_be_cut(audit: Audit, model_path: Path) -> None:
    result = audit(
        "explain", model_path, "good film " * 60, "--json", "--no-verify", "--no-cooperation", *FAST
    )
    found = json.loads(result.stdout)
    assert found["truncated"] == 120 - len(found["words"]) > 0


def test_one_word_is_its_own_set(audit: Audit, model_path: Path) -> None:
    found = json.loads(audit("explain", model_path, "good", "--json", *FAST).stdout)
    assert found["status"] in ("verified", "evidence", "default")
    assert found["pairs"] == []


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (("--beta", "7"), "beta is 7.0; it must lie between 0 and 1"),
        (("--config", "missing.toml"), "missing.toml does not exist"),
    ],
)
def test_bad_settings(audit: Audit, model_path: Path, flags: tuple[str, ...], message: str) -> None:
    result = audit("explain", model_path, "a good film", *flags)
    assert result.exit_code == 1
    assert message in result.stderr


def test_settings_file_in_the_working_directory_is_read(
    audit: Audit, model_path: Path, tmp_path: Path
) -> None:
    (tmp_path / "audit.toml").write_text("[cidr]\nbetta = 0.4\n")
    result = audit("explain", model_path, "a good film")
    assert result.exit_code == 1
    assert "Did you mean 'beta'?" in result.stderr


@pytest.mark.parametrize("arguments", [("explain",), ("explain", "m"), ("explane", "m", "x"), ("--nope",)])
def test_wrong_usage_exits_with_two(audit: Audit, arguments: tuple[str, ...]) -> None:
    assert audit(*arguments).exit_code == 2


def test_models_that_cannot_be_audited(audit: Audit, tmp_path: Path) -> None:
    def refused(path: Path | str) -> str:
        result = audit("explain", path, "a good film")
        assert result.exit_code == 1, result.output
        assert result.stderr.count("\n") <= 2 and "Traceback" not in result.output
        return result.stderr

    assert "Tip:" in refused("no-such-model")
    one = tmp_path / "one-class"
    make_model("bert", labels=1).save_pretrained(one)
    make_tokenizer("bert").save_pretrained(one)
    assert "one output" in refused(one)
    broken = tmp_path / "nan"
    model = make_model("bert")
    model.classifier.weight.data.fill_(float("nan"))
    model.save_pretrained(broken)
    make_tokenizer("bert").save_pretrained(broken)
    assert "not finite" in refused(broken)


def test_unwritable_page_is_an_error_without_a_trace(audit: Audit, model_path: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = audit("explain", model_path, "a good film", "--html", tmp_path / "file" / "page.html", *FAST)
    assert result.exit_code == 1
    assert "cannot write" in result.stderr
