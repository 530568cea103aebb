"""Downloads of what is stored about a person."""

from typing import Annotated
from uuid import UUID

from pydantic import Field
from quart import Blueprint, Response

from server.company.privacy.erase_person import erase_user
from server.company.privacy.export_data import MEDIA_TYPES, ExportFormat, export_data
from server.platform.http.authentication import Routes, current_actor, current_call, current_context, download
from server.platform.schemas import MessageResponse, QuerySchema, RequestSchema
from server.vocabulary.profiles import Permission


class EraseRequest(RequestSchema):
    """`fullName` is the name of the person, typed to confirm."""

    full_name: Annotated[str, Field(max_length=200)]


class PersonExportQuery(QuerySchema):
    """`html` is a page to read and print; `json` is for programs."""

    format: ExportFormat = ExportFormat.JSON


routes = Routes(Blueprint("privacy", __name__), "Users")


@routes.get("/users/profile/data.json", signed_in=True, limit=10, downloads=MEDIA_TYPES.values())
async def export_own_data(query_args: PersonExportQuery) -> Response:
    """Everything that is stored about the caller."""
    return await _file_about(current_actor().user_id, file_format=query_args.format)


@routes.get(
    "/users/<uuid:user_id>/data.json", requires=Permission.USER_DELETE, limit=60, downloads=MEDIA_TYPES.values()
)
async def export_data_of_user(user_id: UUID, query_args: PersonExportQuery) -> Response:
    """Everything that is stored about a person, for those who may delete them."""
    return await _file_about(user_id, file_format=query_args.format)


@routes.post("/users/<uuid:user_id>/erase", requires=Permission.USER_DELETE, limit=60)
async def erase_single_user(user_id: UUID, data: EraseRequest) -> MessageResponse:
    """Delete an account and erase what else holds the person; needs a fresh proof and the person's name."""
    await erase_user(current_context(), user_id, full_name=data.full_name)
    return MessageResponse(message="The account is deleted. Copies of its data are being erased.")


async def _file_about(user_id: UUID, *, file_format: ExportFormat) -> Response:
    content = await export_data(current_context(), user_id, file_format=file_format)
    current_call().at_end.callback(content.close)
    return download(
        content.pieces(), name=f"personal-data.{file_format}", media_type=f"{MEDIA_TYPES[file_format]}; charset=utf-8"
    )
