"""A company's connections: their fields, their secret, their domains, and a test of their provider."""

from dataclasses import replace
from typing import Any

import pytest

from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.dns_server import NameServer
from tests.fixtures.http_endpoint import Response
from tests.fixtures.identity_provider import (
    CLIENT_SECRET,
    DOMAIN,
    IdentityProvider,
    RunProvider,
    SsoBrowser,
    SsoDesk,
)
from tests.fixtures.people import AddCompany, SignIn
from tests.fixtures.sign_in import execute, fetch_value

PUBLIC = "waymark-proof.org"


async def test_a_connection_is_read_without_its_secret(sso_desk: SsoDesk, provider: IdentityProvider) -> None:
    created = await sso_desk.created()

    listed = await sso_desk.list()

    assert listed["connections"] == [created]
    assert listed["profiles"] == ["TRAINEE", "PLACEMENT"]
    assert listed["redirectUri"].startswith("http://waymark.test/api/v1/login/sso/callback/")
    assert created["hasSecret"]
    assert created["domains"][0]["record"].startswith("waymark-verification=")
    assert CLIENT_SECRET not in str(listed)


async def test_the_secret_is_sealed_and_stands_in_no_audit_entry(sso_desk: SsoDesk, services: Services) -> None:
    connection = await sso_desk.created()
    await sso_desk.change(connection, clientSecret="another secret of the client", name="Renamed")

    sealed = await fetch_value(services, "SELECT sealed_secret FROM sso_connections")
    audited = await fetch_value(services, "SELECT string_agg(before::text || after::text, ' ') FROM audit_entries")

    assert b"secret" not in sealed
    assert "secret" not in str(audited).lower()
    actions = await fetch_value(services, "SELECT array_agg(action ORDER BY id) FROM audit_entries")
    assert actions == ["sso_created", "sso_changed"]


async def test_a_secret_is_not_sent_to_another_issuer(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, run_provider: RunProvider
) -> None:
    """A stolen session of a Super Admin cannot lead the secret to a server of the thief."""
    connection = await sso_desk.created()
    other = await run_provider()

    changed = await sso_desk.change(connection, issuer=other.issuer)

    assert not changed.body["hasSecret"]
    sso_browser.provider = other
    await sso_browser.sign_in()
    (request,) = other.calls("/token")
    assert "authorization" not in request.headers
    assert "client_secret" not in request.form


async def test_a_change_of_something_that_has_changed_is_refused(sso_desk: SsoDesk) -> None:
    connection = await sso_desk.created()
    assert (await sso_desk.change(connection, name="One", version=1)).body["version"] == 2

    assert (await sso_desk.change(connection, name="Two", version=1)).code == "edit_conflict"


async def test_a_wrong_field_is_named(sso_desk: SsoDesk) -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        ({"name": "visit evil.com"}, "name"),
        ({"name": " "}, "name"),
        ({"issuer": "accounts.google.com"}, "issuer"),
        ({"clientId": ""}, "clientId"),
        ({"domains": ["no domain"]}, "domains"),
        ({"domains": ["person@"]}, "domains"),
        ({"domains": [f"d{number}.example" for number in range(21)]}, "domains"),
        ({"createPeople": True, "defaultProfile": None}, "defaultProfile"),
        ({"defaultProfile": "ADMIN"}, "defaultProfile"),
        ({"companyId": "01900000-0000-7000-8000-000000000000"}, "companyId"),
    ]
    for changes, field in cases:
        answer = await sso_desk.create(**changes)

        assert (answer.status, list(answer.body["errors"])) == (422, [field]), changes


async def test_domains_are_read_as_in_emails(sso_desk: SsoDesk) -> None:
    created = await sso_desk.created(domains=["@Acme.Example", "münchen.example", "acme.example."])

    assert [each["domain"] for each in created["domains"]] == ["acme.example", "xn--mnchen-3ya.example"]


