"""Windows-1252 is told from other encodings by where its characters stand."""

import pytest

from auditor.data.sources.encodings import is_western

WESTERN = {
    "English with typographic marks": "I don’t know – “maybe” it’s £5… or €6",
    "French": "À côté du café, l’été fut très beau ; où est-elle, à Noël ? L’œuvre « déjà » vue",
    "German": "Die Straße war schön, die Äpfel süß. Übel! Größe: 30°",
    "Spanish": "¿Qué pasó mañana? ¡Ándale, señor! El niño está aquí, 1ª vez",
    "Portuguese": "A ação não é fácil, coração; três irmãos e amanhã",
    "Swedish": "Jag är på en ö i Åre och åt räkor",
    "Danish": "Rødgrød med fløde på en ø, æbler også",
    "Capitals": "DÉJÀ VU À PARIS, ÉTÉ",
}
OTHERS = {
    "cp1250": ("Příliš žluťoučký kůň úpěl ďábelské ódy", "Zażółć gęślą jaźń, który ból", "őrült tűz és hő"),
    "cp1251": ("привет мир", "это хороший фильм", "да"),
    "cp1253": ("καλή ταινία", "όχι"),
    "cp1254": ("çok güzel bir iş, ağaç ışığı",),
    "mac-roman": ("the café doesn’t “open”…", "déjà vu à l’école"),
    "shift_jis": ("とても良い映画でした", "面白い"),
    "gb18030": ("这部电影很好看", "不好"),
    "big5": ("這部電影很好看",),
    "euc-kr": ("좋은 영화",),
}


@pytest.mark.parametrize("name", WESTERN)
def test_western_text_is_seen(name: str) -> None:
    assert is_western([WESTERN[name].encode("cp1252")])


@pytest.mark.parametrize(("encoding", "text"), [(code, text) for code in OTHERS for text in OTHERS[code]])
def test_other_encodings_are_not_taken_for_it(encoding: str, text: str) -> None:
    assert not is_western([text.encode(encoding)])


def test_nearly_every_place_must_be_usual() -> None:
    usual = ["un café".encode("cp1252")] * 98
    assert is_western([*usual, "a ÿ b".encode("cp1252"), "a þ b".encode("cp1252")])
    assert not is_western([*usual, *["a ÿ b".encode("cp1252")] * 3])
    assert not is_western([*usual, b"a byte \x81 without a character"])
    assert not is_western([b"plain"])
