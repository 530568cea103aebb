"""Calls on people who are probably in the company twice."""

from quart import Blueprint

from server.people.duplicates import find_duplicates
from server.people.duplicates.schemas import DuplicatePairs, DuplicatesRequest, DuplicatesResponse
from server.platform.http.authentication import current_context, heavy, limited, operation, requires
from server.vocabulary.profiles import Permission

blueprint = Blueprint("duplicates", __name__)


@blueprint.post("/users/duplicates")
@operation("Users", requires(Permission.USER_VIEW), limited(600))
async def find_probable_duplicates(data: DuplicatesRequest) -> DuplicatesResponse:
    """Find accounts that are probably of a person who is typed: a name alike, and the same birth date or phone."""
    return await find_duplicates.find_duplicates_of(current_context(), data)


@blueprint.get("/users/duplicates")
@operation("Users", requires(Permission.USER_VIEW), limited(60), heavy)
async def list_probable_duplicates() -> DuplicatePairs:
    """List the pairs of accounts that are probably of one person."""
    return await find_duplicates.list_pairs(current_context())
