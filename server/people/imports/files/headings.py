"""Which field the columns of a file hold, by their headings and by what is in them.

The headings are those of real lists of colleges and training centres, in English and Hindi. A heading decides; the
contents only suggest, and what is suggested is to be confirmed.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pydantic.alias_generators import to_camel

from server.people.imports.files.birth_dates import read_birth_date
from server.people.imports.files.layout import BATCH, REQUIRED_HEADERS
from server.vocabulary.profiles import Gender, Profile, Role

# In the order of their names in the template. Without marks and case, and without what stands in brackets.
SYNONYMS: Final[Mapping[str, tuple[str, ...]]] = {
    "fullName": (
        "full name", "name", "student name", "name of student", "name of the student", "students name",
        "candidate name", "name of candidate", "name of the candidate", "trainee name", "name of trainee",
        "name of the trainee", "learner name", "participant name", "name of participant", "employee name",
        "applicant name", "person name", "user name", "complete name", "name in full", "name as per aadhaar",
        "name as per aadhar", "name as per marksheet", "नाम", "पूरा नाम", "छात्र का नाम", "छात्रा का नाम",
        "विद्यार्थी का नाम", "प्रशिक्षु का नाम", "अभ्यर्थी का नाम", "उम्मीदवार का नाम",
    ),
    "email": (
        "email", "e mail", "email id", "e mail id", "emailid", "mail", "mail id", "mailid", "email address",
        "e mail address", "student email", "student email id", "official email", "official email id",
        "personal email", "personal email id", "gmail", "gmail id", "contact email", "ईमेल", "ई मेल", "ईमेल आईडी",
        "ई मेल आईडी", "ईमेल पता",
    ),
    "phone": (
        "phone", "phone no", "phone number", "phone num", "mobile", "mobile no", "mobile number", "mobile num", "mob",
        "mob no", "mob number", "cell", "cell no", "cell number", "contact", "contact no", "contact number",
        "contact num", "telephone", "telephone no", "tel", "tel no", "ph", "ph no", "student mobile",
        "student mobile no", "student mobile number", "student contact no", "student phone", "whatsapp",
        "whatsapp no", "whatsapp number", "फोन", "फ़ोन", "फोन नंबर", "फ़ोन नंबर", "मोबाइल", "मोबाइल नंबर", "मोबाइल न",
        "मोबाइल संख्या", "संपर्क नंबर", "दूरभाष",
    ),
    "dateOfBirth": (
        "date of birth", "dob", "d o b", "birth date", "birthdate", "birth day", "birthday", "born", "born on",
        "date birth", "student dob", "जन्म तिथि", "जन्मतिथि", "जन्म तारीख", "जन्म दिनांक", "जन्मदिन",
    ),
    "gender": ("gender", "sex", "m f", "male female", "gender m f", "लिंग", "जेंडर"),
    "workLocation": (
        "work location", "location", "centre", "center", "training centre", "training center", "centre name",
        "center name", "name of centre", "name of center", "branch", "branch name", "campus", "campus name", "city",
        "place", "work place", "workplace", "office", "office location", "job location", "town", "district",
        "स्थान", "केंद्र", "केन्द्र", "प्रशिक्षण केंद्र", "प्रशिक्षण केन्द्र", "शहर", "शाखा", "जिला", "ज़िला",
    ),
    "role": ("role", "designation", "position", "job role", "user role", "job title", "भूमिका", "पद", "पदनाम"),
    "profile": ("profile", "user profile", "user type", "profile type", "type of user", "account type", "प्रोफाइल",
        "प्रोफ़ाइल"),
    BATCH: (
        "batch name", "name of batch", "name of the batch", "batch no", "batch number", "batch code", "batch id",
        "training batch", "student batch", "trainee batch", "intake", "intake name", "intake batch", "cohort",
        "cohort name", "बैच", "बैच का नाम", "बैच नाम", "बैच संख्या", "बैच नंबर",
    ),
}  # fmt: skip
# Parts of a name, which are joined in the order of their columns.
NAME_PARTS: Final = (
    "first name", "given name", "forename", "middle name", "last name", "surname", "family name", "प्रथम नाम",
    "पहला नाम", "मध्य नाम", "अंतिम नाम", "उपनाम",
)  # fmt: skip
FULL_NAME: Final = "fullName"
# A longer cell is no heading, and would take the square of its length.
LONGEST_HEADING: Final = 200

_bracketed: Final = re.compile(r"\([^)]*\)|\[[^\]]*\]").sub
# Marks between words; the vowel signs of Devanagari are no letters to `\w`.
_marks: Final = re.compile(r"[^\w\u0900-\u0963\u0966-\u097f]+|_").sub
_PHONE: Final = re.compile(r"\+?[\d\s().-]{10,20}").fullmatch
_EMAIL: Final = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+").fullmatch
_NAME: Final = re.compile(r"[^\W\d_]+(?:[ .'][^\W\d_]*)+").fullmatch


@dataclass(frozen=True, kw_only=True)
class Found:
    """`fields`: the column or columns of each field. `clear`: those whose headings leave no doubt."""

    fields: Mapping[str, tuple[int, ...]]
    clear: frozenset[str]

    @property
    def is_clear(self) -> bool:
        """Whether nothing is to be confirmed."""
        return self.clear.issuperset(REQUIRED_HEADERS)


def simplify(heading: str) -> str:
    """A heading without case, marks and brackets: "Mobile No. (10 digits)*" is "mobile no"."""
    return " ".join(_marks(" ", _bracketed(" ", heading).casefold().replace("'", "")).split())


_FIELD_OF: Final = {name: field for field, names in SYNONYMS.items() for name in map(simplify, (field, *names))} | {
    simplify(part): FULL_NAME for part in NAME_PARTS
}
_EXACT: Final = {name.casefold(): name for name in REQUIRED_HEADERS}
_PARTS: Final = frozenset(map(simplify, NAME_PARTS))


def field_of(heading: str) -> str | None:
    """The field that a heading names."""
    if len(heading) > LONGEST_HEADING:
        return None
    return _EXACT.get(heading.strip().casefold()) or _FIELD_OF.get(simplify(heading))


def recognised(record: Iterable[str]) -> int:
    """How many fields the cells of a record name: a header names several."""
    return len({field for cell in record if (field := field_of(cell))})


def find_header(records: Sequence[Sequence[str]]) -> int:
    """The place of the first record that names most fields; without one, of the first with several filled cells."""
    named = [recognised(record) for record in records]
    if any(named):
        return named.index(max(named))
    return next((place for place, record in enumerate(records) if sum(map(bool, map(str.strip, record))) > 1), 0)


def find_fields(header: Sequence[str], *, samples: Sequence[Sequence[str]], this_year: int) -> Found:
    """The columns of a file's fields. `samples`: some of its rows.

    A heading of ours stands for its field even where another column means the same. Several columns of a field, parts
    of a name and columns found by their contents are not clear.
    """
    fields: dict[str, tuple[int, ...]] = {}
    clear = set[str]()
    for field in REQUIRED_HEADERS:
        exact = [place for place, cell in enumerate(header) if _EXACT.get(cell.strip().casefold()) == field]
        named = exact[:1] or [place for place, cell in enumerate(header) if field_of(cell) == field]
        whole = [place for place in named if simplify(header[place]) not in _PARTS]
        if chosen := whole[:1] or named:
            fields[field] = tuple(chosen)
        if exact or len(named) == len(whole) == 1:
            clear.add(field)
    if batches := [place for place, cell in enumerate(header) if field_of(cell) == BATCH]:
        fields[BATCH] = (batches[0],)
        clear.add(BATCH)
    _suggest(fields, header, samples=samples, this_year=this_year)
    return Found(fields=fields, clear=frozenset(clear))


def _suggest(
    fields: dict[str, tuple[int, ...]], header: Sequence[str], *, samples: Sequence[Sequence[str]], this_year: int
) -> None:
    """Add the fields that the cells of a column show: each cell that is filled must be one."""
    shows: dict[str, Callable[[str], object]] = {
        "email": _EMAIL,
        "phone": _PHONE,
        "dateOfBirth": lambda cell: any(read_birth_date(cell, this_year=this_year)),
        "gender": lambda cell: _is_one_of(Gender, cell) or cell.casefold() in {"m", "f"},
        "profile": lambda cell: _is_one_of(Profile, cell),
        "role": lambda cell: _is_one_of(Role, cell),
        FULL_NAME: _NAME,
    }
    taken = {place for places in fields.values() for place in places}
    for field, is_one in shows.items():
        if field in fields:
            continue
        for place in range(len(header)):
            cells = [row[place].strip() for row in samples if len(row) > place and row[place].strip()]
            if place not in taken and cells and field_of(header[place]) is None and all(map(is_one, cells)):
                fields[field] = (place,)
                taken.add(place)
                break


def _is_one_of(kind: type[Gender | Profile | Role], cell: str) -> bool:
    return to_camel("_".join(cell.casefold().split())) in {to_camel(each.value.casefold()) for each in kind}
