"""How failed sign-ins slow down those who guess, and nobody else.

A guess is judged only after the password has been compared, in one statement: of a hundred at once no more
are told right from wrong than of a hundred in a row.
"""

from dataclasses import dataclass
from typing import Final

from server.crypto import Keyring, Purpose
from server.database import Connection
from server.login.errors import TooManyFailures
from server.login.failure_repository import add_failure, drop_failures, find_wait, forget_failures
from server.proxies import network_of

EVERYWHERE: Final = "everywhere"
FAILURES_FROM_ONE_SOURCE: Final = 5
FAILURES_FROM_EVERYWHERE: Final = 50


@dataclass(frozen=True, kw_only=True)
class Guesser:
    """Whose failures count together: an address with everybody else's, or a remembered device by itself."""

    email_mac: bytes
    source: str
    is_remembered: bool

    @property
    def sources(self) -> tuple[str, ...]:
        return (self.source,) if self.is_remembered else (self.source, EVERYWHERE)


def identify_guesser(keys: Keyring, *, email: str, address: str, device_hash: bytes | None) -> Guesser:
    """`email` as typed, known or not; `device_hash` only of a device that is remembered for that account."""
    is_remembered = device_hash is not None
    source = f"device:{device_hash.hex()}" if device_hash is not None else f"address:{network_of(address)}"
    return Guesser(email_mac=keys.mac(Purpose.THROTTLE, email.encode()), source=source, is_remembered=is_remembered)


async def refuse_blocked(connection: Connection, guesser: Guesser) -> None:
    """Raises TooManyFailures while a wait is running."""
    wait = await find_wait(connection, email_mac=guesser.email_mac, sources=guesser.sources)
    if wait is not None:
        raise TooManyFailures(retry_after=max(1, wait))


async def count_failure(connection: Connection, guesser: Guesser) -> bool:
    """False when a wait began while the password was being compared: the answer then says nothing about it."""
    counted = await add_failure(
        connection, email_mac=guesser.email_mac, source=guesser.source, allowed=FAILURES_FROM_ONE_SOURCE
    )
    if counted and not guesser.is_remembered:
        return await add_failure(
            connection, email_mac=guesser.email_mac, source=EVERYWHERE, allowed=FAILURES_FROM_EVERYWHERE
        )
    return counted


async def forgive(connection: Connection, guesser: Guesser) -> None:
    """Whoever has shown by other means that the account is theirs need not wait for their own wrong guesses."""
    await drop_failures(connection, email_mac=guesser.email_mac, source=guesser.source)


async def note_success(connection: Connection, guesser: Guesser) -> None:
    """Raises TooManyFailures when a wait began while the password was being compared."""
    wait = await forget_failures(
        connection, email_mac=guesser.email_mac, source=guesser.source, sources=guesser.sources
    )
    if wait is not None:
        raise TooManyFailures(retry_after=max(1, wait))
