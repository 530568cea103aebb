"""What happens in time, without waiting for it: flows, sessions and tokens run out."""

from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from playwright.sync_api import Page

from server.platform.process.crypto import Keyring, Purpose
from tests.browser.system import System, run
from tests.fixtures.accounts import Account

# The access token with its end in the past, as if the browser had slept: its claims are all that the browser reads.
END_TOKEN: Final = """
    () => {
        const [header, payload, signature] = localStorage.getItem('authToken').split('.');
        const standard = payload.replaceAll('-', '+').replaceAll('_', '/');
        const claims = JSON.parse(decodeURIComponent(escape(atob(standard))));
        const ended = btoa(unescape(encodeURIComponent(JSON.stringify({ ...claims, exp: claims.iat - 60 }))));
        const encoded = ended.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
        localStorage.setItem('authToken', [header, encoded, signature].join('.'));
    }
"""

FRESH_TOKEN: Final = """
    () => JSON.parse(atob(localStorage.authToken.split('.')[1])).exp > Date.now() / 1000
"""


@dataclass(frozen=True, kw_only=True)
class SessionRow:
    generation: int
    end_reason: str | None


def end_flows_of(system: System, email: str) -> None:
    """Half an hour has passed since they asked for a code."""
    run(
        _execute(
            system,
            """
            UPDATE flows SET expires_at = now() - interval '1 second'
             WHERE typed_email = $1 OR user_id = (SELECT id FROM users WHERE email = $1)
            """,
            email,
        )
    )


def end_codes_of(system: System, email: str) -> None:
    """The code has expired, and another may be asked for; the flow has not ended."""
    run(
        _execute(
            system,
            """
            UPDATE flows SET code_expires_at = now() - interval '1 second', resend_at = now()
             WHERE typed_email = $1
            """,
            email,
        )
    )


def ask_too_often(system: System, email: str) -> None:
    """Strangers have asked for so many resets of this email that the next has to pass a robot check."""
    subject = Keyring(system.settings.secret_keys).mac(Purpose.THROTTLE, email.encode())
    statement = "UPDATE send_quotas SET sends = 1000000 WHERE scope = 'account:PASSWORD_RESET' AND subject = $1"
    run(_execute(system, statement, subject))


def end_sessions_of(system: System, account: Account) -> None:
    """A day has passed since they were last here."""
    statement = "UPDATE sessions SET idle_expires_at = now() - interval '1 second' WHERE user_id = $1"
    run(_execute(system, statement, account.id))


def age_proofs_of(system: System, email: str) -> None:
    """The account's sessions were proved longer ago than a dangerous act allows."""
    statement = """
        UPDATE sessions SET verified_at = now() - interval '11 minutes'
         WHERE user_id = (SELECT id FROM users WHERE email = $1)
    """
    run(_execute(system, statement, email))


def end_minute_of_announcements(system: System, announcement_id: UUID) -> None:
    """The minute within which it is taken back has passed."""
    run(_execute(system, "UPDATE announcements SET publish_at = now() WHERE id = $1", announcement_id))


def end_token(page: Page) -> None:
    """Two hours have passed for the browser's token, not for its session."""
    page.evaluate(END_TOKEN)


def wait_for_fresh_token(page: Page) -> None:
    """Until the browser holds what it was given in exchange; before, leaving the page drops the answer."""
    page.wait_for_function(FRESH_TOKEN, polling=100)


def sessions_of(system: System, account: Account) -> list[SessionRow]:
    rows = run(_fetch(system, "SELECT generation, end_reason FROM sessions WHERE user_id = $1", account.id))
    return [SessionRow(generation=row["generation"], end_reason=row["end_reason"]) for row in rows]


async def _execute(system: System, statement: str, *values: Any) -> None:
    async with system.database.reading() as connection:
        await connection.raw.execute(statement, *values)


async def _fetch(system: System, statement: str, *values: Any) -> list[Any]:
    async with system.database.reading() as connection:
        rows: list[Any] = await connection.raw.fetch(statement, *values)
        return rows
