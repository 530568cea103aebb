"""Names in mails that no mail client turns into a link, also those stored before names had rules."""

import re
from typing import Final

from server.identity.visible_text import without_invisible

# What separates the labels of a domain, for browsers too (UTS 46), where more follows.
_DOT: Final = re.compile("[.\u3002\uff0e\uff61](?=\\S)")
_LINKED: Final = re.compile("://|@")


def unlinked(name: str) -> str:
    """One visible line, with a space after each dot: `evil.example/pay` is no address any more."""
    return " ".join(_DOT.sub(". ", _LINKED.sub(" ", without_invisible(name))).split())
