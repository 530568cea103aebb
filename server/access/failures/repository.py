"""Failed sign-ins, counted by email as typed and by source, and by network over all emails."""

from dataclasses import dataclass
from typing import Final

from server.platform.database.connections import Connection

EVERYWHERE: Final = "everywhere"

FAILURES_FROM_ONE_SOURCE: Final = 5
# When one email has failed so often in a day, from all unremembered sources together, a network has one try, not five.
FAILURES_FROM_EVERYWHERE: Final = 50

FIRST_WAIT_SECONDS: Final = 30
LONGEST_WAIT_SECONDS: Final = 900
LONGEST_WAIT_UNDER_ATTACK_SECONDS: Final = 3_600
# By then the doubling has long reached the longest wait; beyond it the power would overflow.
MOST_DOUBLINGS: Final = 10

FIRST_NETWORK_WAIT_SECONDS: Final = 2
LONGEST_NETWORK_WAIT_SECONDS: Final = 30
FAILING_MINUTES: Final = 10

_WAIT: Final = """
    SELECT CAST(ceil(extract(epoch FROM max(blocked_until) - now())) AS integer)
      FROM login_failures
     WHERE email_mac = ANY(CAST(:email_macs AS bytea[])) AND source = CAST(:source AS text) AND blocked_until > now()
"""
_IS_FREE: Final = "known.blocked_until IS NULL OR known.blocked_until <= now()"
# Failures count for a day.
_COUNTED: Final = "CASE WHEN known.counting_since < now() - interval '1 day' THEN 1 ELSE known.failures + 1 END"
_COUNT: Final = f"""
    failures = {_COUNTED}, last_failed_at = now(),
    counting_since = CASE WHEN known.counting_since < now() - interval '1 day' THEN now() ELSE known.counting_since END
"""
_ADD_FAILURE: Final = f"""
    WITH pressure AS (
        SELECT CASE WHEN attacked THEN 1 ELSE {FAILURES_FROM_ONE_SOURCE} END AS allowed,
               CASE WHEN attacked THEN {LONGEST_WAIT_UNDER_ATTACK_SECONDS} ELSE {LONGEST_WAIT_SECONDS} END AS longest
          FROM (SELECT CAST(:source AS text) LIKE 'address:%' AND EXISTS (
                    SELECT FROM login_failures
                     WHERE email_mac = :email_mac AND source = '{EVERYWHERE}' AND failures >= {FAILURES_FROM_EVERYWHERE}
                       AND counting_since >= now() - interval '1 day') AS attacked) AS seen)
    INSERT INTO login_failures AS known (email_mac, source, failures, blocked_until)
    SELECT CAST(:email_mac AS bytea), CAST(:source AS text), 1,
           CASE WHEN allowed <= 1 THEN now() + make_interval(secs => {FIRST_WAIT_SECONDS}) END
      FROM pressure
    ON CONFLICT (email_mac, source) DO UPDATE
       SET {_COUNT}, blocked_until = (
               SELECT now() + make_interval(secs => least(
                          longest, {FIRST_WAIT_SECONDS} * power(2, least(counted - allowed, {MOST_DOUBLINGS}))))
                 FROM pressure, (SELECT {_COUNTED} AS counted) AS count
                WHERE counted >= allowed)
     WHERE {_IS_FREE}
    RETURNING failures
"""  # noqa: S608 - constants
DELETE_OLD_FAILURES: Final = """
    DELETE FROM login_failures
     WHERE last_failed_at < now() - interval '2 days'
       AND (succeeded_at IS NULL OR succeeded_at < now() - interval '2 days')
"""
_IS_NEW_REFUSAL: Final = """
    SELECT count(*) FILTER (WHERE source = :source) = 0 AND count(*) < CAST(:most AS integer)
      FROM login_failures
     WHERE email_mac = :account_mac AND source LIKE 'refused:%' AND last_failed_at > now() - interval '1 hour'
"""
_NOTE_REFUSAL: Final = """
    INSERT INTO login_failures (email_mac, source, failures) VALUES (:account_mac, :source, 0)
    ON CONFLICT (email_mac, source) DO UPDATE SET last_failed_at = now()
"""


@dataclass(frozen=True, kw_only=True)
class Guesser:
    """The source whose failures count together: a network, or one remembered device."""

    email_mac: bytes
    network_mac: bytes
    source: str
    is_remembered: bool
    # Different emails that may fail from this network.
    emails_allowed: int
    # A registered passkey does not wait with its network.
    is_passkey: bool = False

    @property
    def waits(self) -> list[bytes]:
        """Return the rows under which a wait of this source may be stored."""
        return [self.email_mac] if self.is_remembered or self.is_passkey else [self.email_mac, self.network_mac]


async def find_wait(connection: Connection, guesser: Guesser) -> int | None:
    """Return the whole seconds until the last wait of this source ends; None when none runs."""
    return await connection.find_value(int, _WAIT, **vars(guesser), email_macs=guesser.waits)


