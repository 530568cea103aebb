"""Many texts matched at once: one search of all of them takes a fraction of the time of a call for each."""

import re
from collections.abc import Callable, Sequence
from typing import Final

_LINE: Final = "\n"


def matcher(pattern: str) -> Callable[[Sequence[str]], list[str]]:
    """A function that gives, of each text that matches as a whole, the one group of `pattern`, else "".

    The pattern matches no line break.
    """
    find = re.compile(f"^(?:{pattern}|.*)$", re.MULTILINE).findall

    def match(texts: Sequence[str]) -> list[str]:
        lines = _LINE.join(texts)
        if lines.count(_LINE) >= len(texts):
            lines = _LINE.join("" if _LINE in text else text for text in texts)
        return find(lines) if texts else []

    return match
