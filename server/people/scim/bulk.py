"""Several operations in one call, one after the other: each stands for a call of its own, with its own rights."""

from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

import scim2_models as scim
from pydantic import ValidationError

from server.people.scim.answers import ScimAnswer, base_of, error_of
from server.people.scim.provision_groups import change_group, create_group, remove_group
from server.people.scim.provision_people import change_person, create_person, remove_person
from server.people.scim.resources import MOST_OPERATIONS
from server.platform.errors import ApplicationError, ForbiddenError, NotFoundError
from server.platform.services import Context
from server.vocabulary.profiles import Permission

REFERENCE: Final = "bulkId:"
TOO_MANY: Final = f"A bulk request has at most {MOST_OPERATIONS} operations"
NO_LIST: Final = "Operations is a list of objects"
# For the first part of a path: what makes, changes and removes, and the right to change and remove.
_ACTS: Final = {
    "Users": (create_person, change_person, remove_person, Permission.USER_EDIT),
    "Groups": (create_group, change_group, remove_group, Permission.USER_CREATE),
}


async def run_bulk(context: Context, body: Mapping[str, Any]) -> ScimAnswer:
    """Do the operations until as many have failed as the request accepts.

    Raises scim2_models.SCIMException: there are too many, or they cannot be read.
    """
    operations, accepted = body.get("Operations"), body.get("failOnErrors")
    if not isinstance(operations, list) or not all(isinstance(each, dict) for each in operations):
        raise scim.InvalidSyntaxException(detail=NO_LIST)
    if len(operations) > MOST_OPERATIONS:
        raise scim.PayloadTooLargeException(detail=TOO_MANY)
    made, results, failed = dict[str, str](), list[dict[str, Any]](), 0
    for operation in operations:
        if isinstance(accepted, int) and 0 < accepted <= failed:
            break
        _resolve(operation, made)
        method, path, bulk_id = (str(operation.get(name) or "") for name in ("method", "path", "bulkId"))
        result: dict[str, Any] = {"method": method.upper(), "bulkId": bulk_id or None}
        try:
            answer = await _do(context, method.upper(), path=path.strip("/"), operation=operation)
            result["location"] = answer.location or f"{base_of(context)}/{path.strip('/')}"
            made[REFERENCE + bulk_id] = result["location"].rpartition("/")[2]
        except (ApplicationError, scim.SCIMException, ValidationError) as error:
            answer, failed = error_of(error), failed + 1
            result["response"] = answer.body
        result |= {"status": str(answer.status), "version": answer.version}
        results.append({name: value for name, value in result.items() if value is not None})
    return ScimAnswer(body={"schemas": [scim.BulkResponse.__schema__], "Operations": results})


async def _do(context: Context, method: str, *, path: str, operation: Mapping[str, Any]) -> ScimAnswer:
    """Raises what the one call would."""
    kind, _, name = path.partition("/")
    if kind not in _ACTS or method not in {"POST", "PUT", "PATCH", "DELETE"}:
        raise scim.InvalidPathException(path=path)
    create, change, remove, right = _ACTS[kind]
    if not context.actor.may(Permission.USER_CREATE if method == "POST" else right):
        raise ForbiddenError
    given, expected = operation.get("data") or {}, operation.get("version")
    if not isinstance(given, dict) or not isinstance(expected, str | None):
        raise scim.InvalidSyntaxException(detail="data is an object, and version a text")
    if method == "POST":
        return await create(context, given, {})
    try:
        row_id = UUID(name)
    except ValueError:
        raise NotFoundError from None
    if method == "DELETE":
        return await remove(context, row_id, expected=expected)
    return await change(context, row_id, given, given={}, expected=expected, is_patch=method == "PATCH")


def _resolve(operation: dict[str, Any], made: Mapping[str, str]) -> None:
    """Put the ids of what earlier operations have made in the place of their bulkIds, however deep they are."""
    left: list[Any] = [operation]
    while left:
        holder = left.pop()
        for key, value in holder.items() if isinstance(holder, dict) else enumerate(holder):
            if isinstance(value, dict | list):
                left.append(value)
            elif isinstance(value, str) and REFERENCE in value:
                kind, _, name = value.rpartition("/")
                holder[key] = f"{kind}/{made.get(name, name)}" if kind else made.get(name, name)
