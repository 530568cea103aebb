"""Calls on a company's accounts: the list, single accounts, and the caller's own profile."""

from contextlib import nullcontext
from typing import Final
from uuid import UUID

from quart import Blueprint, Response

from server.access.sso.links import read_links
from server.people.account import schemas
from server.people.account.photos import change_photo, read_photo, remove_photo
from server.people.account.read_user import (
    get_user,
    list_user_messages,
    list_user_sessions,
    read_profile,
    reveal_value,
)
from server.people.chunks.row_files import CSV, MEDIA_TYPES, XLSX, FileFormat
from server.people.edit import edit_user
from server.people.edit.edit_user import delete_user, dismiss_first_steps, edit_profile, revoke_user_sessions
from server.people.fields.schemas import RevealedValue
from server.people.list import list_schemas, list_users
from server.people.list.summarize_people import summarize_users
from server.platform.http.authentication import (
    Routes,
    company_slot,
    current_actor,
    current_context,
    current_services,
    download,
)
from server.platform.http.requests import IDS_JSON_BYTES, idempotent_call
from server.platform.schemas import MessageResponse, PageQuery
from server.platform.still_image import IMAGE_HEADERS, IMAGE_TYPES
from server.vocabulary.profiles import Permission, Profile

DELETED: Final = "User deleted successfully"

routes = Routes(Blueprint("users", __name__), "Users")
users_routes = Routes(routes.blueprint, "users")
sessions_routes = Routes(routes.blueprint, "Sessions")


@users_routes.get("/users/profile", serves_setup=True, limit=1200)
async def get_profile() -> schemas.ProfileResponse:
    """Who is signed in, and what they may do."""
    return await read_profile(current_context())


@users_routes.put("/users/profile", signed_in=True, limit=300)
async def edit_own_profile(data: schemas.EditProfileRequest) -> schemas.ProfileResponse:
    """Change the caller's own name, phone or language. The access token says the new name from its next refresh on."""
    context = current_context()
    edited = await edit_profile(
        context,
        data.model_dump(by_alias=True, exclude_none=True, exclude={"language", "fields"}),
        language=data.language,
        own=data.fields or {},
    )
    return await read_profile(context, edited=edited)


@users_routes.get("/users/profile/photo", serves_setup=True, limit=1200, files=IMAGE_TYPES, fails=(404,))
async def get_own_photo() -> Response:
    """The caller's own photo."""
    return await _photo_of(current_actor().user_id)


@users_routes.put("/users/profile/photo", signed_in=True, limit=30)
async def change_own_photo(data: schemas.PhotoRequest) -> schemas.PhotoRecord:
    """Choose the caller's own photo. Only the parts that draw it are kept."""
    return schemas.PhotoRecord(photo_id=await change_photo(current_context(), data.content))


@users_routes.delete("/users/profile/photo", signed_in=True, limit=30)
async def remove_own_photo() -> schemas.PhotoRecord:
    await remove_photo(current_context(), current_actor().user_id)
    return schemas.PhotoRecord(photo_id=None)


@users_routes.get("/users/<uuid:user_id>/photo", requires=Permission.USER_VIEW, limit=1200, files=IMAGE_TYPES)
async def get_person_photo(user_id: UUID) -> Response:
    """The photo of one of the company's people."""
    return await _photo_of(user_id)


@users_routes.delete("/users/<uuid:user_id>/photo", requires=Permission.USER_EDIT, limit=600)
async def remove_person_photo(user_id: UUID) -> schemas.PhotoRecord:
    """Remove the photo of a person that the caller may edit."""
    await remove_photo(current_context(), user_id)
    return schemas.PhotoRecord(photo_id=None)


async def _photo_of(user_id: UUID) -> Response:
    """Answer with the photo. As other private answers it is stored by no browser: pages keep it by its id."""
    photo = await read_photo(current_context(), user_id)
    return Response(photo.content, content_type=photo.media_type, headers=IMAGE_HEADERS)


@users_routes.post("/users/first-steps/dismiss", reserved_for=(Profile.SUPER_ADMIN,), limit=60)
async def dismiss_steps() -> MessageResponse:
    """Hide the first steps of a new Super Admin, for good."""
    await dismiss_first_steps(current_context())
    return MessageResponse(message="The first steps are no longer shown")


@routes.get("/users", requires=Permission.USER_VIEW, limit=1200)
async def list_people(query_args: list_schemas.ListQuery) -> list_schemas.UserPage:
    """One page of the company's people; without any parameter the first thousand."""
    async with company_slot(current_services().searches) if query_args.search else nullcontext():
        return await list_users.list_users(current_context(), query_args)


@routes.get("/users/<uuid:user_id>", requires=Permission.USER_VIEW, limit=1200)
async def get_person(user_id: UUID) -> schemas.PersonRecord:
    """One of the company's people."""
    return await get_user(current_context(), user_id)


@routes.post("/users/<uuid:user_id>/fields/<key>/reveal", requires=Permission.USER_VIEW, limit=300)
async def reveal_field(user_id: UUID, key: str) -> RevealedValue:
    """Show a sensitive value of a person. That it was shown is recorded."""
    return await reveal_value(current_context(), user_id, key=key)


