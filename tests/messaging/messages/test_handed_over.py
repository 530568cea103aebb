"""A message that a worker had handed over when it died is handed over once more at most."""

from collections import Counter
from typing import Final

import pytest

from server.messaging.messages.kinds import CODE_LEASE, TWICE_HANDED, Attempt, Outcome, Providers
from server.messaging.messages.repository import claim_one, note_handed, record_attempts
from server.messaging.messages.sending import PART
from server.platform.services import Services
from tests.fixtures.eventually import eventually
from tests.fixtures.mail_server import MailServer
from tests.fixtures.outbox import Invite, QueueCode, make_due, send_all
from tests.fixtures.sign_in import execute, fetch_value
from tests.fixtures.worker_process import StartWorker

INVITED: Final = 1_500
KILLS: Final = 6


async def test_what_two_workers_had_handed_over_when_they_died_is_not_sent_again(
    services: Services, smtp: Providers, mail_server: MailServer, invite: Invite
) -> None:
    invited = await invite(3)
    await execute(services, "UPDATE messages SET handed = 1")
    await execute(services, "UPDATE messages SET handed = 2 WHERE recipient = $1", invited[0].email)
    await send_all(services, smtp)

    assert {mail.to for mail in mail_server.received} == {each.email for each in invited[1:]}
    [error] = [await fetch_value(services, "SELECT error FROM messages WHERE state = 'failed'")]
    assert error == TWICE_HANDED
    assert await fetch_value(services, "SELECT count(*) FROM users WHERE invitation = 'failed'") == 1


async def test_what_the_server_has_put_off_was_not_handed_over(
    services: Services, smtp: Providers, mail_server: MailServer, invite: Invite
) -> None:
    async def put_off(_envelope: object) -> str:
        return "451 later"

    accept, mail_server.reply = mail_server.reply, put_off
    [invited] = await invite(1)
    for _ in range(3):
        await send_all(services, smtp)
        await make_due(services)
    mail_server.reply = accept
    await send_all(services, smtp)

    assert [mail.to for mail in mail_server.received] == [invited.email]


async def test_what_was_not_tried_is_as_often_handed_over_as_before(services: Services, queue_code: QueueCode) -> None:
    message_id = await queue_code()
    await execute(services, "UPDATE messages SET handed = 1")
    async with services.unit_of_work() as unit:
        claimed = await claim_one(unit.connection, message_id=message_id, lease=CODE_LEASE, keys=services.keys)
        assert claimed is not None
        await note_handed(unit.connection, [message_id])
        untried = [Attempt(message_id=message_id, outcome=Outcome.UNTRIED)]
        await record_attempts(unit.connection, [claimed], untried)

    assert await fetch_value(services, "SELECT handed FROM messages") == 1


@pytest.mark.long
async def test_killed_workers_send_few_twice_and_none_a_third_time(
    services: Services, mail_server: MailServer, invite: Invite, start_worker: StartWorker
) -> None:
    await invite(INVITED)

    def received() -> int:
        return len(mail_server.received)

    for number in range(1, KILLS + 1):
        worker = await start_worker(EMAIL_URL=mail_server.url, INVITATION_DAILY_LIMIT="100000")
        aim = number * INVITED // (KILLS + 1)

        async def has_come_so_far(aim: int = aim) -> bool:
            return received() >= aim

        await eventually(has_come_so_far, within=240, what="the next mails")
        worker.kill()
        # Their leases lapse at once.
        await execute(services, "UPDATE messages SET next_attempt_at = now() WHERE state = 'queued'")
    await start_worker(EMAIL_URL=mail_server.url)

    async def all_are_settled() -> bool:
        return not await fetch_value(services, "SELECT count(*) FROM messages WHERE state = 'queued'")

    await eventually(all_are_settled, within=240, what="the end of all")
    times = Counter(mail.content["Message-ID"] for mail in mail_server.received)
    twice = sum(each > 1 for each in times.values())

    failed = await fetch_value(services, "SELECT count(*) FROM messages WHERE state = 'failed'")
    assert len(times) + failed >= INVITED
    assert failed <= KILLS
    assert max(times.values()) <= 2
    assert twice <= 2 * PART * KILLS
