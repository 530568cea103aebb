"""S152: a person changes their own email by a link to the present address, then one to the new.

Mails go through a real SMTP server, calls through HTTP.
"""

import asyncio
import re
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

import pytest

from server.access.email_changes.repository import DELETE_EXPIRED_CHANGES, PRESENT
from server.messaging.messages.kinds import Providers
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.accounts import add_account
from tests.fixtures.email_changes import Mover
from tests.fixtures.factors import AGES_AGO
from tests.fixtures.mail_server import MailServer
from tests.fixtures.outbox import end_cooldown, send_all
from tests.fixtures.people import AddCompany, Person, SignIn
from tests.fixtures.policy_calls import PolicyDesk
from tests.fixtures.reset import Forgetful
from tests.fixtures.sign_in import Answer, Browser, execute
from tests.fixtures.user_calls import Desk, Desks

NEW: Final = "new.address@example.org"
CHANGE: Final = "users/profile/email-change"
NONE_WAITS: Final = {"email": None, "sentTo": None}
INVALID: Final = (400, "email_link_invalid")


@dataclass(frozen=True, kw_only=True)
class Owner:
    """A person in their own browser, and the mails that they get."""

    desk: Desk
    services: Services
    smtp: Providers
    mails: MailServer

    @property
    def person(self) -> Person:
        return self.desk.person

    async def ask(self, email: str = NEW) -> Answer:
        return await self.desk.browser.post(CHANGE, json={"email": email})

    async def asked(self, email: str = NEW) -> str:
        """The token in the mail to the present address."""
        answer = await self.ask(email)
        assert (answer.status, answer.body) == (200, {"email": email, "sentTo": self.person.email})
        return await self.token(self.person.email)

    async def agreed(self, email: str = NEW) -> str:
        """The token in the mail to the new address, after the present one has confirmed."""
        answer = await self.confirm(await self.asked(email))
        assert answer.status == 200, answer
        return await self.token(email)

    async def token(self, to: str) -> str:
        await send_all(self.services, self.smtp)
        texts = [mail.text for mail in self.mails.received if mail.to == to]
        found = re.search(r"/confirm-email#(\S+)", texts[-1])
        assert found is not None
        return found[1]

    async def confirm(self, token: str) -> Answer:
        """From a browser that is not signed in."""
        browser = Browser(app=self.desk.app, services=self.services)
        return await browser.post("users/email/confirm", json={"token": token})

    async def refused(self, token: str) -> bool:
        answer = await self.confirm(token)
        return (answer.status, answer.code) == INVALID

    async def waiting(self) -> dict[str, Any]:
        return (await self.desk.browser.get(CHANGE)).body

    async def email(self) -> str | None:
        row = await self.desk.row(self.person.id)
        return None if row is None else row["email"]


@pytest.fixture
async def owner(
    desks: Desks, sign_in: SignIn, services: Services, *, smtp: Providers, mail_server: MailServer
) -> Owner:
    desk = desks.of(await sign_in(Profile.TRAINEE))
    return Owner(desk=desk, services=services, smtp=smtp, mails=mail_server)


async def test_the_present_address_confirms_and_then_the_new_one(owner: Owner, browser: Browser) -> None:
    former, desk = owner.person.email, owner.desk
    assert await owner.waiting() == NONE_WAITS
    first = await owner.asked()
    [mail] = owner.mails.received
    assert (mail.to, "n***s@example.org" in mail.text, NEW in mail.text) == (former, True, False)
    assert await owner.waiting() == {"email": NEW, "sentTo": former}
    asked = await desk.audit_entry("email_change_requested")
    assert (asked["actor_id"], asked["subject_id"]) == (owner.person.id, owner.person.id)
    assert asked["after"] == {"email": "n***s@example.org"}

    answer = await owner.confirm(first)
    assert answer.status == 200
    assert answer.body == {"message": "Now open the link that we have sent to n***s@example.org."}
    assert (await owner.email(), await owner.waiting()) == (former, {"email": NEW, "sentTo": NEW})
    second = await owner.token(NEW)
    text = owner.mails.received[-1].text
    number = former.removeprefix("person").partition("@")[0]
    assert f"Person {number}, you want {NEW} to be the email address" in text
    assert "/stop-invitations#" in text

    answer = await owner.confirm(second)
    assert answer.body == {"message": "Your email address is confirmed. Please log in with it."}
    assert await owner.email() == NEW
    assert (await desk.browser.get("users/profile")).status == 401, "all sessions have ended"
    await send_all(owner.services, owner.smtp)
    assert [each.to for each in owner.mails.received] == [former, NEW, former]
    assert f"is no longer {former}" in owner.mails.received[-1].text
    done = await desk.audit_entry("email_changed")
    assert (done["actor_id"], done["after"], done["subject_version"]) == (owner.person.id, asked["after"], 2)


