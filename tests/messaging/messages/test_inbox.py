"""The inbox of development."""

from uuid import UUID

from quart.typing import TestClientProtocol as Client

from server.messaging.messages.kinds import Channel, Providers
from server.platform.services import Services
from tests.fixtures.outbox import CODE, Invite, QueueCode, send_all, send_code


async def _send(services: Services, providers: Providers, *message_ids: UUID) -> None:
    for message_id in message_ids:
        await send_code(services, providers, message_id=message_id)


async def test_messages_of_a_recipient_come_newest_first_with_their_codes(
    services: Services, capturing: Providers, client: Client, queue_code: QueueCode
) -> None:
    await _send(
        services,
        capturing,
        await queue_code("asha@example.org", secret="111111"),
        await queue_code("ravi@example.org", secret="222222"),
        await queue_code("asha@example.org", secret="333333"),
    )
    response = await client.get("/dev/messages?to=Asha@Example.org")
    assert response.status_code == 200
    answer = await response.get_json()
    assert [message["code"] for message in answer] == ["333333", "111111"]
    newest = answer[0]
    assert set(newest) == {"channel", "to", "subject", "text", "html", "code", "createdAt"}
    assert (newest["channel"], newest["to"]) == ("EMAIL", "asha@example.org")
    assert newest["createdAt"].endswith("Z")
    assert "333333" in newest["text"]
    assert len(await (await client.get("/dev/messages")).get_json()) == 3


async def test_an_invitation_shows_its_temporary_password(
    services: Services, capturing: Providers, client: Client, invite: Invite
) -> None:
    (person,) = await invite()
    await send_all(services, capturing)
    (message,) = await (await client.get(f"/dev/messages?to={person.email}")).get_json()
    assert len(message["temporaryPassword"]) == 12
    assert message["temporaryPassword"] in message["text"]
    assert "code" not in message


async def test_a_phone_is_found_whether_or_not_its_plus_was_encoded(
    services: Services, capturing: Providers, client: Client, queue_code: QueueCode
) -> None:
    await _send(services, capturing, await queue_code("+919812345678", channel=Channel.SMS))
    for query in ("+919812345678", "%2B919812345678"):
        (message,) = await (await client.get(f"/dev/messages?to={query}")).get_json()
        assert message["html"] is None
        assert message["code"] == CODE


async def test_the_page_lists_messages_and_shows_the_chosen_one(
    services: Services, capturing: Providers, client: Client, queue_code: QueueCode
) -> None:
    first = await queue_code("asha@example.org", secret="111111")
    await _send(services, capturing, first, await queue_code("<b>@example.org", secret="222222"))
    page = await (await client.get(f"/dev/inbox?message={first}")).get_data(as_text=True)
    assert "&lt;b&gt;@example.org" in page
    assert '<code class="secret">111111</code>' in page
    assert "<script" not in page
    newest = await (await client.get("/dev/inbox?message=nonsense")).get_data(as_text=True)
    assert '<code class="secret">222222</code>' in newest


async def test_an_empty_inbox_says_what_will_appear_there(client: Client) -> None:
    page = await (await client.get("/dev/inbox?to=unknown@example.org")).get_data(as_text=True)
    assert "Nothing for unknown@example.org" in page
    assert (await client.get("/dev/inbox.css")).content_type == "text/css; charset=utf-8"
