"""Downloads of what is stored about a person."""

from uuid import UUID

from quart import Blueprint, Response
from quart_schema import tag, validate_querystring, validate_request, validate_response

from server.company.privacy.export_data import MEDIA_TYPES, export_data
from server.company.privacy.schemas import EraseRequest, ExportFormat, ExportQuery
from server.company.privacy.start_erasure import erase_user
from server.platform.http.authentication import (
    client_address,
    current_call,
    current_identity,
    current_services,
    limited,
    requires,
    signed_in,
)
from server.platform.http.downloads import download, downloads
from server.platform.http.openapi_marks import answers_file
from server.platform.schemas import MessageResponse
from server.vocabulary.profiles import Permission

ERASED = "The account is deleted. Copies of its data are being erased."

blueprint = Blueprint("privacy", __name__)


@blueprint.get("/users/profile/data.json")
@signed_in
@limited(10)
@answers_file(*MEDIA_TYPES.values())
@validate_querystring(ExportQuery)
@tag(["Users"])
@downloads
async def export_own_data(query_args: ExportQuery) -> Response:
    """Everything that is stored about the caller."""
    return await _file_about(current_identity().user_id, file_format=query_args.format)


@blueprint.get("/users/<uuid:user_id>/data.json")
@requires(Permission.USER_DELETE)
@limited(60)
@answers_file(*MEDIA_TYPES.values())
@validate_querystring(ExportQuery)
@tag(["Users"])
@downloads
async def export_data_of_user(user_id: UUID, query_args: ExportQuery) -> Response:
    """Everything that is stored about a person, for those who may delete them."""
    return await _file_about(user_id, file_format=query_args.format)


@blueprint.post("/users/<uuid:user_id>/erase")
@requires(Permission.USER_DELETE)
@limited(60)
@validate_request(EraseRequest)
@validate_response(MessageResponse)
@tag(["Users"])
async def erase_single_user(user_id: UUID, data: EraseRequest) -> MessageResponse:
    """Delete an account and erase what else holds the person; needs a fresh proof and the person's name."""
    await erase_user(
        current_services(),
        identity=current_identity(),
        user_id=user_id,
        full_name=data.full_name,
        address=client_address(),
    )
    return MessageResponse(message=ERASED)


async def _file_about(user_id: UUID, *, file_format: ExportFormat) -> Response:
    content = await export_data(
        current_services(),
        identity=current_identity(),
        user_id=user_id,
        address=client_address(),
        file_format=file_format,
    )
    current_call().at_end.callback(content.close)
    return download(
        content.pieces(), name=f"personal-data.{file_format}", media_type=f"{MEDIA_TYPES[file_format]}; charset=utf-8"
    )
