"""Calls on the keys of the servers of the caller's company."""

from typing import Final
from uuid import UUID

from quart import Blueprint

from server.access.keys import change_keys, schemas
from server.platform.http.authentication import Routes, current_context
from server.platform.schemas import MessageResponse
from server.vocabulary.profiles import Profile

REVOKED: Final = "The key has been revoked"

routes = Routes(Blueprint("server_keys", __name__, url_prefix="/companies/current/keys"), "Companies")


@routes.get("", reserved_for=(Profile.SUPER_ADMIN,), limit=600)
async def list_server_keys() -> schemas.KeysAnswer:
    """The company's keys, and what keys can be given."""
    return await change_keys.list_keys(current_context())


@routes.get("/own", signed_in=True, keys=True, limit=600, fails=(404,))
async def show_own_key() -> schemas.KeyRecord:
    """The key that calls."""
    return await change_keys.read_own_key(current_context())


@routes.post("", reserved_for=(Profile.SUPER_ADMIN,), limit=60, status=201)
async def create_server_key(data: schemas.CreateKeyRequest) -> tuple[schemas.NewSecret, int]:
    """Make a key. Its secret is in this answer and nowhere else."""
    return await change_keys.create_key(current_context(), data), 201


@routes.put("/<uuid:key_id>", reserved_for=(Profile.SUPER_ADMIN,), limit=60)
async def change_server_key(key_id: UUID, data: schemas.ChangeKeyRequest) -> schemas.KeyRecord:
    """Change a key. It counts from its next call on."""
    return await change_keys.change_key(current_context(), data, key_id=key_id)


@routes.post("/<uuid:key_id>/rotate", reserved_for=(Profile.SUPER_ADMIN,), limit=60)
async def rotate_server_key(key_id: UUID) -> schemas.NewSecret:
    """Give a key a new secret. The present one counts beside it for 24 hours, the one before it no more."""
    return await change_keys.rotate_key(current_context(), key_id=key_id)


@routes.delete("/<uuid:key_id>/former", reserved_for=(Profile.SUPER_ADMIN,), limit=60)
async def end_former_secret_of_key(key_id: UUID) -> schemas.KeyRecord:
    """End the secret from before the last rotation."""
    return await change_keys.end_former_secret(current_context(), key_id=key_id)


@routes.delete("/<uuid:key_id>", reserved_for=(Profile.SUPER_ADMIN,), limit=60)
async def revoke_server_key(key_id: UUID) -> MessageResponse:
    """Revoke a key. It is refused from now on, and what it has begun ends."""
    await change_keys.revoke_key(current_context(), key_id=key_id)
    return MessageResponse(message=REVOKED)
