"""Take an erased person out of the entries about them, so that the chain still verifies.

The seal keeps the hash of what the entry was, and the chain continues from it. A statement under a key of its own says
what the entry is now. The subject's id, the action, the actor, the moment and the address stay.
"""

from dataclasses import replace
from typing import Any, Final
from uuid import UUID

from server.company.audit.chain import redaction_parts, state
from server.company.audit.chain_repository import add_redactions, list_named, rewrite
from server.platform.database.connections import UnitOfWork
from server.platform.process.crypto import Keyring

PART: Final = 500
# What the values of these say is of the account and not of the person.
_KEPT: Final = frozenset(
    {
        *("role", "profile", "invitation", "kind", "method", "methods", "channel", "context", "factor", "session"),
        "sessions",
    }
)


async def redact_some(unit: UnitOfWork, *, keys: Keyring, company_id: UUID, subject_id: UUID) -> int:
    """Redact the oldest sealed entries about a subject; the number of them."""
    of = {"company_id": company_id, "subject_id": subject_id}
    named = await list_named(unit.connection, **of, limit=PART)
    left = [replace(each, before=_left(each.before), after=_left(each.after)) for each in named]
    if not left:
        return 0
    contents = await rewrite(unit.connection, left, company_id=company_id, label="Erased person")
    stated = [(each.seal, redaction_parts(each.seal, content=contents[each.seal.entry_id])) for each in left]
    await add_redactions(unit.connection, [(seal.entry_id, *state(keys, *parts)) for seal, parts in stated])
    return len(left)


def _left(value: Any, *, is_kept: bool = False) -> Any:  # noqa: ANN401 - any JSON
    """Texts are removed, except those of the account; numbers, flags and the names of fields stay."""
    if isinstance(value, dict):
        return {name: _left(each, is_kept=name in _KEPT) for name, each in value.items()}
    if isinstance(value, list):
        return [_left(each, is_kept=is_kept) for each in value]
    return "***" if isinstance(value, str) and not is_kept else value
