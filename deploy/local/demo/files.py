"""The two files of the demo: one is imported, the other waits for a decision."""

import csv
import io
from typing import Final

from deploy.local.demo.people import TRAINEE_AGES, Contact, Contacts
from server.vocabulary.fields import BUILT_IN
from server.vocabulary.profiles import Profile, Role

FINISHED_NAME: Final = "trainees-batch-9.csv"
CHECKED_NAME: Final = "campus-drive.csv"
# Rows that can be created, and how many more there are that cannot.
FINISHED_ROWS: Final = 172
CHECKED_ROWS: Final = 57

# By header, what was typed instead.
_MISTAKES: Final = (
    {"email": ""},
    {"email": "no.mail.yet"},
    {"phone": "98765 432"},
    {"dateOfBirth": "2003-02-31"},
    {"workLocation": ""},
    {"profile": "STUDENT"},
)


def finished_file(contacts: Contacts) -> bytes:
    return _file(contacts, rows=FINISHED_ROWS, mistakes=_MISTAKES)


def checked_file(contacts: Contacts, *, known_email: str) -> bytes:
    """The file that waits in its preview: two rows with warnings, one email that is already registered."""
    unusual = {"role": Role.MENTOR.value}
    return _file(contacts, rows=CHECKED_ROWS, mistakes=(*_MISTAKES[1:5], {"email": known_email}, unusual, unusual))


def _file(contacts: Contacts, *, rows: int, mistakes: tuple[dict[str, str], ...]) -> bytes:
    """A CSV file; the rows with mistakes are spread over it."""
    people = [_cells(contacts.draw(ages=TRAINEE_AGES)) for _ in range(rows + len(mistakes))]
    for number, mistake in enumerate(mistakes):
        people[7 + number * (rows // len(mistakes))] |= mistake
    out = io.StringIO()
    writer = csv.DictWriter(out, BUILT_IN.required_in_files)
    writer.writeheader()
    writer.writerows(people)
    return out.getvalue().encode()


def _cells(contact: Contact) -> dict[str, str]:
    return {
        "fullName": contact.full_name,
        "email": contact.email,
        "phone": contact.phone,
        "dateOfBirth": contact.birth_date.isoformat(),
        "gender": contact.gender.value,
        "workLocation": contact.work_location,
        "role": Role.TRAINEE.value,
        "profile": Profile.TRAINEE.value,
    }
