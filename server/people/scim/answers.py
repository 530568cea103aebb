"""What SCIM answers: resources with their versions, lists, and errors in its own form."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import scim2_models as scim
from pydantic import ValidationError

from server.platform.errors import ApplicationError
from server.platform.services import Context

MEDIA_TYPE: Final = "application/scim+json"
BASE: Final = "/api/v1/scim/v2"
_KINDS: Final = {400: (400, "invalidSyntax"), 409: (409, "uniqueness"), 422: (400, "invalidValue")}


class ScimAnswer(NamedTuple):
    """`version` is the entity tag of the one resource in the body, `location` its address."""

    status: int = 200
    body: dict[str, Any] | None = None
    version: str | None = None
    location: str | None = None


def base_of(context: Context) -> str:
    return context.services.settings.effective_public_url + BASE


def shown(
    resource: scim.Resource[Any], asked: scim.ResponseParameters[Any] | None = None, *, status: int = 200
) -> ScimAnswer:
    """ScimAnswer with one resource, as far as its attributes are asked for."""
    meta = resource.meta or scim.Meta()
    return ScimAnswer(status, dump(resource, asked), meta.version, meta.location)


def dump(resource: scim.Resource[Any], asked: scim.ResponseParameters[Any] | None = None) -> dict[str, Any]:
    return resource.model_dump(scim_ctx=scim.Context.RESOURCE_QUERY_RESPONSE, response_parameters=asked)


def listed(
    found: Sequence[scim.Resource[Any] | dict[str, Any]], *, total: int, asked: scim.SearchRequest[Any] | None = None
) -> ScimAnswer:
    resources = [each if isinstance(each, dict) else dump(each, asked) for each in found]
    start = 1 if asked is None else (asked.start_index_0 or 0) + 1
    figures = {"totalResults": total, "startIndex": start, "itemsPerPage": len(resources)}
    return ScimAnswer(body={"schemas": [scim.ListResponse.__schema__], **figures, "Resources": resources})


def refuse_stale(expected: str | None, resource: scim.Resource[Any]) -> None:
    """`expected` is an If-Match header. Raises scim2_models.PreconditionFailedException: it names other versions."""
    version = (resource.meta and resource.meta.version) or ""
    if expected is not None and expected.strip() != "*" and not names(expected, version):
        raise scim.PreconditionFailedException


def names(header: str, version: str) -> bool:
    """Whether a list of entity tags has this one; weak and strong ones are alike here."""
    return version.removeprefix("W/") in {each.strip().removeprefix("W/") for each in header.split(",")}


def error_of(error: Exception) -> ScimAnswer:
    """Return the refusal by SCIM itself, by the form of a body, or by the product. Raises any other error."""
    match error:
        case scim.SCIMException():
            told = error.to_error()
        case ValidationError():
            told = scim.Error.from_validation_errors(error)[0]
        case ApplicationError():
            # An edit conflict means that the version sent is no longer the present one.
            status, kind = _KINDS.get(error.status, (error.status, None))
            if error.code == "edit_conflict":
                status, kind = scim.PreconditionFailedException.status, None
            of_fields = [f"{name}: {sentence}" for name, sentence in (error.errors or {}).items()]
            told = scim.Error(status=status, scim_type=kind, detail=". ".join([error.shown, *of_fields]))
        case _:
            raise error
    return ScimAnswer(told.status or 400, told.model_dump(scim_ctx=scim.Context.DEFAULT))
