"""The conditions of an opening: as they are given, stored and read again, and which of them need a reason."""

import json
from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from server.people.fields.conditions import Term, read_terms
from server.people.fields.read_fields import read_fields
from server.people.fields.visible import open_fields
from server.people.list.list_repository import Matching, matching
from server.people.list.list_schemas import FilterQuery, Status
from server.placement import fit_repository
from server.placement.opening_repository import StoredOpening
from server.platform.database.connections import Connection
from server.platform.errors import ConflictError, ValidationFailedError
from server.platform.services import Context, Services
from server.vocabulary.own_fields import OwnField
from server.vocabulary.profiles import Profile
from server.vocabulary.visible_text import fold_name

PROTECTED: Final = (
    "{} is about gender, religion, category or disability: only a Super Admin sets such a condition, and says why"
)
# Words of labels, and choices two of which tell what a field is about, however it is called.
_WORDS: Final = frozenset(
    {
        *("gender", "sex", "male", "female", "salutation", "religion", "caste", "category", "disability", "disabled"),
        *("divyang", "pwd", "handicap", "लिंग", "धर्म", "जाति", "श्रेणी", "वर्ग", "दिव्यांग", "दिव्यांगता", "विकलांगता"),
    }
)
_CHOICES: Final = (
    frozenset({"sc", "st", "obc", "ews", "scheduled caste", "scheduled tribe"}),
    frozenset({"male", "female", "man", "woman", "mr", "mrs", "ms", "पुरुष", "महिला"}),
    frozenset({"hindu", "muslim", "christian", "sikh", "buddhist", "jain", "parsi"}),
    frozenset({"blindness", "low vision", "hearing impairment", "locomotor disability", "mental illness"}),
)


class OpeningBrokenError(ConflictError):
    message = "A condition of this opening names a field that is archived or has changed. Edit its conditions first."


def is_protected(field: OwnField) -> bool:
    """Whether a condition on the field needs a reason. The key stays what it was when a label is changed."""
    labels = {fold_name(option.label) for option in field.options}
    words = {word.strip("().,:;/") for text in (field.label, field.key) for word in fold_name(text).split()}
    return not _WORDS.isdisjoint(words) or any(len(labels & known) > 1 for known in _CHOICES)


async def read_conditions(
    connection: Connection, context: Context, *, where: str, reason: str | None
) -> tuple[list[dict[str, Any]], list[str]]:
    """Return the terms as they are stored, and the labels of protected fields.

    Raises ValidationFailedError: see read_terms; or a field is protected, and no Super Admin says why.
    """
    terms = read_terms(where, fields=await open_fields(connection, context))
    protected = list(dict.fromkeys(term.field.label for term in terms if is_protected(term.field)))
    if protected and (reason is None or context.actor.profile is not Profile.SUPER_ADMIN):
        raise ValidationFailedError(errors={"where": PROTECTED.format(protected[0])})
    return [json.loads(json.dumps(term.written)) for term in terms], protected


async def read_stored(
    connection: Connection, services: Services, openings: Sequence[StoredOpening], *, company_id: UUID
) -> dict[UUID, tuple[Term, ...] | None]:
    """Return the terms of each opening; None: they do not apply any more."""
    fields = (await read_fields(connection, services, company_id=company_id)).own
    found: dict[UUID, tuple[Term, ...] | None] = {}
    for opening in openings:
        try:
            where = json.dumps(opening.conditions) if opening.conditions else ""
            found[opening.id] = read_terms(where, fields=fields)
        except ValidationFailedError:
            found[opening.id] = None
    return found


async def terms_of(
    connection: Connection, services: Services, opening: StoredOpening, *, company_id: UUID
) -> tuple[Term, ...]:
    """Raises OpeningBrokenError."""
    terms = (await read_stored(connection, services, [opening], company_id=company_id))[opening.id]
    if terms is None:
        raise OpeningBrokenError
    return terms


TRAINEES: Final = FilterQuery.model_validate({"profile": Profile.TRAINEE, "status": Status.ACTIVE})


def fitting(context: Context, opening: StoredOpening, *, terms: Sequence[Term] = ()) -> Matching:
    """Match the active trainees who fulfil the terms, and are where the opening wants them.

    Who does not see all openings sees the opening's candidates alone.
    """
    found = matching(TRAINEES, company_id=context.company_id, zone=context.actor.zone, terms=terms)
    return fit_repository.within(found, opening)