@pytest.mark.security("S152")
async def test_each_link_works_once_and_for_its_own_step(owner: Owner) -> None:
    first = await owner.asked()
    stored = await owner.desk.value("SELECT token_hash FROM email_changes")
    assert stored != sha256(first.encode()).digest(), "older code looks for this"
    for forged in (first.removeprefix(PRESENT), first + "A", PRESENT, stored.hex(), first.upper()):
        assert await owner.refused(forged)
    answers = await asyncio.gather(*(owner.confirm(first) for _ in range(10)))
    assert sorted(answer.status for answer in answers) == [200] + [400] * 9
    second = await owner.token(NEW)
    assert len(owner.mails.received) == 2
    for forged in (first, PRESENT + second, first.removeprefix(PRESENT)):
        assert await owner.refused(forged)
    assert await owner.email() == owner.person.email
    assert (await owner.confirm(second)).status == 200
    assert await owner.refused(second)


@pytest.mark.security("S152")
@pytest.mark.parametrize("steps", [1, 2])
async def test_a_link_of_72_hours_ago_is_none(owner: Owner, services: Services, steps: int) -> None:
    token = await owner.asked() if steps == 1 else await owner.agreed()
    life = await owner.desk.value("SELECT expires_at - created_at FROM email_changes")
    assert life.total_seconds() == 72 * 3600
    await execute(services, "UPDATE email_changes SET expires_at = now()")
    assert await owner.waiting() == NONE_WAITS
    assert await owner.refused(token)
    await execute(services, DELETE_EXPIRED_CHANGES)
    assert await owner.desk.value("SELECT count(*) FROM email_changes") == 0


@pytest.mark.security("S152")
async def test_without_a_fresh_proof_nothing_is_asked(owner: Owner, services: Services) -> None:
    await execute(services, AGES_AGO)
    for email in (NEW, "taken@example.org"):
        answer = await owner.ask(email)
        assert (answer.status, answer.code, answer.body["methods"]) == (403, "step_up_required", ["password"])
    assert await owner.waiting() == NONE_WAITS
    await send_all(services, owner.smtp)
    assert owner.mails.received == []


@pytest.mark.security("S152")
async def test_an_address_of_the_company_is_refused_and_of_others_shown_to_its_recipient_alone(
    owner: Owner, sign_in: SignIn, add_company: AddCompany
) -> None:
    colleague = await sign_in(Profile.TRAINER)
    for email in (colleague.email, owner.person.email.upper()):
        refused = await owner.ask(email)
        assert (refused.status, refused.code) == (409, "contact_taken")
        assert refused.body["errors"] == {"email": "Email already registered"}
    elsewhere = await sign_in(company=await add_company())
    second = await owner.agreed(elsewhere.email)
    refused = await owner.confirm(second)
    assert (refused.status, refused.code) == (409, "email_not_usable")
    assert (await owner.email(), await owner.waiting()) == (owner.person.email, NONE_WAITS)


@pytest.mark.security("S152")
@pytest.mark.parametrize("steps", [1, 2])
async def test_an_address_that_is_taken_between_the_steps_stays_its_account_s(
    owner: Owner, services: Services, steps: int
) -> None:
    token = await owner.asked() if steps == 1 else await owner.agreed()
    other = await add_account(services.database, owner.person.company, email=NEW)
    if steps == 1:
        assert (await owner.confirm(token)).status == 200
        token = await owner.token(NEW)
    assert (await owner.confirm(token)).code == "email_not_usable"
    assert (await owner.email(), (await owner.desk.row(other.id))["email"]) == (owner.person.email, NEW)
    assert (await owner.desk.audit_entry("email_change_failed"))["actor_id"] == owner.person.id