async def add_failure(connection: Connection, guesser: Guesser) -> bool:
    """Count one failure of the day; from the last one allowed on each starts a wait twice as long as the one before.

    False when a wait is running already: then this guess came too late to be answered.
    """
    return await connection.has_row(_ADD_FAILURE, **vars(guesser))


async def count_everywhere(connection: Connection, guesser: Guesser) -> None:
    """Count a failure of an email over all unremembered sources together; this count starts no wait itself."""
    query = f"""
        INSERT INTO login_failures AS known (email_mac, source, failures) VALUES (:email_mac, :everywhere, 1)
        ON CONFLICT (email_mac, source) DO UPDATE SET {_COUNT}, blocked_until = NULL
    """  # noqa: S608 - constants
    await connection.execute(query, **vars(guesser), everywhere=EVERYWHERE)


async def lock_network(connection: Connection, guesser: Guesser) -> bool:
    """Hold the network's row until the transaction ends, so that its failures are counted one by one.

    False when the network is waiting.
    """
    query = f"""
        INSERT INTO login_failures AS known (email_mac, source, failures) VALUES (:network_mac, :source, 0)
        ON CONFLICT (email_mac, source) DO UPDATE SET last_failed_at = now() WHERE {_IS_FREE}
        RETURNING source
    """  # noqa: S608 - a constant
    return await connection.has_row(query, **vars(guesser))


async def slow_network(connection: Connection, guesser: Guesser) -> None:
    """Start a wait for the whole network when too many emails fail from it, longer with each further one.

    An account that has signed in from there today allows for one failing email more: a campus has many of both.
    """
    query = f"""
        UPDATE login_failures AS known
           SET failures = excess, blocked_until = now() + make_interval(secs => least(
                   {LONGEST_NETWORK_WAIT_SECONDS},
                   {FIRST_NETWORK_WAIT_SECONDS} * power(2, least(excess - 1, {MOST_DOUBLINGS}))))
          FROM (SELECT count(*) FILTER (WHERE failures > 0
                                          AND last_failed_at > now() - make_interval(mins => {FAILING_MINUTES}))
                       - count(*) FILTER (WHERE succeeded_at > now() - interval '1 day')
                       - CAST(:emails_allowed AS bigint) AS excess
                  FROM login_failures WHERE source = :source AND email_mac <> :network_mac) AS emails
         WHERE known.email_mac = :network_mac AND known.source = :source AND excess > 0
    """  # noqa: S608 - constants
    await connection.execute(query, **vars(guesser))


async def forget_failures(connection: Connection, guesser: Guesser) -> int | None:
    """End the counting at a source whose password was right. Returns the wait that still runs there."""
    query = f"""
        WITH forgotten AS (
            DELETE FROM login_failures
             WHERE email_mac = :email_mac AND source = :source AND (blocked_until IS NULL OR blocked_until <= now()))
        {_WAIT}
    """  # noqa: S608 - a constant
    return await connection.find_value(int, query, **vars(guesser), email_macs=guesser.waits)


async def note_right_password(connection: Connection, guesser: Guesser) -> bool:
    """Record a sign-in from a network, which raises its allowance today. False when a wait is running there."""
    query = f"""
        INSERT INTO login_failures AS known (email_mac, source, failures, succeeded_at)
        SELECT CAST(:email_mac AS bytea), CAST(:source AS text), 0, now()
          FROM ({_WAIT}) AS running(wait) WHERE wait IS NULL
        ON CONFLICT (email_mac, source) DO UPDATE
           SET failures = 0, counting_since = now(), blocked_until = NULL, succeeded_at = now()
         WHERE {_IS_FREE}
        RETURNING source
    """  # noqa: S608 - constants
    return await connection.has_row(query, **vars(guesser), email_macs=guesser.waits)


async def note_refusal(connection: Connection, *, account_mac: bytes, source: str, most: int) -> bool:
    """Return whether this is the first refusal of the account in an hour from this source, of at most so many sources.

    Only a first one locks anything: repeated calls read one row.
    """
    # The row of all sources is held first, so that the limit holds for refusals at once.
    for held in (EVERYWHERE, source):
        if not await connection.fetch_value(_IS_NEW_REFUSAL, account_mac=account_mac, source=source, most=most):
            return False
        await connection.execute(_NOTE_REFUSAL, account_mac=account_mac, source=held)
    return True


async def drop_failures(connection: Connection, *, email_mac: bytes) -> None:
    """Drop the failures of one email from everywhere, with their waits; they are locked in the order of counting."""
    query = """
        WITH held AS (
            SELECT email_mac, source FROM login_failures WHERE email_mac = :email_mac ORDER BY source FOR UPDATE)
        DELETE FROM login_failures AS known USING held
         WHERE known.email_mac = held.email_mac AND known.source = held.source
    """
    await connection.execute(query, email_mac=email_mac)
