"""Throttle wrong passwords without locking the account's owner out.

A guess is answered only after the password has been compared, and only if no wait has begun meanwhile: a hundred
concurrent guesses get no more answers than a hundred in a row.

A wait holds for one email from one network, or for one remembered device. Failures from other networks never
start one; when there are many of them, each unremembered network has fewer tries. A network that fails for many
emails waits as a whole, a few seconds at a time.

Passkeys count apart, because they are not guessed: neither wrong passwords nor passkeys that no account has keep the
owner of one waiting.
"""

from typing import Final
from uuid import UUID

from server.access.failures import repository
from server.access.failures.repository import FIRST_WAIT_SECONDS, Guesser
from server.platform.database.connections import Connection
from server.platform.errors import ApplicationError, TooManyRequestsError
from server.platform.process.crypto import Purpose
from server.platform.services import Services, ServiceUnit, Visit

# What counts for a network as a whole is stored under an email that no account can have.
NO_EMAIL: Final = b""
# Different emails that may fail from one network in ten minutes; each account that has signed in there adds one.
FAILING_EMAILS_ALLOWED: Final = 20


class TooManyFailuresError(TooManyRequestsError):
    message = "Too many failed attempts. Please wait before you try again."


class OtpInvalidError(ApplicationError):
    message = "Invalid verification code"


def identify_guesser(visit: Visit, identifier: str, *, knows_device: bool = False) -> Guesser:
    """Identify a guesser by what was typed, known or not; `knows_device`: the account remembers the device."""
    device, name = visit.device_hash if knows_device else None, identifier.encode()
    if device is not None:
        return _guesser(visit.services, name, source=f"device:{device.hex()}", is_remembered=True)
    return _guesser(visit.services, name, source=f"address:{visit.network}")


def identify_passkey(visit: Visit, credential_id: str, *, is_known: bool) -> Guesser:
    """Identify a guesser by a passkey; `is_known`: an account has it."""
    name = f"passkey:{credential_id}".encode()
    return _guesser(visit.services, name, source=f"passkey:{visit.network}", is_passkey=is_known)


def identify_factor_guesser(services: Services, user_id: UUID) -> Guesser:
    """Count all wrong codes of an account's second factors together, as those of a remembered device."""
    return _guesser(services, b"factor", user_id.bytes, source="factor", is_remembered=True)


def _guesser(
    services: Services, *name: bytes, source: str, is_remembered: bool = False, is_passkey: bool = False
) -> Guesser:
    return Guesser(
        email_mac=services.keys.mac(Purpose.THROTTLE, *name),
        network_mac=services.keys.mac(Purpose.THROTTLE, NO_EMAIL),
        source=source,
        is_remembered=is_remembered,
        emails_allowed=max(1, int(FAILING_EMAILS_ALLOWED * services.settings.rate_limit_scale)),
        is_passkey=is_passkey,
    )


async def refuse_blocked(connection: Connection, guesser: Guesser) -> None:
    """Raises TooManyFailuresError while a wait is running."""
    _refuse_during(await repository.find_wait(connection, guesser))


def _refuse_during(wait: int | None) -> None:
    if wait is not None:
        raise TooManyFailuresError(retry_after=max(1, wait))


async def count_failure(connection: Connection, guesser: Guesser) -> None:
    """Count a failure.

    Rows are locked in one order: the network's, the email's from that network, the email's from everywhere.

    Raises TooManyFailuresError when a wait began meanwhile: the answer then says nothing about the password.
    """
    is_free = guesser.is_remembered or await repository.lock_network(connection, guesser)
    if not (is_free and await repository.add_failure(connection, guesser)):
        await refuse_blocked(connection, guesser)
        raise TooManyFailuresError(retry_after=FIRST_WAIT_SECONDS)
    if not guesser.is_remembered:
        await repository.count_everywhere(connection, guesser)
        await repository.slow_network(connection, guesser)


async def forgive(unit: ServiceUnit, identifier: str) -> None:
    """End every wait of an email, from all networks: its owner has proved it by other means."""
    mac = unit.services.keys.mac(Purpose.THROTTLE, identifier.encode())
    await repository.drop_failures(unit.connection, email_mac=mac)


async def note_success(connection: Connection, guesser: Guesser) -> None:
    """Raises TooManyFailuresError when a wait began while the password was being compared."""
    if guesser.is_remembered:
        await note_signup(connection, guesser)
    elif not await repository.note_right_password(connection, guesser):
        await refuse_blocked(connection, guesser)


async def note_signup(connection: Connection, guesser: Guesser) -> None:
    """Note a right password of a sign-up that is not an account yet: it does not raise the network's allowance."""
    _refuse_during(await repository.forget_failures(connection, guesser))
