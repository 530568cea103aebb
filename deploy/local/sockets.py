"""Folders whose names are short enough for Unix sockets."""

import tempfile
from pathlib import Path
from typing import Final

# The kernel takes 107 bytes for the path of a socket; file names such as /.s.PGSQL.5432.lock need 19 of them.
LONGEST_FOLDER: Final = 85


def socket_folder(preferred: Path) -> Path:
    """`preferred`, or a folder with a short name where that one is too long for a Unix socket."""
    if len(str(preferred.resolve()).encode()) <= LONGEST_FOLDER:
        return preferred.resolve()
    return Path(tempfile.mkdtemp(prefix="waymark-"))
