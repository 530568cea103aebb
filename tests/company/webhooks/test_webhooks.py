"""Webhooks: what they tell, how it is signed, when it is tried again, and where they do not lead."""

import asyncio
import json
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest
from standardwebhooks import Webhook

from server.company.audit.chain import seal_entries
from server.company.webhooks.send_deliveries import DELAYS, DeliverySender
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.http_endpoint import HttpEndpoint, Request, Response
from tests.fixtures.people import AddCompany, SignIn
from tests.fixtures.sign_in import execute, fetch_value
from tests.fixtures.user_calls import Desk, Desks

PROJECT: Final = Path(__file__).parents[3]
VERIFIES: Final = """
import { Webhook } from 'standardwebhooks';
const { secret, body, headers } = JSON.parse(process.argv[1]);
new Webhook(secret).verify(body, headers);
"""
ALL: Final = ["person.created", "person.changed", "person.deleted", "stage.changed"]


async def taken(_: Request) -> Response:
    return Response(status=204, body=b"")


@dataclass(frozen=True, kw_only=True)
class Office:
    """A Super Admin whose company's webhooks lead to `endpoint`."""

    desk: Desk
    services: Services
    endpoint: HttpEndpoint

    async def make(self, **changes: Any) -> dict[str, Any]:
        form = {"url": f"http://{self.endpoint.host}/hook", "events": ALL, **changes}
        answer = await self.desk.browser.post("companies/current/webhooks", json=form)
        assert answer.status == 201, answer.body
        return answer.body

    async def tell(self) -> None:
        """Seal what was done, and send what is due of it."""
        await seal_entries(self.services)
        sender = DeliverySender(self.services)
        await sender.send_due()
        await sender.close()

    async def read(self) -> list[dict[str, Any]]:
        webhooks: list[dict[str, Any]] = (await self.desk.browser.get("companies/current/webhooks")).body["webhooks"]
        return webhooks

    async def deliveries(self, webhook: dict[str, Any]) -> list[dict[str, Any]]:
        path = f"companies/current/webhooks/{webhook['id']}/deliveries"
        page = (await self.desk.browser.get(path)).body
        assert page["total"] == len(page["data"])
        data: list[dict[str, Any]] = page["data"]
        return data

    async def let_time_pass(self) -> None:
        await execute(self.services, "UPDATE webhook_deliveries SET next_attempt_at = now() WHERE state = 'queued'")


@pytest.fixture
async def office(desk: Desk, services: Services, http_endpoint: HttpEndpoint) -> Office:
    http_endpoint.reply = taken
    return Office(desk=desk, services=services, endpoint=http_endpoint)


@pytest.mark.security("S161")
async def test_a_delivery_holds_ids_and_names_of_fields_and_is_verified_by_both_libraries(office: Office) -> None:
    webhook = await office.make()
    created = (await office.desk.create(fullName="Meera Iyer")).body["id"]
    assert (await office.desk.edit(created, fullName="Meera Nair", phone="+919876500077")).status == 200
    await office.tell()

    # Two that are due together arrive in any order.
    sent, later = sorted(office.endpoint.requests, key=lambda each: each.json["type"], reverse=True)
    first, second = sent.json, later.json
    assert (first["type"], second["type"]) == ("person.created", "person.changed")
    assert [each["id"] for each in first["data"]["items"] + second["data"]["items"]] == [created, created]
    assert {"fullName", "phone"} <= set(second["data"]["items"][0]["changed"])
    assert second["data"]["items"][0]["byId"] == str(office.desk.person.id)
    whole = b"".join(each.content for each in office.endpoint.requests)
    assert not [each for each in (b"Meera", b"9876500077") if each in whole]
    assert Webhook(webhook["secret"]).verify(sent.content, sent.headers) == first
    given = {"secret": webhook["secret"], "body": sent.content.decode(), "headers": sent.headers}
    folder = await asyncio.to_thread(subprocess.check_output, PROJECT / "deploy" / "scripts" / "node", text=True)
    node = (f"{folder.strip()}/node", "--input-type=module", "--eval", VERIFIES, "--", json.dumps(given))
    await asyncio.to_thread(subprocess.run, node, cwd=PROJECT / "client", check=True)
    assert [each["state"] for each in await office.deliveries(webhook)] == ["delivered", "delivered"]


