"""The refusal of an edit that meets another change: who made it, when, and what it has changed."""

from typing import Any
from uuid import UUID

from server.people.account.change_history_repository import changes_since
from server.people.account.errors import EditConflictError
from server.people.account.read_user import read_record
from server.people.account.schemas import ChangedBy, EditConflict, FieldChange
from server.platform.database.connections import Connection


async def edit_conflict(connection: Connection, *, company_id: UUID, user_id: UUID, since: int) -> EditConflictError:
    """`since` is the version that was edited. A field that has its former value again has not changed."""
    current = await read_record(connection, company_id=company_id, user_id=user_id)
    past = await changes_since(connection, company_id=company_id, user_id=user_id, since=since)
    now = current.model_dump(mode="json", by_alias=True)
    before: dict[str, Any] = {}
    for change in past:
        before = {**change.before, **before}
    last = past[-1] if past else None
    by = None if last is None or last.actor_id is None else ChangedBy(id=last.actor_id, full_name=last.actor_name or "")
    met = EditConflict(
        current=current,
        changed_by=by,
        changed_at=None if last is None else last.changed_at,
        changes=[
            FieldChange(field=name, before=value, after=now[name])
            for name, value in before.items()
            if name in now and value != now[name]
        ],
    )
    return EditConflictError(met.model_dump(mode="json", by_alias=True))
