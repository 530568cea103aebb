"""Calls on a company's own fields."""

from quart import Blueprint

from server.people.fields import define_fields, schemas
from server.people.fields.starter_sets import STARTER_SETS
from server.platform.http.authentication import Routes, current_context
from server.platform.http.requests import idempotent_call
from server.vocabulary.duties import Act

routes = Routes(Blueprint("fields", __name__), "Fields")


@routes.get("/fields", signed_in=True, keys=True, limit=1200)
async def list_fields(query_args: schemas.FieldsQuery) -> schemas.FieldsResponse:
    """The company's own fields that are open to the caller: of people, or of themselves."""
    return await define_fields.list_fields(current_context(), counts=query_args.counts)


@routes.post("/fields", requires=Act.FIELD_DEFINE, limit=300, status=201)
async def create_field(data: schemas.CreateFieldRequest) -> tuple[schemas.FieldRecord, int]:
    """Make a field. Its key follows from its first label, and never changes."""
    return await define_fields.create_field(current_context(), data, call=idempotent_call(fields=data)), 201


@routes.get("/fields/starter-sets", requires=Act.FIELD_DEFINE, limit=300)
async def list_starter_sets() -> schemas.StarterSetsResponse:
    """Sets of fields to begin with."""
    return schemas.StarterSetsResponse(sets=list(STARTER_SETS.values()))


@routes.post("/fields/starter-sets/<key>", requires=Act.FIELD_DEFINE, limit=60)
async def add_starter_set(key: str) -> schemas.FieldsResponse:
    """Make all fields of a set that the company does not have; it answers all fields. Repeated, it changes nothing."""
    return await define_fields.add_starter_set(current_context(), key=key)


@routes.put("/fields/order", requires=Act.FIELD_DEFINE, limit=300)
async def order_fields(data: schemas.OrderFieldsRequest) -> schemas.FieldsResponse:
    """Put the fields into another order."""
    return await define_fields.order_fields(current_context(), data)


@routes.put("/fields/<key>", requires=Act.FIELD_DEFINE, limit=300)
async def change_field(key: str, data: schemas.ChangeFieldRequest) -> schemas.FieldRecord:
    """Change a field; its values follow it to another kind."""
    return await define_fields.change_field(current_context(), data, key=key)


@routes.post("/fields/<key>/archive", requires=Act.FIELD_DEFINE, limit=300)
async def archive_field(key: str, data: schemas.FieldVersionRequest) -> schemas.FieldRecord:
    """Archive a field: it is shown and asked for no more, and its values are kept."""
    return await define_fields.archive_field(current_context(), data, key=key, archived=True)


@routes.post("/fields/<key>/restore", requires=Act.FIELD_DEFINE, limit=300)
async def restore_field(key: str, data: schemas.FieldVersionRequest) -> schemas.FieldRecord:
    """Restore an archived field, with its values."""
    return await define_fields.archive_field(current_context(), data, key=key, archived=False)


@routes.post("/fields/<key>/check", requires=Act.FIELD_DEFINE, limit=300)
async def check_field(key: str, data: schemas.CheckFieldRequest) -> schemas.FieldCheck:
    """How many people's values do not fit another kind, or are not unique."""
    return await define_fields.check_field(current_context(), data, key=key)
