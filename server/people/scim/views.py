"""SCIM 2.0 as directories call it: below /api/v1/scim/v2, with JSON and errors of its own kind."""

import json
from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

import scim2_models as scim
from pydantic import BaseModel, ConfigDict, ValidationError, model_validator
from quart import Blueprint, Response, request

from server.people.scim import provision_groups as groups
from server.people.scim import provision_people as people
from server.people.scim.answers import MEDIA_TYPE, ScimAnswer, base_of, error_of, listed, names, shown
from server.people.scim.bulk import run_bulk
from server.people.scim.resources import CONFIG, Service, read_service
from server.platform.errors import existing
from server.platform.http.authentication import HIDDEN, Routes, current_context
from server.platform.http.requests import IDS_JSON_BYTES, idempotent_call
from server.vocabulary.profiles import Permission

# SCIM describes itself, so the document of the API, from which clients are made, has none of it.
routes = Routes(Blueprint("scim", __name__, url_prefix="/scim/v2"), HIDDEN)
DEEPEST: Final = 20
TOO_DEEP: Final = "The message is nested too deeply"
VIEW: Final = Permission.USER_VIEW
EDIT: Final = Permission.USER_EDIT
CREATE: Final = Permission.USER_CREATE


class Body(BaseModel):
    """A message of SCIM, which its own models read."""

    model_config = ConfigDict(extra="allow")

    @model_validator(mode="before")
    @classmethod
    def _is_shallow(cls, given: Any) -> Any:  # noqa: ANN401 - pydantic's raw input
        """Refuse what is deeper than any message of SCIM, before it is walked through."""
        level = [given]
        for _ in range(DEEPEST):
            level = [
                part
                for each in level
                if isinstance(each, dict | list)
                for part in (each.values() if isinstance(each, dict) else each)
            ]
        if level:
            raise ValueError(TOO_DEEP)
        return given

    @property
    def given(self) -> dict[str, Any]:
        return self.model_extra or {}


def respond(answer: ScimAnswer) -> Response:
    known = request.headers.get("If-None-Match")
    if request.method == "GET" and known is not None and names(known, answer.version or ""):
        answer = answer._replace(status=304, body=None)
    response = Response("" if answer.body is None else json.dumps(answer.body), answer.status, content_type=MEDIA_TYPE)
    if answer.body is None:
        response.headers.pop("Content-Type")
    for name, value in (("ETag", answer.version), ("Location", answer.location)):
        if value is not None:
            response.headers[name] = value
    return response


@routes.blueprint.errorhandler(scim.SCIMException)
@routes.blueprint.errorhandler(ValidationError)
async def answer_error(error: Exception) -> Response:
    return respond(error_of(error))


def _sent(*, is_patch: bool) -> dict[str, Any]:
    return {"given": request.args, "expected": request.headers.get("If-Match"), "is_patch": is_patch}


@routes.get("/Users", requires=VIEW, limit=1200)
async def list_scim_users() -> Response:
    """The company's people."""
    return respond(await people.list_people(current_context(), request.args))


@routes.post("/Users/.search", requires=VIEW, limit=1200, json_type=MEDIA_TYPE, json_bytes=IDS_JSON_BYTES)
async def search_scim_users(data: Body) -> Response:
    """The company's people, by a query that is too long for an address."""
    return respond(await people.list_people(current_context(), data.given))


@routes.post("/Users", requires=CREATE, limit=600, json_type=MEDIA_TYPE)
async def create_scim_user(data: Body) -> Response:
    """Add a person."""
    call = idempotent_call(fields=data)
    return respond(await people.create_person(current_context(), data.given, request.args, call=call))


@routes.get("/Users/<uuid:user_id>", requires=VIEW, limit=1200)
async def get_scim_user(user_id: UUID) -> Response:
    """One person."""
    return respond(await people.get_person(current_context(), user_id, request.args))


@routes.put("/Users/<uuid:user_id>", requires=EDIT, limit=600, json_type=MEDIA_TYPE)
async def replace_scim_user(user_id: UUID, data: Body) -> Response:
    """Give a person what is sent; what is left out stays."""
    return respond(await people.change_person(current_context(), user_id, data.given, **_sent(is_patch=False)))


@routes.patch("/Users/<uuid:user_id>", requires=EDIT, limit=600, json_type=MEDIA_TYPE)
async def patch_scim_user(user_id: UUID, data: Body) -> Response:
    """Change a person by operations."""
    return respond(await people.change_person(current_context(), user_id, data.given, **_sent(is_patch=True)))


@routes.delete("/Users/<uuid:user_id>", requires=EDIT, limit=600)
async def remove_scim_user(user_id: UUID) -> Response:
    """Deactivate a person, and take them out of the directory's view."""
    return respond(await people.remove_person(current_context(), user_id, expected=request.headers.get("If-Match")))


