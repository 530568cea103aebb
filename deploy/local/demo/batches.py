"""The batches of the demo company, with trainees in them."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final
from uuid import UUID

from deploy.local.demo.people import Person
from server.company.audit.record import AuditAction, Subject, record, record_many
from server.people.account.account_rules import Editor
from server.people.batches.batch_form import BatchFields
from server.people.batches.change_batches import add_people
from server.people.batches.repository import add_batch
from server.platform.database.connections import Connection
from server.vocabulary.emails import mask_email
from server.vocabulary.profiles import Profile

LIFE: Final = timedelta(days=270)
PLACES: Final = (("Pune", "PUN", 160), ("Mumbai", "MUM", 90))


@dataclass(frozen=True, kw_only=True)
class Intake:
    fields: BatchFields
    people: list[Person]


def make_intakes(people: list[Person]) -> Iterator[Intake]:
    """Each place has the next of the trainees, from the last on who was created."""
    trainees = [person for person in people if person.profile is Profile.TRAINEE]
    trainees.sort(key=lambda person: person.created_at, reverse=True)
    for place, code, size in PLACES:
        chosen, trainees = trainees[:size], trainees[size:]
        if chosen:
            yield Intake(fields=_fields(place, code, begins=chosen[-1].created_at.date()), people=chosen)


def _fields(place: str, code: str, *, begins: date) -> BatchFields:
    return BatchFields(
        name=f"{place}, {begins:%B %Y}",
        code=f"{code}-{begins:%y%m}",
        location=place,
        starts_on=begins,
        ends_on=begins + LIFE,
    )


async def add_intakes(connection: Connection, people: list[Person], *, company_id: UUID, owner_id: UUID) -> None:
    for intake in make_intakes(people):
        fields = intake.fields
        batch_id = await add_batch(connection, fields, company_id=company_id)
        await record(
            connection,
            action=AuditAction.BATCH_CREATED,
            company_id=company_id,
            actor_id=owner_id,
            subject_id=batch_id,
            subject_label=fields.name,
            after={field: value for field, value in fields.shown.items() if value is not None},
        )
        ids = [person.id for person in intake.people]
        await add_people(connection, ids, company_id=company_id, batch_id=batch_id)
        await record_many(
            connection,
            [_added(person, name=fields.name) for person in intake.people],
            action=AuditAction.USER_ADDED_TO_BATCH,
            by=Editor(company_id=company_id, user_id=owner_id, profile=None),
        )


def _added(person: Person, *, name: str) -> Subject:
    label = mask_email(person.contact.email)
    return Subject(id=person.id, label=label, before={"batch": None}, after={"batch": name})
