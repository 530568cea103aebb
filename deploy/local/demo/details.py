"""The demo company's own fields, and what they hold of its trainees."""

import random
from dataclasses import replace
from typing import Final
from uuid import UUID

from deploy.local.demo.names import NAMES
from deploy.local.demo.people import Person, happens
from server.company.audit.record import AuditAction, record
from server.people.fields.repository import add_field, write_values
from server.platform.database.connections import Connection
from server.vocabulary.field_kinds import Value
from server.vocabulary.own_fields import PREFIX, FieldChoice, OwnField, OwnKind
from server.vocabulary.profiles import ADMINISTRATORS, Profile

# Beside that of the people, who stay the same.
SEED: Final = 38
COURSES: Final = ("CNC Operator", "Electrician", "Fitter", "Data Entry Operator", "Retail Associate", "Web Developer")
CATEGORIES: Final = ("General", "EWS", "OBC", "SC", "ST")
SHARES: Final = (36, 8, 34, 14, 8)


def _field(number: int, *, key: str, label: str, kind: OwnKind, labels: tuple[str, ...] = ()) -> OwnField:
    return OwnField(
        name=PREFIX + key,
        key=key,
        label=label,
        number=number,
        own_kind=kind,
        options=tuple(FieldChoice(number=place, label=text) for place, text in enumerate(labels, start=1)),
        viewers=ADMINISTRATORS | {Profile.TRAINER, Profile.PLACEMENT, Profile.INTERVIEW_PANELIST},
        editors=ADMINISTRATORS,
        is_own_view=True,
    )


_SHUT: Final = frozenset({Profile.SUPER_ADMIN, Profile.ADMIN})
FIELDS: Final = (
    _field(1, key="course", label="Course", kind=OwnKind.ONE, labels=COURSES),
    replace(_field(2, key="10th", label="10th %", kind=OwnKind.NUMBER), is_keyed=True),
    replace(_field(3, key="cgpa", label="CGPA", kind=OwnKind.NUMBER), is_keyed=True),
    replace(
        _field(4, key="fathersName", label="Father's name", kind=OwnKind.TEXT), help="As on the proof of identity."
    ),
    replace(_field(5, key="hostel", label="Hostel", kind=OwnKind.FLAG), is_own_edit=True),
    replace(
        _field(6, key="category", label="Category", kind=OwnKind.ONE, labels=CATEGORIES),
        help="Skill missions report candidates by category.",
        is_sensitive=True,
        is_own_view=False,
        viewers=_SHUT,
        editors=_SHUT,
    ),
)


async def add_details(connection: Connection, people: list[Person], *, company_id: UUID, owner_id: UUID) -> None:
    chance = random.Random(SEED)  # noqa: S311 - nothing secret
    for field in FIELDS:
        await add_field(connection, field, company_id=company_id)
        await record(
            connection,
            action=AuditAction.FIELD_CREATED,
            company_id=company_id,
            actor_id=owner_id,
            subject_label=field.label,
            after={"label": field.label, "kind": field.own_kind.value},
        )
    trainees = [person for person in people if person.profile is Profile.TRAINEE]
    await write_values(connection, {person.id: _details(chance, person) for person in trainees}, company_id=company_id)


def _details(chance: random.Random, person: Person) -> dict[str, Value]:
    last = person.contact.full_name.rpartition(" ")[2]
    fathers = next(names.men for names in NAMES if last in names.last.split())
    marks = min(98.0, max(38.0, chance.gauss(70, 11)))
    values: tuple[Value, ...] = (
        1 + chance.randrange(len(COURSES)),
        round(marks, 1),
        None if happens(chance, percent=8) else round(min(10.0, max(4.0, marks / 10 + chance.gauss(0, 0.6))), 2),
        f"{chance.choice(fathers.split())} {last}",
        happens(chance, percent=35),
        None if happens(chance, percent=10) else 1 + chance.choices(range(len(CATEGORIES)), SHARES)[0],
    )
    return {field.slot: value for field, value in zip(FIELDS, values, strict=True)}
