"""What a job is to do, read from a request."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final
from uuid import UUID

from server.people.account.account_rules import field_rules
from server.people.bulk.schemas import BulkChanges, BulkRequest
from server.people.bulk.states import OF_BATCHES, BulkAction
from server.platform.configuration.settings import Settings
from server.platform.errors import ForbiddenError, ValidationFailedError
from server.vocabulary.fields import BULK_FIELDS, FIELD, INVALID_ROLE, POSITION, read_choice, read_typed
from server.vocabulary.identity import Identity
from server.vocabulary.profiles import Profile, Role, creation_refusals, role_fits

_NAMED: Final = sorted(f"a {field.label.lower()}" for field in BULK_FIELDS)
NO_CHANGES: Final = f"Choose {', '.join(_NAMED[:-1])} or {_NAMED[-1]}"
NOT_FOR_CHANGES: Final = "Belongs to the action set alone"
NO_BATCH: Final = "Choose a batch"
NOT_FOR_BATCHES: Final = "Belongs to the actions of batches alone"


@dataclass(frozen=True, kw_only=True)
class Order:
    """`changes` are by field as sent, of the action `set`; `batch_id` is of the actions of batches."""

    action: BulkAction
    changes: dict[str, Any] = field(default_factory=dict)
    batch_id: UUID | None = None

    @cached_property
    def wanted(self) -> dict[str, Any]:
        """Return what the accounts are to have, by field as sent."""
        active = {BulkAction.ACTIVATE: True, BulkAction.DEACTIVATE: False}
        return {"isActive": active[self.action]} if self.action in active else self.changes


def read_order(request: BulkRequest, *, identity: Identity, settings: Settings) -> Order:
    """The order that the request describes.

    Raises:
        ValidationFailedError: with a message for every field that is wrong.
        ForbiddenError: the caller may give this profile to no account.

    """
    is_set, is_of_batch = request.action is BulkAction.SET, request.action in OF_BATCHES
    errors: dict[str, str] = {}
    if request.changes is not None and not is_set:
        errors["set"] = NOT_FOR_CHANGES
    if (request.batch_id is not None) != is_of_batch:
        errors["batchId"] = NO_BATCH if is_of_batch else NOT_FOR_BATCHES
    changes: dict[str, str | None] = {}
    if is_set:
        changes, problems = _read_changes(request.changes or BulkChanges(), identity=identity, settings=settings)
        errors |= problems
    if errors:
        raise ValidationFailedError(errors=errors)
    return Order(action=request.action, changes=changes, batch_id=request.batch_id)


def _read_changes(
    sent: BulkChanges, *, identity: Identity, settings: Settings
) -> tuple[dict[str, str | None], dict[str, str]]:
    """(what is given, what is wrong with it)."""
    given: dict[str, str] = sent.model_dump(exclude_none=True, by_alias=True)
    if not given:
        return {}, {"set": NO_CHANGES}
    profile = read_choice(FIELD["profile"], given.get("profile", ""))
    if profile is not None and (refusals := creation_refusals(identity.profile, Profile(profile))):
        raise ForbiddenError(refusals[0])
    values, errors = read_typed(given, rules=field_rules(settings))
    errors |= {name: FIELD[name].missing for name, value in values.items() if value is None}
    errors |= {name: FIELD[name].wrong for name in POSITION & errors.keys()}
    if profile is not None and (role := values.get("role")) and not role_fits(Profile(profile), Role(role)):
        errors["role"] = INVALID_ROLE
    return values, {f"set.{name}": sentence for name, sentence in errors.items()}