async def test_a_later_address_replaces_the_earlier_at_each_step(owner: Owner, services: Services) -> None:
    first = await owner.asked("first@example.org")
    second = await owner.agreed("second@example.org")
    assert await owner.refused(first)
    third = await owner.asked("third@example.org")
    assert await owner.refused(second)
    await owner.ask("fourth@example.org")
    await owner.asked("fifth@example.org")
    assert len([mail for mail in owner.mails.received if mail.to == owner.person.email]) == 4, "one had not left"
    assert await owner.refused(third)


async def test_asked_again_the_same_address_gets_the_link_of_its_step(owner: Owner, services: Services) -> None:
    first = await owner.asked()
    again = await owner.asked()
    assert await owner.refused(first)
    await owner.confirm(again)
    second = await owner.token(NEW)
    too_soon = await owner.ask()
    assert (too_soon.status, too_soon.code) == (429, "invitation_too_soon")
    await end_cooldown(services)
    answer = await owner.ask()
    assert answer.body == {"email": NEW, "sentTo": NEW}, "the present address has confirmed this one"
    newer = await owner.token(NEW)
    assert await owner.refused(second)
    assert (await owner.confirm(newer)).status == 200
    assert await owner.email() == NEW


async def test_it_can_be_withdrawn(owner: Owner, services: Services) -> None:
    token = await owner.agreed()
    for _ in range(2):
        answer = await owner.desk.browser.delete(CHANGE)
        assert (answer.status, answer.body) == (200, NONE_WAITS)
    assert await owner.refused(token)
    assert await owner.desk.value("SELECT count(*) FROM audit_entries WHERE action = 'email_change_cancelled'") == 1
    await owner.ask("second@example.org")
    await owner.desk.browser.delete(CHANGE)
    await send_all(services, owner.smtp)
    assert len(owner.mails.received) == 2, "what had not left is not sent"


@pytest.mark.security("S152")
@pytest.mark.parametrize("steps", [0, 1])
async def test_a_reset_of_the_password_withdraws_it(owner: Owner, forgetful: Forgetful, steps: int) -> None:
    """A stolen session may have asked for it; who resets has the mailbox of the present address."""
    token = await (owner.agreed() if steps else owner.asked())
    await forgetful.pass_code(owner.person.email)
    assert (await forgetful.choose()).status == 200
    assert await owner.refused(token)
    assert await owner.desk.value("SELECT count(*) FROM email_changes") == 0
    entry = await owner.desk.audit_entry("email_change_cancelled")
    assert (entry["actor_id"], entry["before"]) == (owner.person.id, {"email": "n***s@example.org"})


async def test_a_reset_leaves_what_an_administrator_has_entered(
    owner: Owner, forgetful: Forgetful, mover: Mover
) -> None:
    await mover.desk.edit(owner.person.id, email=NEW)
    await forgetful.pass_code(owner.person.email)
    assert (await forgetful.choose()).status == 200
    assert (await owner.confirm(await owner.token(NEW))).status == 200
    assert await owner.email() == NEW


@pytest.mark.security("S152")
async def test_five_a_day_and_ten_calls_an_hour(owner: Owner) -> None:
    answers = [await owner.ask(f"new{number}@example.org") for number in range(12)]
    codes = [answer.code for answer in answers]
    assert codes == [None] * 5 + ["changes_used_up"] * 5 + ["too_many_requests"] * 2
    assert await owner.waiting() == {"email": "new4@example.org", "sentTo": owner.person.email}


@pytest.mark.security("S152")
async def test_a_mailbox_that_wants_none_gets_none_and_the_link_stays(owner: Owner, services: Services) -> None:
    first = await owner.asked()
    await execute(services, "UPDATE invitation_destinations SET last_sent_at = now()")
    query = "INSERT INTO invitation_stops (company_id, mailbox) VALUES ($1, sha256($2))"
    await execute(services, query, owner.person.company.id, f"waymark mailbox {NEW}".encode())
    refused = await owner.confirm(first)
    assert (refused.status, refused.code) == (409, "invitation_stopped")
    assert (await owner.ask()).code == "invitation_stopped"
    assert await owner.waiting() == {"email": NEW, "sentTo": owner.person.email}
    await execute(services, "DELETE FROM invitation_stops")
    assert (await owner.confirm(first)).status == 200


