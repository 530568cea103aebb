"""S105: the operator's ways back remove a demand, lost factors or a wait, and give no access."""

from typing import Final

import pytest

from server.platform.process.crypto import Purpose
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.commands import RunCommand
from tests.fixtures.people import Person, SignIn
from tests.fixtures.policy_calls import PolicyDesk
from tests.fixtures.sign_in import execute, fetch_value

ADD: Final = """
    INSERT INTO factors (company_id, user_id, kind, name, sealed_secret, confirmed_at)
    SELECT company_id, id, 'totp', 'Phone', '\\x00', now() FROM users WHERE id = $1
"""
CREDENTIALS: Final = (
    "SELECT array_agg(concat(password_hash, temporary_password_mac, version) ORDER BY id)::text FROM users"
)


async def slug_of(services: Services, person: Person) -> str:
    slug: str = await fetch_value(services, "SELECT slug FROM companies WHERE id = $1", person.company.id)
    return slug


@pytest.mark.security("S105")
async def test_no_command_opens_a_session_or_changes_a_password(
    services: Services, policy_desk: PolicyDesk, run_command: RunCommand, own_settings: dict[str, str]
) -> None:
    boss = policy_desk.person
    await execute(services, ADD, boss.id)
    await execute(services, "UPDATE sessions SET verified_at = now()")
    await policy_desk.set(secondFactor="everyone", sessionDays=5, administratorNetworks=["203.0.113.0/24"])
    mac = services.keys.mac(Purpose.THROTTLE, boss.email.encode())
    await execute(
        services,
        "INSERT INTO login_failures (email_mac, source, failures, blocked_until)"
        " VALUES ($1, 'address:203.0.113.7', 9, now() + interval '1 hour')",
        mac,
    )
    before = await fetch_value(services, CREDENTIALS)

    lifted = await run_command("lift-policy", "--company", await slug_of(services, boss), "--yes", **own_settings)
    reset = await run_command("reset-factors", "--email", boss.email, "--yes", **own_settings)
    unlocked = await run_command("unlock", "--email", boss.email.upper(), "--yes", **own_settings)

    assert [each.status for each in (lifted, reset, unlocked)] == [0, 0, 0], (lifted, reset, unlocked)
    policy = "SELECT second_factor || session_days || cardinality(administrator_networks) FROM company_policies"
    assert await fetch_value(services, policy) == "none50"
    assert await fetch_value(services, "SELECT count(*) FROM factors") == 0
    assert await fetch_value(services, "SELECT count(*) FROM login_failures WHERE email_mac = $1", mac) == 0
    assert await fetch_value(services, "SELECT count(*) FROM sessions WHERE ended_at IS NULL") == 0
    assert await fetch_value(services, CREDENTIALS) == before
    mailed = "SELECT count(*) FROM messages WHERE user_id = $1 AND kind = 'factor_removed'"
    assert await fetch_value(services, mailed, boss.id) == 1
    audited = """
        SELECT array_agg(action ORDER BY action)::text FROM audit_entries
         WHERE after ->> 'by' = 'operator' AND actor_id IS NULL AND company_id = $1
    """
    assert await fetch_value(services, audited, boss.company.id) == "{factors_reset,policy_lifted,user_unlocked}"


@pytest.mark.security("S105")
async def test_factors_are_reset_for_a_last_super_admin_only(
    services: Services,
    policy_desk: PolicyDesk,
    sign_in: SignIn,
    run_command: RunCommand,
    own_settings: dict[str, str],
) -> None:
    trainee, other = await sign_in(Profile.TRAINEE), await sign_in()
    for person in (policy_desk.person, trainee, other):
        await execute(services, ADD, person.id)

    for email in (policy_desk.person.email, trainee.email, "unknown@example.com"):
        refused = await run_command("reset-factors", "--email", email, "--yes", **own_settings)
        assert refused.status == 1, refused
    await execute(services, "UPDATE users SET is_active = false WHERE id = $1", other.id)
    assert (await run_command("reset-factors", "--email", trainee.email, "--yes", **own_settings)).status == 1

    assert await fetch_value(services, "SELECT count(*) FROM factors") == 3
    assert await fetch_value(services, "SELECT count(*) FROM audit_entries") == 0


@pytest.mark.security("S105")
async def test_without_the_name_nothing_is_changed(
    services: Services, policy_desk: PolicyDesk, run_command: RunCommand, own_settings: dict[str, str]
) -> None:
    """The standard input of the test is at its end."""
    await execute(services, ADD, policy_desk.person.id)
    slug = await slug_of(services, policy_desk.person)

    for arguments in (
        ("lift-policy", "--company", slug),
        ("reset-factors", "--email", policy_desk.person.email),
        ("unlock", "--email", policy_desk.person.email),
    ):
        refused = await run_command(*arguments, **own_settings)
        assert (refused.status, "Nothing was changed" in refused.error) == (1, True), refused

    assert await fetch_value(services, "SELECT count(*) FROM audit_entries") == 0
    assert await fetch_value(services, "SELECT count(*) FROM factors") == 1