@routes.get("/Groups", requires=CREATE, limit=1200)
async def list_scim_groups() -> Response:
    """The company's open batches."""
    return respond(await groups.list_groups(current_context(), request.args))


@routes.post("/Groups/.search", requires=CREATE, limit=1200, json_type=MEDIA_TYPE, json_bytes=IDS_JSON_BYTES)
async def search_scim_groups(data: Body) -> Response:
    """The company's open batches, by a query that is too long for an address."""
    return respond(await groups.list_groups(current_context(), data.given))


@routes.post("/Groups", requires=CREATE, limit=600, json_type=MEDIA_TYPE, json_bytes=IDS_JSON_BYTES)
async def create_scim_group(data: Body) -> Response:
    """Make a batch, or restore the archived one of this name."""
    call = idempotent_call(fields=data)
    return respond(await groups.create_group(current_context(), data.given, request.args, call=call))


@routes.get("/Groups/<uuid:batch_id>", requires=CREATE, limit=1200)
async def get_scim_group(batch_id: UUID) -> Response:
    """One batch with its people."""
    return respond(await groups.get_group(current_context(), batch_id, request.args))


@routes.put("/Groups/<uuid:batch_id>", requires=CREATE, limit=600, json_type=MEDIA_TYPE, json_bytes=IDS_JSON_BYTES)
async def replace_scim_group(batch_id: UUID, data: Body) -> Response:
    """Give a batch this name, and these people where they are sent."""
    return respond(await groups.change_group(current_context(), batch_id, data.given, **_sent(is_patch=False)))


@routes.patch("/Groups/<uuid:batch_id>", requires=CREATE, limit=600, json_type=MEDIA_TYPE, json_bytes=IDS_JSON_BYTES)
async def patch_scim_group(batch_id: UUID, data: Body) -> Response:
    """Rename a batch, add people and remove them."""
    return respond(await groups.change_group(current_context(), batch_id, data.given, **_sent(is_patch=True)))


@routes.delete("/Groups/<uuid:batch_id>", requires=CREATE, limit=600)
async def remove_scim_group(batch_id: UUID) -> Response:
    """Archive a batch."""
    return respond(await groups.remove_group(current_context(), batch_id, expected=request.headers.get("If-Match")))


# As many operations a minute as single calls may be made.
@routes.post("/Bulk", requires=VIEW, limit=12, heavy=True, json_type=MEDIA_TYPE, json_bytes=IDS_JSON_BYTES)
async def run_scim_bulk(data: Body) -> Response:
    """Do several operations, each with the right that it needs."""
    return respond(await run_bulk(current_context(), data.given))


@routes.get("/ServiceProviderConfig", requires=VIEW, limit=1200)
async def get_scim_config() -> Response:
    """What this service does."""
    return respond(shown(_located(CONFIG, "ServiceProviderConfig")))


@routes.get("/ResourceTypes", requires=VIEW, limit=1200)
async def list_scim_types() -> Response:
    """The kinds of resources."""
    return _described("ResourceTypes", (await _service()).types)


@routes.get("/ResourceTypes/<key>", requires=VIEW, limit=1200)
async def get_scim_type(key: str) -> Response:
    """One kind of resources."""
    return _described("ResourceTypes", (await _service()).types, key=key)


@routes.get("/Schemas", requires=VIEW, limit=1200)
async def list_scim_schemas() -> Response:
    """The attributes of all kinds, and those that the company has made."""
    return _described("Schemas", (await _service()).schemas)


@routes.get("/Schemas/<key>", requires=VIEW, limit=1200)
async def get_scim_schema(key: str) -> Response:
    """The attributes of one schema."""
    return _described("Schemas", (await _service()).schemas, key=key)


@routes.get("/Me", requires=VIEW, limit=1200)
async def get_scim_self() -> Response:
    """A key is no person."""
    raise scim.NotImplementedException


@routes.post("/.search", requires=VIEW, limit=1200, json_type=MEDIA_TYPE)
async def search_scim(data: Body) -> Response:  # noqa: ARG001 - a body is taken, and not read
    """People and batches are searched each by themselves."""
    raise scim.NotImplementedException


async def _service() -> Service:
    context = current_context()
    async with context.services.database.reading() as connection:
        return await read_service(connection, context)


def _described(kind: str, known: Sequence[scim.Resource[Any]], *, key: str | None = None) -> Response:
    """Raises NotFoundError: there is none of this key."""
    found = {each.id: _located(each, f"{kind}/{each.id}") for each in known}
    return respond(listed(list(found.values()), total=len(found)) if key is None else shown(existing(found.get(key))))


def _located(resource: scim.Resource[Any], path: str) -> scim.Resource[Any]:
    meta = scim.Meta(resource_type=type(resource).__name__, location=f"{base_of(current_context())}/{path}")
    return resource.model_copy(update={"meta": meta})
