"""Complete a ready flow and read its account."""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from server.people.account.sign_in_repository import ACCOUNT_COLUMNS, SignInAccount
from server.platform.database.connections import Connection
from server.vocabulary.identity import Method, proves_device

# The account is locked before the flow, as in every step, and in a statement of its own: one that locks a row and
# updates it too still reads the version from before its wait, and three of them at once deadlock.
_LOCK: Final = """
    SELECT FROM flows f JOIN users u ON u.company_id = f.company_id AND u.id = f.user_id
     WHERE f.secret_hash = :secret_hash AND f.handle = :handle
       FOR NO KEY UPDATE OF u
"""
_SIGN_IN: Final = f"""
    WITH person AS (
        UPDATE users u SET last_sign_in_at = now(), language = coalesce(u.language, :language)
          FROM flows f JOIN companies c ON c.id = f.company_id
         WHERE f.secret_hash = :secret_hash AND f.handle = :handle AND f.context IN ('LOGIN', 'SIGNUP')
           AND f.state = 'ready' AND f.expires_at > now()
           AND u.company_id = f.company_id AND u.id = f.user_id AND u.is_active
           AND NOT u.password_is_temporary AND u.temporary_password_mac IS NULL
           AND (f.methods && ARRAY['totp', 'passkey', 'recovery'] OR NOT EXISTS (
                SELECT FROM factors o
                 WHERE o.company_id = u.company_id AND o.user_id = u.id AND o.confirmed_at IS NOT NULL))
        RETURNING {ACCOUNT_COLUMNS}, f.id AS flow_id, old.last_sign_in_at IS NULL AS is_first),
    consumed AS (
        UPDATE flows f SET state = 'completed', version = f.version + 1 FROM person
         WHERE f.id = person.flow_id AND f.state = 'ready'
        RETURNING f.sends > 0 AS had_code, f.methods)
    SELECT * FROM person CROSS JOIN consumed
"""  # noqa: S608 - fixed text


@dataclass(frozen=True, kw_only=True)
class EarnedSession(SignInAccount):
    """The account whose session a completed flow opens; `is_first` of this account."""

    flow_id: UUID
    had_code: bool
    methods: frozenset[Method]
    is_first: bool

    @property
    def was_verified(self) -> bool:
        """Return whether a code, the link of an invitation, or a second factor has verified the user."""
        return self.had_code or proves_device(self.methods)


async def hold_sign_in(connection: Connection, user_id: UUID) -> None:
    """Let sign-ins of one account pass one by one. Each waits once, not anew for every other that is before it.

    Raises LockedError: the others take too long.
    """
    await connection.hold_lock(f"waymark sign-in {user_id}")


async def consume_login_flow(
    connection: Connection, *, secret_hash: bytes, handle: UUID, language: str | None
) -> EarnedSession | None:
    """Complete a flow that is ready; None for any other flow. An account without a language gets this one."""
    await connection.execute(_LOCK, secret_hash=secret_hash, handle=handle)
    return await connection.fetch_record(
        EarnedSession, _SIGN_IN, secret_hash=secret_hash, handle=handle, language=language
    )
