"""Names in mails that no mail client turns into a link, also those stored before names had rules."""

import re
import unicodedata
from typing import Final

# What separates the labels of a domain, for browsers too (UTS 46), where more follows.
_DOT: Final = re.compile("[.\u3002\uff0e\uff61](?=\\S)")
_LINKED: Final = re.compile("://|@")
_JOINERS: Final = frozenset("\u200c\u200d")
_SEPARATORS: Final = frozenset({"Cc", "Zl", "Zp", "Zs"})


def unlinked(name: str) -> str:
    """One line, with a space after each dot: `evil.example/pay` is no address any more.

    Invisible characters, which may hide or reorder text, are left out; the joiners of Indian scripts stay.
    """
    visible = "".join(map(_shown, name))
    return " ".join(_DOT.sub(". ", _LINKED.sub(" ", visible)).split())


def _shown(letter: str) -> str:
    category = unicodedata.category(letter)
    if category in _SEPARATORS:
        return " "
    return "" if category == "Cf" and letter not in _JOINERS else letter
