"""Kinds of messages, their channels and states; the interface of providers, and the delays of retries."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final
from uuid import UUID

from server.platform.process.metrics import MESSAGES
from server.platform.process.open_enum import OpenEnum
from server.platform.process.traces import TRACES
from server.vocabulary.languages import SOURCE_LANGUAGE, Language
from server.vocabulary.regions import DEFAULT_REGION


class MessageKind(OpenEnum):
    """Each names what its text needs among a message's `parameters`, and what its `secret` is.

    CODE: context (SIGNUP, LOGIN, PASSWORD_RESET), minutes; the secret is the code.
    INVITATION: full_name, company_name, stop_code and opens (what its link is signed for), written when the secret, the
        temporary password, is made; by SMS also company_slug and login, by which the person logs in;
        institute, its short name, where the operator has verified the company under this name.
    PASSWORD_CHANGED: full_name; keeps_a_session: the one that changed it continues (after a reset all have ended).
    WELCOME: full_name, company_name; has_founded where it is the Super Admin of a new company.
    IMPORT_FINISHED: full_name, file_name, created, failed, invite, changed where it updates; outcome (completed,
        cancelled with its cancelled_by, failed or waits with its reason); the import is the message's `import_id`.
    BULK_FINISHED: full_name, job_id, did ("deactivated"), done, unchanged, failed; outcome (completed, or cancelled
        with its cancelled_by).
    EMAIL_CHANGE: full_name, company_name, stop_code; to the new address, the secret is the token of its link; is_own
        where the person has asked for it.
    EMAIL_CHANGE_ASKED: full_name, new_email (masked); to the present address, the secret is the token of its link;
        is_directory where not the person has asked for it, but the company's directory.
    EMAIL_CHANGED: full_name; to the former address.
    SSO_LINKED: full_name, company_name.
    PASSKEY_COPIED: full_name, passkey (its name).
    SSO_UNLINKED: full_name, provider (its name, or several), by_administrator where it was one.
    Those after it have a link ("That was not me") for which `notice` says what it is signed for.
    FACTOR_ADDED: full_name, factor (its name).
    FACTOR_REMOVED: full_name, factor (its name, or several), by_administrator where it was one.
    RECOVERY_CODE_USED: full_name, left.
    RECOVERY_CODES_RENEWED: full_name.
    NEW_DEVICE: full_name, device, address, is_last where no more are sent that day.
    APPLICATIONS_WAITING: full_name, waiting (how many); to an administrator.
    APPLICATION_DECIDED: full_name, company_name, outcome (accepted, declined), decision (its reason) where declined.
    STAGE_CHANGED: full_name, company_name, stage (its public name), stage_text (empty where nothing is said).
    ANNOUNCEMENT: full_name, company_name, items (title, body and own links of each), mail_code (by which the recipient
        wants no more); they are made when it is claimed, until then it holds its announcement_id.
    INTERVIEW: full_name, company_name, day (2026-12-03), at (09:30) and place, which may be empty.
    OFFER: full_name, company_name, employer, opening (its title), outcome (made, changed, withdrawn), answer_by (the
        moment by the company's clock).
    COMPANY_INVITATION: nothing; the secret is the token of its link.
    COMPANY_DELETED_SOON: full_name, company_name, day (2026-12-03); to each administrator.
    ACCOUNT_SECURED: full_name, factor where that link has removed one; it has no link itself.
    """

    CODE = "code"
    INVITATION = "invitation"
    PASSWORD_CHANGED = "password_changed"  # noqa: S105 - a name, no secret
    WELCOME = "welcome"
    IMPORT_FINISHED = "import_finished"
    BULK_FINISHED = "bulk_finished"
    EMAIL_CHANGE = "email_change"
    EMAIL_CHANGE_ASKED = "email_change_asked"
    EMAIL_CHANGED = "email_changed"
    SSO_LINKED = "sso_linked"
    PASSKEY_COPIED = "passkey_copied"
    SSO_UNLINKED = "sso_unlinked"
    FACTOR_ADDED = "factor_added"
    FACTOR_REMOVED = "factor_removed"
    RECOVERY_CODE_USED = "recovery_code_used"
    RECOVERY_CODES_RENEWED = "recovery_codes_renewed"
    NEW_DEVICE = "new_device"
    ACCOUNT_SECURED = "account_secured"
    APPLICATIONS_WAITING = "applications_waiting"
    APPLICATION_DECIDED = "application_decided"
    STAGE_CHANGED = "stage_changed"
    ANNOUNCEMENT = "announcement"
    INTERVIEW = "interview"
    OFFER = "offer"
    COMPANY_INVITATION = "company_invitation"
    COMPANY_DELETED_SOON = "company_deleted_soon"


# May be as many as a company has people. Those of each company get a share of every batch.
BULK: Final = frozenset({MessageKind.INVITATION, MessageKind.ANNOUNCEMENT})
# About the account itself. Acts that cause them are limited instead, so that no flood of others keeps them back.
SECURITY_NOTICES: Final = frozenset(
    {
        MessageKind.PASSKEY_COPIED,
        MessageKind.SSO_UNLINKED,
        MessageKind.FACTOR_ADDED,
        MessageKind.FACTOR_REMOVED,
        MessageKind.RECOVERY_CODE_USED,
        MessageKind.RECOVERY_CODES_RENEWED,
        MessageKind.NEW_DEVICE,
        MessageKind.ACCOUNT_SECURED,
    }
)


class Channel(OpenEnum):
    EMAIL = "EMAIL"
    SMS = "SMS"

    @property
    def shown(self) -> str:
        """Name it within a sentence."""
        return "SMS" if self is Channel.SMS else "email"


def channel_of(contact: str) -> Channel:
    """How a contact is reached: an email has an at sign, a phone has none."""
    return Channel.EMAIL if "@" in contact else Channel.SMS


class MessageState(OpenEnum):
    """A queued message will be attempted (again); the other states are final."""

    QUEUED = "queued"
    SENT = "sent"
    FAILED = "failed"
    EXPIRED = "expired"


class Delivery(OpenEnum):
    """The state of a code as its page shows it: one that expired unsent has failed."""

    QUEUED = "queued"
    SENT = "sent"
    FAILED = "failed"


MOST_ATTEMPTS: Final = 6
# What is kept of a provider's words.
LONGEST_TEXT: Final = 300

# The lease of a claim: afterwards another worker takes over. It is longer than any attempt.
CODE_LEASE: Final = timedelta(seconds=15)
BATCH_LEASE: Final = timedelta(seconds=30)

_CODE_DELAYS: Final = (2, 5, 15, 45, 120)
_OTHER_DELAYS: Final = (10, 60, 300, 1_800, 7_200)

TWICE_HANDED: Final = "Two workers ended while they sent it: whether it has arrived is not known"
UNREADABLE: Final = "The key of its secret is gone (SECRET_KEYS)"


@dataclass(frozen=True, kw_only=True, slots=True)
class Outgoing:
    """A claimed or captured message. `secret` and `link` are in the clear, only in memory and in the rendered text."""

    id: UUID
    kind: MessageKind
    channel: Channel
    recipient: str
    parameters: dict[str, Any]
    secret: str | None = field(default=None, repr=False)
    link: str | None = field(default=None, repr=False)
    # False: the key under which its secret was sealed is gone.
    is_readable: bool = True
    created_at: datetime
    # The recipient's language, and the region of the company by which numbers are written.
    language: Language = SOURCE_LANGUAGE
    region: str = DEFAULT_REGION
    # Only a verified company has these here.
    logo_id: UUID | None = None
    verified_name: str | None = None
    attempts: int = 0
    # How many workers have ended while they sent it.
    handed: int = 0
    company_id: UUID | None = None
    user_id: UUID | None = None
    flow_id: UUID | None = None
    import_id: UUID | None = None


class Outcome(StrEnum):
    """SENT and REFUSED are final; RETRY counts as an attempt, UNTRIED (no time, or no connection) does not."""

    SENT = "sent"
    REFUSED = "refused"
    RETRY = "retry"
    UNTRIED = "untried"


@dataclass(frozen=True, kw_only=True, slots=True)
class Attempt:
    """What became of one message; `error` is fit for an administrator and holds no secret.

    `retry_after` is the wait that the provider asks for.
    """

    message_id: UUID
    outcome: Outcome
    provider_id: str | None = None
    error: str | None = None
    retry_after: timedelta | None = None

    @staticmethod
    def failed(message: Outgoing, outcome: Outcome, error: str, *, retry_after: timedelta | None = None) -> "Attempt":
        for secret in (message.secret, message.link):
            if secret is not None:
                # A provider may repeat the text in its answer.
                error = error.replace(secret, "…")
        return Attempt(message_id=message.id, outcome=outcome, error=error[:LONGEST_TEXT], retry_after=retry_after)


class Provider:
    async def deliver(self, messages: Sequence[Outgoing]) -> list[Attempt]:
        """One attempt for every message, in any order. A failure is an outcome, never raised."""
        raise NotImplementedError

    async def close(self) -> None:
        """Close what is open: not every provider has something."""


class NoProvider(Provider):
    """Every message is refused with the reason that no provider is configured."""

    def __init__(self, reason: str) -> None:
        self._reason = reason

    async def deliver(self, messages: Sequence[Outgoing]) -> list[Attempt]:
        return [Attempt.failed(message, Outcome.REFUSED, self._reason) for message in messages]


@dataclass(frozen=True, kw_only=True)
class Providers:
    """One provider a channel."""

    email: Provider
    sms: Provider

    async def close(self) -> None:
        await self.email.close()
        await self.sms.close()


async def deliver(providers: Providers, messages: Sequence[Outgoing]) -> list[Attempt]:
    """One attempt for every message, through the provider of its channel."""
    attempts = [Attempt.failed(each, Outcome.REFUSED, UNREADABLE) for each in messages if not each.is_readable]
    for channel, provider in ((Channel.EMAIL, providers.email), (Channel.SMS, providers.sms)):
        addressed = [message for message in messages if message.channel is channel and message.is_readable]
        if addressed:
            with TRACES.span(f"deliver {channel.value}", messages=len(addressed)):
                tried = await provider.deliver(addressed)
                TRACES.describe(sent=sum(attempt.outcome is Outcome.SENT for attempt in tried))
            for attempt in tried:
                MESSAGES.labels(channel.value, attempt.outcome.value).inc()
            attempts += tried
    return attempts


def delay_after(attempts: int, *, kind: MessageKind) -> timedelta | None:
    """The wait after that many attempts (at least 1); None when there will be no further one."""
    if attempts >= MOST_ATTEMPTS:
        return None
    delays = _CODE_DELAYS if kind is MessageKind.CODE else _OTHER_DELAYS
    return timedelta(seconds=delays[attempts - 1])


# Errors of text messages that are shown as they are; the second by what is counted.
NO_TEMPLATE: Final = "There is no registered template for text messages of this kind (SMS_TEMPLATES: {kind})"
COUNTRY: Final = "sms:country"
COMPANY: Final = "sms:company"
USED_UP: Final = {
    COUNTRY: "As many text messages as a day allows were sent to this country (SMS_ABROAD_DAILY)",
    COMPANY: "The company has sent as many text messages as a day allows (COMPANY_DAILY_SMS)",
}
