"""The company's own fields in its files: which of them a file may have, and who reads and changes their cells."""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from uuid import UUID

from server.people.fields.read_fields import read_fields
from server.people.imports.files.layout import FieldMap
from server.people.imports.repository import Import
from server.people.stages.repository import live_names
from server.platform.database.connections import Connection
from server.platform.errors import ForbiddenError
from server.platform.services import Services
from server.vocabulary.fields import FieldSet
from server.vocabulary.own_fields import OwnField
from server.vocabulary.profiles import ADMINISTRATORS, Profile
from server.vocabulary.visible_text import fold_name


@lru_cache(maxsize=256)
def fields_of_file(
    fields: FieldSet, *, editors: frozenset[Profile | None], named: frozenset[str], stages: frozenset[str]
) -> FieldSet:
    """Return the fields that may be chosen: all that `editors` edit; and those that are `named`, archived ones too."""
    chosen = (
        replace(field, archived_at=None)
        for field in fields.known.values()
        if field.name in named or not (field.is_archived or editors - field.editors)
    )
    return FieldSet(fields.built_in, chosen, version=fields.version, stages=stages)


async def fields_to_offer(
    connection: Connection,
    services: Services,
    *,
    company_id: UUID,
    editors: Iterable[Profile | None],
    named: FieldMap | None = None,
) -> FieldSet:
    fields = await read_fields(connection, services, company_id=company_id)
    names = frozenset(named.own if named else ())
    stages = frozenset(fold_name(each) for each in await live_names(connection, company_id=company_id))
    return fields_of_file(fields, editors=frozenset(editors), named=names, stages=stages)


async def with_fields(
    connection: Connection, services: Services, found: Import, *, chooser: Profile | None = None
) -> Import:
    """The import with the fields that its uploader may choose, and only those of a `chooser`, if there is one."""
    editors = {found.uploader_profile, chooser} if chooser else {found.uploader_profile}
    known = await fields_to_offer(
        connection, services, company_id=found.company_id, editors=editors, named=found.fields
    )
    return replace(found, known=known)


def refuse_closed(found: Import, names: Iterable[str], *, profile: Profile | None, edits: bool = True) -> None:
    """Raises ForbiddenError: the profile does not edit, or without `edits` see, an own field of these names."""
    asked = set(names)
    for field in found.known.own:
        allowed = field.editors if edits or field.is_sensitive else field.viewers
        if field.name in asked and profile not in allowed:
            raise ForbiddenError


def is_told_to_all(field: OwnField) -> bool:
    """Whether its values may stand in what all who import receive."""
    return not field.is_sensitive and field.viewers >= ADMINISTRATORS