async def test_a_company_has_at_most_five_connections(sso_desk: SsoDesk) -> None:
    for _ in range(5):
        await sso_desk.created(domains=[])

    assert (await sso_desk.create(domains=[])).code == "too_many_connections"


async def test_a_domain_has_one_connection_of_the_company(sso_desk: SsoDesk) -> None:
    await sso_desk.created()

    assert list((await sso_desk.create()).body["errors"]) == ["domains"]


@pytest.mark.parametrize("profile", [each for each in Profile if each is not Profile.SUPER_ADMIN])
async def test_only_super_admins_see_and_change_connections(
    profile: Profile, sso_desk: SsoDesk, sign_in: SignIn
) -> None:
    connection = await sso_desk.created()
    other = replace(sso_desk, boss=await sign_in(profile))

    answers = [
        await other.create(),
        await other.change(connection),
        await other.test(connection),
        await other.delete(connection),
    ]

    assert [answer.status for answer in answers] == [403] * 4
    assert (await other.list())["code"] == "forbidden"


async def test_another_company_s_connection_does_not_exist(
    sso_desk: SsoDesk, sign_in: SignIn, add_company: AddCompany
) -> None:
    connection = await sso_desk.created()
    other = replace(sso_desk, boss=await sign_in(company=await add_company()))

    answers = [await other.change(connection), await other.test(connection), await other.delete(connection)]

    assert [answer.status for answer in answers] == [404] * 3
    assert (await other.list())["connections"] == []


async def test_a_deleted_connection_leaves_the_accounts(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, services: Services
) -> None:
    connection = await sso_desk.created()
    await sso_browser.sign_in()
    asked = await sso_browser.asked()

    assert (await sso_desk.delete(connection)).status == 200

    assert await sso_browser.come_back(asked) == "/login?sso=expired"
    assert await fetch_value(services, "SELECT count(*) FROM users WHERE email = $1", f"asha@{DOMAIN}") == 1


async def test_a_domain_is_proved_by_its_txt_record(named_desk: SsoDesk, name_server: NameServer) -> None:
    connection = await named_desk.created(domains=[PUBLIC, DOMAIN])
    record = next(each["record"] for each in connection["domains"] if each["domain"] == PUBLIC)
    name_server.records[PUBLIC] = ["v=spf1 -all", "waymark-verification=another"]
    before = await named_desk.test(connection)
    name_server.records[PUBLIC].append(record)
    after = await named_desk.test(connection)

    def proved(answer: dict[str, Any]) -> list[bool]:
        return [each["provedAt"] is not None for each in answer["connection"]["domains"]]

    assert (before.body["problem"], proved(before.body)) == (None, [True, False])
    assert proved(after.body) == [True, True]


async def test_a_test_names_what_is_wrong_with_the_provider(
    sso_desk: SsoDesk, provider: IdentityProvider, services: Services
) -> None:
    connection = await sso_desk.created(issuer=provider.issuer + "/")
    other = await sso_desk.test(connection)
    provider.answers["/keys"] = Response(body={"keys": []})
    await sso_desk.change(connection, issuer=provider.issuer)
    keyless = await sso_desk.test(connection)

    assert "another issuer" in other.body["problem"]
    assert "no keys" in keyless.body["problem"]
    tested = await fetch_value(services, "SELECT count(*) FROM audit_entries WHERE action = 'sso_tested'")
    assert tested == 2


async def test_a_connection_is_changed_with_a_fresh_proof_only(sso_desk: SsoDesk, services: Services) -> None:
    """A stolen session alone leads no sign-in to a provider of the thief."""
    connection = await sso_desk.created()
    await execute(services, "UPDATE sessions SET verified_at = now() - interval '11 minutes'")

    answers = [await sso_desk.create(), await sso_desk.change(connection), await sso_desk.delete(connection)]

    assert [answer.code for answer in answers] == ["step_up_required"] * 3
    assert (await sso_desk.test(connection)).status == 200
