"""Second factors as the database has them: what a test cannot wait for."""

from uuid import UUID, uuid4

import pyotp

from server.access.factors.own_factors import issue_recovery_codes
from server.platform.process.crypto import Keyring, Purpose
from tests.browser.system import System, run
from tests.fixtures.accounts import Account
from tests.fixtures.people import Company


def forget_steps(system: System, account: Account) -> None:
    """The code that an app shows now has not been used, whatever was: tests do not wait for the next."""
    _execute(system, "UPDATE factors SET last_step = NULL WHERE user_id = $1", account.id)


def give_app(system: System, account: Account) -> tuple[str, list[str]]:
    """An authenticator app that the account has registered before: its secret, and the recovery codes."""
    secret, factor_id, keys = pyotp.random_base32(), uuid4(), Keyring(system.settings.secret_keys)
    sealed = keys.seal(Purpose.FACTOR, secret, context=factor_id.bytes)

    async def give() -> list[str]:
        async with system.database.unit_of_work() as unit:
            await unit.connection.execute(
                """
                INSERT INTO factors (id, company_id, user_id, kind, name, sealed_secret, confirmed_at)
                VALUES (:id, :company_id, :user_id, 'totp', 'Authenticator app', :sealed_secret, now())
                """,
                id=factor_id,
                company_id=account.company.id,
                user_id=account.id,
                sealed_secret=sealed,
            )
            return await issue_recovery_codes(unit.connection, keys, company_id=account.company.id, user_id=account.id)

    return secret, run(give())


def demand_of_everyone(system: System, company: Company) -> None:
    """The policy of the company demands a second factor of all of its people, of whichever kind."""
    _execute(
        system,
        """
        INSERT INTO company_policies (company_id, second_factor, factors, passkeys_only, email_domains,
                                      administrator_networks, version)
        VALUES ($1, 'everyone', '{totp,passkey}', false, '{}', '{}', 1)
        """,
        company.id,
    )


def _execute(system: System, query: str, value: UUID) -> None:
    async def execute() -> None:
        async with system.database.reading() as connection:
            await connection.raw.execute(query, value)

    run(execute())