async def test_what_was_done_before_is_not_told_and_other_events_are_left_out(office: Office) -> None:
    await office.desk.create()
    await office.make(events=["person.deleted"])
    gone = (await office.desk.create(email="gone@example.org", phone="+919876500001")).body["id"]
    assert (await office.desk.delete(gone)).status == 200
    await office.tell()
    await office.tell()

    [request] = office.endpoint.requests
    assert [each["id"] for each in request.json["data"]["items"]] == [gone]


async def test_consecutive_entries_are_one_delivery_of_a_thousand_at_most(office: Office) -> None:
    webhook = await office.make()
    many = """
        INSERT INTO audit_entries (company_id, action, subject_id, subject_label, after)
        SELECT $1, 'user_edited', waymark_uuid7(), 'x', '{"department": "New"}' FROM generate_series(1, 2500)
    """
    await execute(office.services, many, office.desk.person.company.id)
    for _ in range(3):
        await office.tell()

    sizes = [len(request.json["data"]["items"]) for request in office.endpoint.requests]
    assert sum(sizes) == 2_500
    assert max(sizes) <= 1_000
    assert len(await office.deliveries(webhook)) == len(sizes) <= 4


async def test_a_server_that_fails_is_tried_for_three_days_then_stopped_and_goes_on_when_it_is_started(
    office: Office,
) -> None:
    async def fails(_: Request) -> Response:
        return Response(status=500, body={})

    office.endpoint.reply = fails
    webhook = await office.make()
    await office.desk.create()
    await office.tell()
    waits = await fetch_value(office.services, "SELECT next_attempt_at - now() FROM webhook_deliveries")
    assert 0 < waits.total_seconds() <= DELAYS[0].total_seconds()
    assert sum(each.total_seconds() for each in DELAYS) >= 3 * 86_400
    for _ in DELAYS:
        await office.let_time_pass()
        await office.tell()

    [delivery] = await office.deliveries(webhook)
    assert (delivery["state"], delivery["attempts"], delivery["answered"]) == ("failed", len(DELAYS) + 1, 500)
    assert len({request.headers["webhook-id"] for request in office.endpoint.requests}) == 1
    [stopped] = await office.read()
    assert stopped["stoppedAt"] is not None
    bells = "SELECT count(*) FROM notifications WHERE kind = 'webhook_stopped'"
    assert await fetch_value(office.services, bells) == 1

    office.endpoint.reply = taken
    await office.desk.create(email="later@example.org", phone="+919876500002")
    await office.tell()
    assert len(office.endpoint.requests) == len(DELAYS) + 1
    path = f"companies/current/webhooks/{webhook['id']}"
    form = {"url": webhook["url"], "events": ALL, "version": stopped["version"], "starts": True}
    assert (await office.desk.browser.call("PUT", path, json=form)).body["stoppedAt"] is None
    assert (await office.desk.browser.call("PUT", path, json=form)).status == 409
    assert (await office.desk.browser.post(f"{path}/deliveries/{delivery['id']}/replay")).body["state"] == "queued"
    await office.tell()
    assert {each["state"] for each in await office.deliveries(webhook)} == {"delivered"}
    assert len(await office.deliveries(webhook)) == 2


async def test_a_server_that_says_it_is_gone_is_not_asked_again(office: Office) -> None:
    async def gone(_: Request) -> Response:
        return Response(status=410, body={})

    office.endpoint.reply = gone
    await office.make()
    await office.desk.create()
    await office.tell()
    await office.let_time_pass()
    await office.tell()

    assert len(office.endpoint.requests) == 1
    assert (await office.read())[0]["stoppedWhy"] == "It answered that it is gone (410)"


async def test_what_a_suspended_company_has_done_waits(office: Office) -> None:
    await office.make()
    await office.desk.create()
    await execute(office.services, "UPDATE companies SET suspended_at = now()")
    await office.tell()
    assert not office.endpoint.requests
    await execute(office.services, "UPDATE companies SET suspended_at = NULL")
    await office.tell()
    assert len(office.endpoint.requests) == 1


