"""The version of the product, and the commit that it was built from.

`VERSION` is that of pyproject.toml; the release of it has the tag `v` and the number. Wheels and images carry the
commit in a file beside this one; a checkout asks git.
"""

import subprocess
from pathlib import Path
from typing import Final

VERSION: Final = "0.1.0"
STAMP: Final = Path(__file__).with_name("commit.txt")
_CHECKOUT: Final = Path(__file__).parents[3]
_GIT: Final = ("git", "-C", str(_CHECKOUT), "rev-parse", "HEAD")


def find_commit() -> str:
    """Its first twelve digits, or "unknown": neither is there."""
    if STAMP.exists():
        found = STAMP.read_text()
    elif (_CHECKOUT / ".git").exists():
        try:
            found = subprocess.run(_GIT, capture_output=True, text=True, check=False).stdout  # noqa: S603 - no input
        except OSError:
            found = ""
    else:
        found = ""
    return found.strip()[:12] or "unknown"


COMMIT: Final = find_commit()
BUILD: Final = f"{VERSION}+{COMMIT}"
