"""Calls on the company's recurring sources."""

from typing import Final
from uuid import UUID

from quart import Blueprint

from server.people.sources import keep_sources, schemas
from server.platform.http.authentication import Routes, current_context
from server.platform.schemas import MessageResponse
from server.vocabulary.profiles import Profile

DELETED: Final = "Source deleted successfully"
OWNER: Final = (Profile.SUPER_ADMIN,)

routes = Routes(Blueprint("sources", __name__, url_prefix="/companies/current/sources"), "Companies")


@routes.get("", reserved_for=OWNER, limit=600)
async def list_sources() -> schemas.SourcesResponse:
    """List the servers from which files are read, each with its last run."""
    return await keep_sources.list_sources(current_context())


@routes.post("", reserved_for=OWNER, limit=60, status=201)
async def create_source(data: schemas.CreateSourceRequest) -> tuple[schemas.ImportSource, int]:
    """Name a file that is read at a time of the day. Its runs have the rights of the caller."""
    return await keep_sources.create_source(current_context(), data), 201


@routes.put("/<uuid:source_id>", reserved_for=OWNER, limit=60)
async def change_source(source_id: UUID, data: schemas.ChangeSourceRequest) -> schemas.ImportSource:
    """Change all of it. Its runs have the rights of the caller from now on."""
    return await keep_sources.change_source(current_context(), data, source_id=source_id)


@routes.put("/<uuid:source_id>/host-key", reserved_for=OWNER, limit=60)
async def confirm_source_host_key(source_id: UUID, data: schemas.HostKeyRequest) -> schemas.ImportSource:
    """Confirm the key of its server, which a test has shown. Another one is refused from now on."""
    return await keep_sources.confirm_host_key(current_context(), data, source_id=source_id)


@routes.delete("/<uuid:source_id>", reserved_for=OWNER, limit=60)
async def delete_source(source_id: UUID) -> MessageResponse:
    """Delete a source. Its imports stay."""
    await keep_sources.delete_source(current_context(), source_id=source_id)
    return MessageResponse(message=DELETED)


@routes.post("/<uuid:source_id>/test", reserved_for=OWNER, limit=20)
async def test_source(source_id: UUID) -> schemas.SourceTest:
    """Connect to its server and name the file that would be read. Nothing is imported."""
    return await keep_sources.test_source(current_context(), source_id=source_id)


@routes.post("/<uuid:source_id>/run", reserved_for=OWNER, limit=20)
async def read_source_now(source_id: UUID) -> schemas.ImportSource:
    """Have it read now, as at its time."""
    return await keep_sources.read_now(current_context(), source_id=source_id)
