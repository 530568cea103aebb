"""Calls on people who are probably in the company twice."""

from uuid import UUID

from quart import Blueprint

from server.people.account.schemas import UserRecord
from server.people.duplicates import find_duplicates, merge_users, schemas
from server.platform.http.authentication import Routes, current_context
from server.vocabulary.profiles import Permission

routes = Routes(Blueprint("duplicates", __name__), "Users")


@routes.post("/users/duplicates", requires=Permission.USER_VIEW, limit=600)
async def find_probable_duplicates(data: schemas.DuplicatesRequest) -> schemas.DuplicatesResponse:
    """Find accounts that are probably of a person who is typed: a name alike, and the same birth date or phone."""
    return await find_duplicates.find_duplicates_of(current_context(), data)


@routes.get("/users/duplicates", requires=Permission.USER_VIEW, limit=600, heavy=True)
async def list_probable_duplicates() -> schemas.DuplicatePairs:
    """List the pairs of accounts that are probably of one person, as a worker has found them."""
    return await find_duplicates.list_pairs(current_context())


@routes.post("/users/<uuid:user_id>/merge", requires=Permission.USER_DELETE, limit=300)
async def merge_into_user(user_id: UUID, data: schemas.MergeRequest) -> UserRecord:
    """Merge another account of the same person into this one; for a day it can be undone."""
    return await merge_users.merge_users(current_context(), data, user_id=user_id)


@routes.get("/users/merges", requires=Permission.USER_DELETE, limit=600)
async def list_open_merges() -> schemas.MergesResponse:
    """List the merges that can still be undone."""
    return await merge_users.list_merges(current_context())


@routes.post("/users/merges/<uuid:merge_id>/undo", requires=Permission.USER_DELETE, limit=300)
async def undo_user_merge(merge_id: UUID) -> UserRecord:
    """Give both accounts of a merge back what they had."""
    return await merge_users.undo_merge(current_context(), merge_id)
