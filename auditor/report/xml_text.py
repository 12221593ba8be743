"""Text that XML can hold."""

import re

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def xml_text(text: str) -> str:
    """The text without the characters that XML has no way to write."""
    return _NOT_XML.sub("\ufffd", text)
