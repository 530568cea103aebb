"""Addresses in the text of an announcement: those of the company's own domains are links, no others."""

import re
from collections.abc import Collection
from typing import Final

_WORD: Final = re.compile(r"[^\s<>\"'()]+")
# A mail program may take a word with such a dot for an address. Words are cut first: a text is read in linear time.
_is_address: Final = re.compile(r"[^\W_]\.[^\W\d_]{2,}").search
_HOST: Final = re.compile(r"https://(?P<host>[a-z0-9.-]+)(?:/[^\s]*)?", re.IGNORECASE).fullmatch
_DOT: Final = re.compile(r"\.(?=\S)")


def own_links(text: str, *, domains: Collection[str]) -> list[str]:
    """The addresses of `https` in the text that lead to one of these domains, or to one below it."""
    found = (word.rstrip(".,;:!?") for word in _WORD.findall(text) if _is_address(word))
    return list(dict.fromkeys(each for each in found if _is_own(each, domains)))


def without_other_links(text: str, *, links: Collection[str]) -> str:
    """The text for a mail: a space follows each dot of other addresses, so that no mail program makes links of them."""

    def broken(match: re.Match[str]) -> str:
        word = match[0]
        is_kept = not _is_address(word) or word.rstrip(".,;:!?") in links
        return word if is_kept else _DOT.sub(". ", word.replace("://", " "))

    return _WORD.sub(broken, text)


def _is_own(address: str, domains: Collection[str]) -> bool:
    match = _HOST(address)
    return match is not None and any(
        match["host"].lower() == each or match["host"].lower().endswith(f".{each}") for each in domains
    )
