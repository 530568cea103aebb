"""The set of fields of a company's people: those that all have, and its own; kept by the version of these."""

from typing import Final
from uuid import UUID

from server.people.fields import repository
from server.platform.database.connections import Connection
from server.platform.process.cache import CacheKind
from server.platform.services import Services, ServiceUnit
from server.vocabulary.fields import BUILT_IN, FIELDS, FieldSet

FIELD_SETS: Final = CacheKind[UUID, FieldSet](most=2_000)
KEPT_SECONDS: Final = 3_600


async def read_fields(connection: Connection, services: Services, *, company_id: UUID) -> FieldSet:
    version = await repository.read_version(connection, company_id=company_id)
    if version == 0:
        return BUILT_IN
    kept = services.caches.of(FIELD_SETS).get(company_id)
    if kept is not None and kept.version == version:
        return kept
    own = await repository.list_fields(connection, company_id=company_id)
    made = FieldSet(FIELDS, own, version=version)
    return services.caches.of(FIELD_SETS).put(company_id, made, seconds=KEPT_SECONDS)


async def hold_fields(unit: ServiceUnit, *, company_id: UUID) -> FieldSet:
    """Return the fields as they stay until the transaction ends: whatever writes values asks for them here."""
    await repository.hold_fields(unit.connection, company_id=company_id)
    return await read_fields(unit.connection, unit.services, company_id=company_id)