async def test_while_a_secret_is_changed_both_sign(office: Office) -> None:
    webhook = await office.make(url=f"http://{office.endpoint.host}/hook/token-of-the-receiver")
    path = f"companies/current/webhooks/{webhook['id']}"
    other = (await office.desk.browser.post(f"{path}/secret")).body["secret"]
    await office.desk.create()
    await office.tell()
    [both] = office.endpoint.requests
    for secret in (webhook["secret"], other):
        Webhook(secret).verify(both.content, both.headers)

    await execute(office.services, "UPDATE webhooks SET former_until = now()")
    await office.desk.create(email="later@example.org", phone="+919876500002")
    await office.tell()
    last = office.endpoint.requests[-1]
    Webhook(other).verify(last.content, last.headers)
    assert " " not in last.headers["webhook-signature"]
    all_of_it = "SELECT string_agg(w::text || e::text, '') FROM webhooks w, audit_entries e"
    stored = await fetch_value(office.services, all_of_it)
    assert not [each for each in (webhook["secret"], other) if each in stored]
    trail = await fetch_value(office.services, "SELECT string_agg(e::text, '') FROM audit_entries e")
    assert "token-of-the-receiver" not in trail


@pytest.mark.security("S161")
@pytest.mark.parametrize(
    "url", ["http://example.org/hook", "ftp://example.org", "https://user:pw@example.org/", "https://", "javascript:x"]
)
async def test_an_address_that_is_no_public_https_one_is_refused(office: Office, url: str) -> None:
    form = {"url": url, "events": ALL}
    answer = await office.desk.browser.post("companies/current/webhooks", json=form)
    assert answer.status == 422
    assert "url" in answer.body["errors"]


@pytest.mark.security("S161")
async def test_a_webhook_leads_to_no_address_of_ours(office: Office) -> None:
    """A redirect to loopback is not followed; a name that leads there is not called, whatever it was before."""

    async def elsewhere(_: Request) -> Response:
        return Response(status=302, headers={"Location": f"http://{office.endpoint.host}/inside"})

    office.endpoint.reply = elsewhere
    webhook = await office.make()
    await office.desk.create()
    await office.tell()
    assert [request.path for request in office.endpoint.requests] == ["/hook"]
    [delivery] = await office.deliveries(webhook)
    assert (delivery["state"], delivery["answered"]) == ("queued", None)

    await execute(office.services, "UPDATE webhooks SET url = 'https://10.0.0.1/hook'")
    await office.let_time_pass()
    await office.tell()
    [delivery] = await office.deliveries(webhook)
    assert (delivery["attempts"], delivery["answered"]) == (2, None)


@pytest.mark.security("S161")
async def test_a_server_that_never_answers_holds_up_no_other_company(
    office: Office, desks: Desks, sign_in: SignIn, add_company: AddCompany
) -> None:
    held = asyncio.Event()

    async def answers(request: Request) -> Response:
        if request.path == "/slow":
            await held.wait()
        return Response(status=204, body=b"")

    office.endpoint.reply = answers
    other = Office(
        desk=desks.of(await sign_in(company=await add_company())), services=office.services, endpoint=office.endpoint
    )
    await office.make(url=f"http://{office.endpoint.host}/slow")
    await other.make()
    for number in range(3):
        await office.desk.create(email=f"a{number}@example.org", phone=f"+91987650010{number}")
    await other.desk.create(email="b@example.org", phone="+919876500200")
    await seal_entries(office.services)
    sender = DeliverySender(office.services)
    await sender.send_due()
    async with asyncio.timeout(30):
        while not [each for each in office.endpoint.requests if each.path == "/hook"]:
            await asyncio.sleep(0.01)
    held.set()
    await sender.close()
    assert len([each for each in office.endpoint.requests if each.path == "/hook"]) == 1


@pytest.mark.security("S161")
@pytest.mark.parametrize("profile", [Profile.ADMIN, Profile.MANAGEMENT])
async def test_only_super_admins_with_a_fresh_proof_make_webhooks(
    office: Office, desks: Desks, sign_in: SignIn, profile: Profile
) -> None:
    form = {"url": "https://example.org/hook", "events": ALL}
    lesser = desks.of(await sign_in(profile=profile))
    assert (await lesser.browser.post("companies/current/webhooks", json=form)).status == 403
    await execute(office.services, "UPDATE sessions SET verified_at = now() - interval '1 hour'")
    assert (await office.desk.browser.post("companies/current/webhooks", json=form)).status == 403
