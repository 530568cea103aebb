"""The sample that people start from: the required headers and three rows that would be accepted."""

import csv
import io
from typing import Final

from server.imports.csv_file import REQUIRED_HEADERS

TEMPLATE_NAME: Final = "sample_users_template.csv"
_ROWS: Final = (
    ("Asha Example", "asha@example.com", "+919800000001", "1990-04-12", "Female", "Pune", "MENTOR", "TRAINER"),
    ("Ben Example", "ben@example.com", "+919800000002", "2003-11-30", "Male", "Mumbai", "TRAINEE", "TRAINEE"),
    (
        "Chris Example",
        "chris@example.com",
        "+919800000003",
        "1985-07-01",
        "Prefer not to say",
        "Delhi",
        "EMPLOYEE",
        "PLACEMENT",
    ),
)


def template_csv() -> str:
    out = io.StringIO()
    csv.writer(out).writerows([REQUIRED_HEADERS, *_ROWS])
    return out.getvalue()
