"""S116: a proved domain is looked up again, and is of the company whose record it has."""

from dataclasses import replace
from typing import Any

import pytest

from server.access.sso.change_connections import prove_domains_again
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.dns_server import NameServer
from tests.fixtures.identity_provider import SsoDesk
from tests.fixtures.people import AddCompany, SignIn
from tests.fixtures.sign_in import execute, fetch_value

DOMAIN = "waymark-proof.org"
WEEK = "SELECT check_at BETWEEN now() + interval '6 days' AND now() + interval '7 days' FROM sso_domains"
TWO_DAYS = "SELECT check_at BETWEEN now() + interval '1 day' AND now() + interval '2 days' FROM sso_domains"
ENTRY = "SELECT company_id::text || ' ' || after::text FROM audit_entries WHERE action = 'sso_domain_lost'"


async def prove(desk: SsoDesk, name_server: NameServer) -> dict[str, Any]:
    """A connection whose domain is proved."""
    connection = await desk.created(domains=[DOMAIN])
    name_server.records[DOMAIN] = [connection["domains"][0]["record"]]
    assert is_proved((await desk.test(connection)).body["connection"])
    return connection


def is_proved(connection: dict[str, Any]) -> bool:
    return connection["domains"][0]["provedAt"] is not None


async def shown(desk: SsoDesk) -> bool:
    """Whether the sign-in page offers the provider."""
    found = await desk.browser.get("login/sso", query={"email": f"asha@{DOMAIN}"})
    return bool(found.body["available"])


async def bell(desk: SsoDesk) -> list[str]:
    listed = (await desk.browser.get("notifications", token=desk.boss.token)).body["data"]
    return [each["title"] for each in listed if each["kind"] == "domain_proof"]


@pytest.fixture
def pass_time(named_services: Services) -> Any:
    async def look_again(days: int = 7) -> None:
        passed = "UPDATE sso_domains SET check_at = check_at - $1::interval, seen_at = seen_at - $1::interval"
        await execute(named_services, passed.replace("$1", f"'{days} days'"))
        await prove_domains_again(named_services)

    return look_again


@pytest.mark.security("S116")
async def test_a_domain_without_its_record_is_lost_at_the_second_look(
    named_desk: SsoDesk, name_server: NameServer, named_services: Services, pass_time: Any
) -> None:
    connection = await prove(named_desk, name_server)
    await pass_time(6)
    name_server.records[DOMAIN] = ["v=spf1 -all"]
    await pass_time(1)
    assert await fetch_value(named_services, TWO_DAYS)
    assert (await shown(named_desk), await bell(named_desk)) == (True, [f"The DNS record of {DOMAIN} is missing"])

    del name_server.records[DOMAIN]
    await pass_time(2)

    assert not await shown(named_desk)
    assert (await bell(named_desk))[0] == f"{DOMAIN} is no longer proved"
    assert "DNS record is gone" in await fetch_value(named_services, ENTRY)
    name_server.records[DOMAIN] = [connection["domains"][0]["record"]]
    assert is_proved((await named_desk.test(connection)).body["connection"])


@pytest.mark.security("S116")
async def test_a_record_that_is_seen_again_makes_up_for_a_failure(
    named_desk: SsoDesk, name_server: NameServer, named_services: Services, pass_time: Any
) -> None:
    await prove(named_desk, name_server)
    records = name_server.records.pop(DOMAIN)
    await pass_time()
    name_server.records[DOMAIN] = records
    await pass_time(2)
    assert await fetch_value(named_services, WEEK)

    del name_server.records[DOMAIN]
    await pass_time()

    assert await shown(named_desk)


@pytest.mark.security("S116")
async def test_name_servers_that_fail_are_no_proof_of_a_loss_for_a_month(
    named_desk: SsoDesk, name_server: NameServer, pass_time: Any
) -> None:
    await prove(named_desk, name_server)
    name_server.fails = True
    for _ in range(3):
        await pass_time()
    assert (await shown(named_desk), await bell(named_desk)) == (True, [])

    await pass_time(10)

    assert not await shown(named_desk)
    assert await bell(named_desk) == [f"{DOMAIN} is no longer proved"]


@pytest.mark.security("S116")
async def test_a_new_owner_takes_the_domain_once_the_former_record_is_gone(
    named_desk: SsoDesk,
    name_server: NameServer,
    named_services: Services,
    sign_in: SignIn,
    add_company: AddCompany,
) -> None:
    await prove(named_desk, name_server)
    owner = replace(named_desk, boss=await sign_in(Profile.SUPER_ADMIN, company=await add_company()))
    theirs = await owner.created(domains=[DOMAIN], name="New owner")
    record = theirs["domains"][0]["record"]

    name_server.records[DOMAIN].append(record)
    assert not is_proved((await owner.test(theirs)).body["connection"])
    name_server.records[DOMAIN] = [record]
    assert is_proved((await owner.test(theirs)).body["connection"])

    offered = await named_desk.browser.get("login/sso", query={"email": f"asha@{DOMAIN}"})
    assert offered.body["name"] == "New owner"
    assert (await bell(named_desk), await bell(owner)) == ([f"{DOMAIN} is no longer proved"], [])
    assert str(named_desk.boss.company.id) in await fetch_value(named_services, ENTRY)
