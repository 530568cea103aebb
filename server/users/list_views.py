from typing import Final
from uuid import UUID

from quart import Blueprint, Response
from quart_schema import tag, validate_querystring, validate_response

from server.identity.profiles import Permission
from server.users import export_csv, list_users, summarize_users
from server.users.list_schemas import FilterQuery, ListQuery, UserPage, UserSummary
from server.users.schemas import UserRecord
from server.web.authentication import client_address, current_identity, current_services, limited, requires
from server.web.openapi_marks import answers_file

# A file of a million people takes its time, and more where the line is slow.
EXPORT_SECONDS: Final = 1_800

blueprint = Blueprint("user_list", __name__)


@blueprint.get("/users")
@requires(Permission.USER_VIEW)
@limited(1200)
@validate_querystring(ListQuery)
@validate_response(UserPage)
@tag(["Users"])
async def list_people(query_args: ListQuery) -> UserPage:
    """One page of the company's people; without any parameter the first thousand."""
    return await list_users.list_users(current_services(), identity=current_identity(), query=query_args)


@blueprint.get("/users/<uuid:user_id>")
@requires(Permission.USER_VIEW)
@limited(1200)
@validate_response(UserRecord)
@tag(["Users"])
async def get_person(user_id: UUID) -> UserRecord:
    """One of the company's people."""
    return await list_users.get_user(current_services(), identity=current_identity(), user_id=user_id)


@blueprint.get("/users/export.csv")
@requires(Permission.USER_VIEW)
@limited(60)
@answers_file("text/csv")
@validate_querystring(FilterQuery)
@tag(["Users"])
async def download_people(query_args: FilterQuery) -> Response:
    """The list as a file, with the list's filters."""
    pieces = await export_csv.export_users(
        current_services(), identity=current_identity(), query=query_args, address=client_address()
    )
    response = Response(
        (piece.encode() async for piece in pieces),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": 'attachment; filename="users.csv"'},
    )
    response.timeout = EXPORT_SECONDS
    return response


@blueprint.get("/users/summary")
@requires(Permission.USER_VIEW)
@limited(600)
@validate_response(UserSummary)
@tag(["Users"])
async def summarize_people() -> UserSummary:
    """The company's people in numbers, and what was done last."""
    return await summarize_users.summarize_users(current_services(), identity=current_identity())
