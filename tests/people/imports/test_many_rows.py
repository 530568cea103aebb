"""Rows that are checked together get what each gets by itself."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from server.people.imports.checking.judge_rows import count_others
from server.people.imports.checking.many_rows import RowsChecker, TypedRows
from server.people.imports.checking.row_rules import RowChecker, RuleBook, read_phone
from server.people.imports.files.birth_dates import DateOrder
from server.people.imports.files.csv_file import ROWS_AT_ONCE
from server.people.imports.files.layout import Cells
from server.vocabulary.emails import normalize_new_email
from server.vocabulary.profiles import Profile

NAMES = [
    "Asha Rao",
    "  Asha  Rao ",
    "",
    "आशा राव",
    "Asha.Rao.com",
    "A" * 101,
    "A" * 300,
    "Asha\nRao",
    "Asha\u200bRao",
    "O'Brien",
]
EMAILS = [
    "asha@example.org",
    " ASHA@example.org ",
    "ravi@example.org",
    "ravi@example.org\n",
    "asha@example.org\nravi@example.org",
    "",
    "no email",
    "as\u212ai@example.org",
    "aski@example.org",
    "आशा@example.org",
    "asha@xn--80ak6aa92e.com",
    "аsha@example.org",  # noqa: RUF001 - a Cyrillic letter
    "a" * 65 + "@example.org",
    "a" * 60 + "@a-long-domain.example.org",
    "asha@example.org\r",
]
PHONES = [
    "9800000001",
    "+91 98000 00001",
    "+91 9800000001",
    " 09800000001",
    "9800000001.0",
    "9.8E+09",
    "",
    "12",
    "+65 8123 4567",
    "9800000001\n9800000002",
    "\u200e+919800000001",
]
BIRTHS = ["1990-04-12", "3/4/2001", "23/4/2001", "4/23/2001", "", "35123", "2031-01-01", "x", "1990-04-12\n"]
GENDERS = ["Female", "female ", "M", ""]
LOCATIONS = ["Pune", "", "P", "Mumbai, West", "Pune\nWest"]
ROLES = ["TRAINEE", "Trainee", "total", "", "x"]
PROFILES = ["TRAINEE", "SUPER_ADMIN", "FACULTY", "", "x"]

ANY_TEXT = st.text(max_size=12)
ROWS = st.lists(
    st.tuples(
        st.builds(
            Cells,
            *(
                st.sampled_from(cells) | ANY_TEXT
                for cells in (NAMES, EMAILS, PHONES, BIRTHS, GENDERS, LOCATIONS, ROLES, PROFILES)
            ),
        ),
        st.booleans(),
    ),
    min_size=1,
    max_size=30,
)


@given(
    rows=ROWS,
    cut=st.integers(min_value=1, max_value=30),
    uploader=st.sampled_from([None, Profile.SUPER_ADMIN, Profile.TRAINEE]),
    order=st.sampled_from([None, *DateOrder]),
    email_is_optional=st.booleans(),
)
def test_as_by_themselves(
    *,
    rows: list[tuple[Cells, bool]],
    cut: int,
    uploader: Profile | None,
    order: DateOrder | None,
    email_is_optional: bool,
) -> None:
    book = RuleBook(
        uploader=uploader,
        this_year=2026,
        minimum_age=13,
        date_order=order,
        phone_region="IN",
        email_is_optional=email_is_optional,
    )
    alone, together = RowChecker(book), RowsChecker(book)
    expected = [
        alone.check(row, cells, line=row + 1, too_wide=too_wide) for row, (cells, too_wide) in enumerate(rows, start=1)
    ]
    checked = []
    for start in range(0, len(rows), cut):
        cells, too_wide = zip(*rows[start : start + cut], strict=True)
        numbers = range(start + 1, start + 1 + len(cells))
        checked += together.check_all(TypedRows(numbers, [row + 1 for row in numbers], cells, too_wide))
    assert checked == expected
    assert [row.status for row in checked] == [row.status for row in expected]
    assert together.undecided_dates == alone.undecided_dates


def test_errors_that_are_added_later_are_those_of_one_row() -> None:
    book = RuleBook(
        uploader=Profile.SUPER_ADMIN, this_year=2026, minimum_age=13, date_order=DateOrder.DAY, phone_region="IN"
    )
    cells = Cells("Asha Rao", "asha@example.org", "9800000001", "1990-04-12", "Female", "Pune", "TRAINEE", "TRAINEE")
    rows = [cells, cells._replace(email="ravi@example.org")]
    first, second = RowsChecker(book).check_all(TypedRows([1, 2], [2, 3], rows, [False, False]))
    first.errors.append(("email", "taken"))
    assert second.errors == []


def test_shared_phones_are_counted_wherever_their_rows_stand() -> None:
    """Among rows that share none, in the same or in other steps; a person who is named twice shares nothing."""
    contacts = [(f"person{number}@example.org", f"98{number:08d}") for number in range(ROWS_AT_ONCE * 3)]
    contacts[7] = ("person7@example.org", contacts[3][1])
    contacts[ROWS_AT_ONCE + 1] = ("another@example.org", f"+91 {contacts[5][1]}")
    contacts[ROWS_AT_ONCE + 2] = (" PERSON9@example.org", contacts[9][1])
    contacts[-1] = ("last@example.org", f" {contacts[ROWS_AT_ONCE * 2][1]}.0")
    contacts[-2] = ("another@example.org", contacts[5][1])
    contacts[-3] = ("no.phone@example.org", "no phone")
    shared = {f"+91{contacts[3][1]}": 1, f"+91{contacts[5][1]}": 2, f"+91{contacts[ROWS_AT_ONCE * 2][1]}": 1}
    assert count_others(contacts, region="IN") == shared


@given(
    contacts=st.lists(st.tuples(st.sampled_from(EMAILS), st.sampled_from(PHONES)), max_size=12),
    strangers=st.integers(0, ROWS_AT_ONCE),
)
def test_phones_counted_together_are_those_counted_one_by_one(contacts: list[tuple[str, str]], strangers: int) -> None:
    """`strangers` move the rows from the first step into the second one."""
    first = [(f"person{number}@example.org", f"70{number:08d}") for number in range(strangers)]
    expected: Counter[str] = Counter()
    seen: dict[str, str] = {}
    for email, cell in contacts:
        phone = read_phone(cell, region="IN")
        if phone is not None:
            known = seen.setdefault(phone, email)
            expected[phone] += _person(known) != _person(email)
    assert count_others([*first, *contacts], region="IN") == +expected


def _person(email: str) -> str:
    return normalize_new_email(email) or email.strip().casefold()
