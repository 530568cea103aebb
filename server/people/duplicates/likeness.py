"""What makes two accounts, or rows of a file, probable duplicates: a name alike, and the same birth date or phone."""

from typing import Final, NamedTuple
from uuid import UUID

from server.people.duplicates.names import are_alike
from server.platform.process.open_enum import OpenEnum

# So many with one key are not compared further: their date is a default, or their phone that of an office.
MOST_COMPARED: Final = 40


class Evidence(OpenEnum):
    """What two people have in common beside their names, by the name of the field."""

    BIRTH = "dateOfBirth"
    PHONE = "phone"


class Person(NamedTuple):
    """What is compared of a person; `born` is an ISO date, and as the phone may be empty."""

    full_name: str
    born: str
    phone: str


class Known(NamedTuple):
    """An account of the company."""

    id: UUID
    label: str
    email: str | None
    person: Person


def find_evidence(one: Person, other: Person) -> tuple[Evidence, ...]:
    """Return what they have in common, which is nothing where their names differ."""
    if not are_alike(one.full_name, other.full_name):
        return ()
    same = {Evidence.BIRTH: one.born != "" and one.born == other.born, Evidence.PHONE: one.phone == other.phone != ""}
    return tuple(each for each, is_same in same.items() if is_same)
