"""Files of people as administrators upload them."""

import csv
import itertools
from collections.abc import Iterable
from pathlib import Path
from typing import Final

HEADER: Final = ("fullName", "email", "phone", "dateOfBirth", "gender", "workLocation", "role", "profile")

_numbers: Final = itertools.count(1)


def person(**changes: str) -> dict[str, str]:
    """A valid row; no other row has its email or phone."""
    number = next(_numbers)
    row = {
        "fullName": f"Person {number}",
        "email": f"person.{number}@imported.example",
        "phone": f"97{number:08d}",
        "dateOfBirth": "1994-05-17",
        "gender": "Female",
        "workLocation": "Pune",
        "role": "TRAINEE",
        "profile": "TRAINEE",
    }
    return {**row, **changes}


def people_file(path: Path, rows: Iterable[dict[str, str]]) -> Path:
    """Written to `path`, with the columns of its first row."""
    first, *others = rows
    with path.open("w", newline="") as out:
        writer = csv.DictWriter(out, list(first))
        writer.writeheader()
        writer.writerows([first, *others])
    return path


def text_file(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


def read_rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8-sig") as file:
        return list(csv.DictReader(file))
