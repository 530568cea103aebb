"""SQL of the list's filters, as conditions of a user `u`."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from server.users.list_filters import Filters, InvitationFilter
from server.users.moments import SignInKind

# What the part leaves open of invitations and sign-ins.
_INVITATIONS: Final[Mapping[InvitationFilter | None, str]] = {
    InvitationFilter.WAITING: """(u.invitation = 'queued' OR u.invitation = 'sent' AND
        (u.temporary_password_expires_at > now() OR u.temporary_password_expires_at IS NULL))""",
    InvitationFilter.LAPSED: "u.invitation = 'sent' AND u.temporary_password_expires_at <= now()",
}
_SIGN_INS: Final[Mapping[SignInKind, str]] = {
    SignInKind.SINCE: "u.last_sign_in_at >= :signed_in",
    SignInKind.BEFORE: "u.last_sign_in_at < :signed_in",
}
# A row of a batch belongs to the company of its user.
_IN_BATCH: Final = "EXISTS (SELECT FROM batch_members m WHERE m.batch_id = :batch_id AND m.user_id = u.id)"


def filter_conditions(filters: Filters, *, parts: Sequence[str] | None, are_members: bool = False) -> str:
    """Each with an AND before it; their parameters are `company_id` and :func:`filter_values`.

    `parts` are those that users have and the filters match; None where they are not known. `are_members`: the users are
    known to be in the batch.
    """
    wanted = []
    if not filters.is_open:
        wanted.append(
            "u.part LIKE ANY(CAST(:patterns AS text[]))" if parts is None else "u.part = ANY(CAST(:parts AS text[]))"
        )
    if filters.work_location is not None:
        wanted.append("u.work_location = :work_location")
    if filters.batch is not None and not are_members:
        wanted.append(_IN_BATCH)
    if filters.invitation in _INVITATIONS:
        wanted.append(_INVITATIONS[filters.invitation])
    if filters.last_sign_in is not None and filters.last_sign_in.kind in _SIGN_INS:
        wanted.append(_SIGN_INS[filters.last_sign_in.kind])
    return created_between(filters) + "".join(f" AND {condition}" for condition in wanted)


def created_between(filters: Filters) -> str:
    """With an AND before each; their parameters are of :func:`filter_values`."""
    conditions = (
        " AND u.id >= :created_from" if filters.created_from is not None else "",
        " AND u.id < :created_before" if filters.created_before is not None else "",
    )
    return "".join(conditions)


def filter_values(filters: Filters, *, parts: Sequence[str] | None) -> dict[str, Any]:
    sign_in = filters.last_sign_in
    return {
        "patterns": filters.patterns,
        "parts": parts,
        "work_location": filters.work_location,
        "batch_id": filters.batch,
        "created_from": _first_id(filters.created_from),
        "created_before": _first_id(filters.created_before),
        "signed_in": None if sign_in is None else sign_in.moment,
    }


def _first_id(moment: datetime | None) -> UUID | None:
    """The first id of that millisecond: ids (UUIDs version 7) begin with the time of their creation."""
    return None if moment is None else UUID(int=round(moment.timestamp() * 1_000) << 80)