async def test_an_applicant_changes_theirs_and_no_one_without_a_session(
    owner: Owner, desks: Desks, sign_in: SignIn
) -> None:
    desk = desks.of(await sign_in(None))
    applicant = Owner(desk=desk, services=owner.services, smtp=owner.smtp, mails=owner.mails)
    assert (await applicant.confirm(await applicant.agreed())).status == 200
    assert await applicant.email() == NEW
    stranger = Browser(app=desk.app, services=owner.services)
    for answer in (await stranger.post(CHANGE, json={"email": NEW}), await stranger.get(CHANGE)):
        assert answer.status == 401


@pytest.mark.parametrize(
    ("email", "message"),
    [
        ("", "Email is required"),
        ("x", "Please enter a valid email address"),
        ("\u0430.rao@example.org", None),
        ("a@example.org\r\nBcc: b@example.org", None),
        ("me@elsewhere.example", "The company allows emails of its own domains only, and this is not one of them"),
    ],
)
async def test_what_an_edit_refuses_is_refused(
    owner: Owner, policy_desk: PolicyDesk, email: str, message: str | None
) -> None:
    await policy_desk.set(emailDomains=["example.com", "example.org"])
    refused = await owner.ask(email)
    assert (refused.status, refused.code) == (422, "validation_failed")
    assert message is None or refused.body["errors"] == {"email": message}


@pytest.mark.security("S152")
@pytest.mark.parametrize("steps", [1, 2])
@pytest.mark.parametrize(
    "change", ["UPDATE users SET is_active = false WHERE id = $1", "DELETE FROM users WHERE id = $1"]
)
async def test_an_account_that_has_left_gets_no_email(
    owner: Owner, services: Services, steps: int, change: str
) -> None:
    token = await owner.asked() if steps == 1 else await owner.agreed()
    await execute(services, change, owner.person.id)
    assert await owner.refused(token)
    assert await owner.desk.value("SELECT count(*) FROM users WHERE email = $1", NEW) == 0
    assert (await owner.ask()).status == 401


@pytest.mark.settings(sign_in_by="email,phone,code")
async def test_a_person_without_an_email_needs_the_new_link_alone(owner: Owner, services: Services) -> None:
    await execute(services, "UPDATE users SET email = NULL, email_verified_at = NULL WHERE id = $1", owner.person.id)
    answer = await owner.ask()
    assert (answer.status, answer.body) == (200, {"email": NEW, "sentTo": NEW})
    assert (await owner.confirm(await owner.token(NEW))).status == 200
    assert await owner.email() == NEW
    await send_all(services, owner.smtp)
    assert [mail.to for mail in owner.mails.received] == [NEW]


@pytest.mark.security("S152")
async def test_an_administrator_s_and_the_person_s_own_replace_each_other(owner: Owner, mover: Mover) -> None:
    account = (await owner.desk.row(owner.person.id))["id"]
    first = await owner.agreed()
    assert (await mover.desk.edit(account, email="typed@example.org")).body["pendingEmail"] == "typed@example.org"
    assert await owner.waiting() == {"email": "typed@example.org", "sentTo": "typed@example.org"}
    assert await owner.refused(first)
    typed = await owner.token("typed@example.org")
    own = await owner.asked("own@example.org")
    assert await owner.refused(typed)
    record = (await mover.desk.browser.get(f"users/{account}")).body
    waits = (record["pendingEmail"], record["pendingEmailSentTo"])
    assert waits == ("own@example.org", owner.person.email), "the administrator sees which address it waits for"
    assert (await mover.desk.browser.delete(f"users/{account}/pending-email")).status == 200
    assert await owner.refused(own)


@pytest.mark.security("S152")
async def test_an_address_that_older_code_has_written_over_an_own_one_is_an_administrator_s(
    owner: Owner, services: Services
) -> None:
    """It is judged as one of an administrator, though the column of the own one has stayed."""
    second = await owner.agreed()
    await execute(services, "UPDATE email_changes SET requester_profile = 'TRAINER'")
    assert await owner.refused(second)
    await execute(services, "UPDATE email_changes SET requester_profile = NULL, present_confirmed = NULL")
    assert await owner.refused(second)
    assert await owner.email() == owner.person.email