@routes.get("/users/export.csv", requires=Permission.USER_VIEW, limit=60, downloads=CSV)
async def download_people(query_args: list_schemas.ExportQuery) -> Response:
    """The list as a file, with the list's filters and order, and the chosen columns."""
    return await _list_as(FileFormat.CSV, query_args)


@routes.get("/users/export.xlsx", requires=Permission.USER_VIEW, limit=20, downloads=XLSX)
async def download_people_workbook(query_args: list_schemas.ExportQuery) -> Response:
    """The same as export.csv, as a workbook."""
    return await _list_as(FileFormat.XLSX, query_args)


@routes.post("/users/export.csv", requires=Permission.USER_VIEW, limit=60, json_bytes=IDS_JSON_BYTES, downloads=CSV)
async def download_selected_people(data: list_schemas.ExportRequest) -> Response:
    """Selected people as a file, in the list's order."""
    return await _list_as(FileFormat.CSV, data)


@routes.post("/users/export.xlsx", requires=Permission.USER_VIEW, limit=20, json_bytes=IDS_JSON_BYTES, downloads=XLSX)
async def download_selected_people_workbook(data: list_schemas.ExportRequest) -> Response:
    """The same as export.csv, as a workbook."""
    return await _list_as(FileFormat.XLSX, data)


async def _list_as(file_format: FileFormat, asked: list_schemas.ExportQuery | list_schemas.ExportRequest) -> Response:
    if isinstance(asked, list_schemas.ExportRequest):
        pieces = await list_users.export_selected(current_context(), asked, file_format=file_format)
    else:
        pieces = await list_users.export_users(current_context(), asked, file_format=file_format)
    name = list_users.name_of_file(current_context(), file_format)
    return download(pieces, name=name, media_type=MEDIA_TYPES[file_format])


@routes.get("/users/values", requires=Permission.USER_VIEW, limit=600)
async def list_field_values(query_args: list_schemas.FieldValuesQuery) -> list_schemas.FieldValuesResponse:
    """The values of a field that the company's people have, and how many have each."""
    return await list_users.list_values(current_context(), query_args.field)


@routes.get("/users/locations", requires=Permission.USER_VIEW, limit=600, deprecated=True)
async def list_work_locations(query_args: list_schemas.LocationsQuery) -> list_schemas.LocationsResponse:
    """The same as /users/values, by its earlier names: the next version has it no more."""
    found = await list_users.list_values(current_context(), query_args.field)
    locations = [list_schemas.LocationCount(location=each.value, people=each.people) for each in found.values]
    return list_schemas.LocationsResponse(locations=locations)


@routes.get("/users/summary", requires=Permission.USER_VIEW, limit=600)
async def summarize_people() -> list_schemas.UserSummary:
    """The company's people in numbers, and what was done last."""
    return await summarize_users(current_context())


@users_routes.post("/users/create", requires=Permission.USER_CREATE, limit=600, status=201)
async def create_single_user(data: schemas.CreateUserRequest) -> tuple[schemas.UserRecord, int]:
    """Create one account. An active one is invited by mail; every user has to replace the temporary password."""
    return await edit_user.create_user(current_context(), data, call=idempotent_call(fields=data)), 201


@users_routes.put("/users/<uuid:user_id>", requires=Permission.USER_EDIT, limit=600)
async def edit_single_user(user_id: UUID, data: schemas.EditUserRequest) -> schemas.UserRecord:
    """Change any field; a position and an active flag count from the person's next request on."""
    return await edit_user.edit_user(current_context(), data, user_id=user_id)


@users_routes.delete("/users/<uuid:user_id>", requires=Permission.USER_DELETE, limit=600)
async def delete_single_user(user_id: UUID) -> MessageResponse:
    """Delete an account at once, and end its sessions."""
    await delete_user(current_context(), user_id)
    return MessageResponse(message=DELETED)


@sessions_routes.get("/users/<uuid:user_id>/sessions", requires=Permission.USER_EDIT, keys=False, limit=600)
async def read_user_sessions(user_id: UUID) -> schemas.UserSessions:
    """List where a user is signed in, the last used first, and their links to the company's providers."""
    answer = await list_user_sessions(current_context(), user_id)
    links = await read_links(current_context(), user_id=user_id)
    return answer.model_copy(update={"sso_links": links})


@routes.get("/users/<uuid:user_id>/messages", requires=Permission.USER_EDIT, limit=600)
async def read_user_messages(user_id: UUID, query_args: PageQuery) -> schemas.MessagePage:
    """Mails and text messages to a user, and what became of them."""
    return await list_user_messages(current_context(), user_id, query=query_args)


@sessions_routes.delete("/users/<uuid:user_id>/sessions", requires=Permission.USER_EDIT, keys=False, limit=600)
async def end_user_sessions(user_id: UUID) -> MessageResponse:
    """Sign a user out on all devices."""
    await revoke_user_sessions(current_context(), user_id)
    return MessageResponse(message="The person has been logged out everywhere")
