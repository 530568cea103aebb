"""The 100,000 commonest passwords of 8 and more characters; NOTICE says where they are from."""

import gzip
from functools import cache
from pathlib import Path
from typing import Final

LIST: Final = Path(__file__).with_name("common_passwords.txt.gz")


def is_common(password: str) -> bool:
    """Whether the password is on the list, in any case; what is shorter than 8 characters never is."""
    return password.casefold() in load_common_passwords()


@cache
def load_common_passwords() -> frozenset[str]:
    """The list, case-folded; read once (about 50 ms and 10 MB)."""
    return frozenset(gzip.decompress(LIST.read_bytes()).decode().split("\n"))
