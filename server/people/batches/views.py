"""Calls on a company's batches."""

from uuid import UUID

from quart import Blueprint

from server.people.batches import change_batches, schemas
from server.platform.http.authentication import Routes, current_context
from server.platform.http.requests import idempotent_call
from server.platform.schemas import PageQuery
from server.vocabulary.profiles import Permission

routes = Routes(Blueprint("batches", __name__), "Batches")


@routes.get("/batches", requires=Permission.USER_CREATE, limit=1200)
async def get_batches(query_args: schemas.BatchesQuery) -> schemas.BatchPage:
    """The company's batches with their figures, the newest first."""
    return await change_batches.list_page(current_context(), query=query_args)


@routes.post("/batches", requires=Permission.USER_CREATE, limit=600, status=201)
async def create_single_batch(data: schemas.CreateBatchRequest) -> tuple[schemas.BatchRecord, int]:
    """Create a batch. Its name and code are each unique in the company, without regard to case."""
    created = await change_batches.create_batch(current_context(), data, call=idempotent_call(fields=data))
    return created, 201


@routes.get("/batches/<uuid:batch_id>", requires=Permission.USER_CREATE, limit=1200)
async def get_single_batch(batch_id: UUID) -> schemas.BatchRecord:
    """One batch with its figures."""
    return await change_batches.get_batch(current_context(), batch_id=batch_id)


@routes.put("/batches/<uuid:batch_id>", requires=Permission.USER_CREATE, limit=600)
async def change_single_batch(batch_id: UUID, data: schemas.ChangeBatchRequest) -> schemas.BatchRecord:
    """Change a batch, archive it or restore it. An archived batch keeps its people and takes no new ones."""
    return await change_batches.change_batch(current_context(), data, batch_id=batch_id)


@routes.get("/batches/<uuid:batch_id>/leavings", requires=Permission.USER_CREATE, limit=1200)
async def list_leavings_of_batch(batch_id: UUID, query_args: PageQuery) -> schemas.LeavingPage:
    """Who was in a batch and has left it, each time."""
    return await change_batches.list_leavings(current_context(), of="batch_id", row_id=batch_id, query=query_args)


@routes.get("/users/<uuid:user_id>/leavings", requires=Permission.USER_VIEW, limit=1200)
async def list_leavings_of_person(user_id: UUID, query_args: PageQuery) -> schemas.LeavingPage:
    """The batches that a person was in and has left, each time."""
    return await change_batches.list_leavings(current_context(), of="user_id", row_id=user_id, query=query_args)
