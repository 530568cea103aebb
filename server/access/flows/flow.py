"""A flow: its steps, what follows from its row, and responses about it."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Final, Self
from uuid import UUID

from pydantic import Field

from server.messaging.messages.kinds import Channel, Delivery
from server.platform.configuration.settings import Settings, SignupVerification
from server.platform.errors import NotSignedInError
from server.platform.process.open_enum import OpenEnum
from server.platform.schemas import Moment, QuerySchema, ResponseSchema, ServerTime
from server.vocabulary.identifiers import mask_identifier
from server.vocabulary.identity import AccountKey, FactorMethod, Method, proves_device

CODE_DIGITS: Final = 6
# Digits of a code that is requested too often: too many to guess, from any number of networks.
LONG_CODE_DIGITS: Final = 12
MAXIMUM_ATTEMPTS: Final = 5
MAXIMUM_SENDS: Final = 5


class FlowContext(OpenEnum):
    SIGNUP = "SIGNUP"
    LOGIN = "LOGIN"
    PASSWORD_RESET = "PASSWORD_RESET"  # noqa: S105 - a name, no secret


class FlowState(OpenEnum):
    """A flow only moves down this list. `completed` and `ended` answer like a flow that never was."""

    CODE_REQUIRED = "code_required"
    COMPANY_REQUIRED = "company_required"
    PASSWORD_REQUIRED = "password_required"  # noqa: S105 - a name, no secret
    FACTOR_REQUIRED = "factor_required"
    READY = "ready"
    COMPLETED = "completed"
    ENDED = "ended"


class NextStep(StrEnum):
    SMS_VERIFICATION_REQUIRED = "SMS_VERIFICATION_REQUIRED"
    EMAIL_VERIFICATION_REQUIRED = "EMAIL_VERIFICATION_REQUIRED"
    COMPANY_DETAILS_REQUIRED = "COMPANY_DETAILS_REQUIRED"
    SIGNUP_COMPLETE = "SIGNUP_COMPLETE"
    VERIFICATION_NOT_REQUIRED = "VERIFICATION_NOT_REQUIRED"
    LOGIN_COMPLETE = "LOGIN_COMPLETE"
    PASSWORD_RESET_REQUIRED = "PASSWORD_RESET_REQUIRED"  # noqa: S105 - a name, no secret
    FACTOR_REQUIRED = "FACTOR_REQUIRED"


_PAGES: Final = {
    FlowState.COMPANY_REQUIRED: NextStep.COMPANY_DETAILS_REQUIRED,
    FlowState.PASSWORD_REQUIRED: NextStep.PASSWORD_RESET_REQUIRED,
    FlowState.FACTOR_REQUIRED: NextStep.FACTOR_REQUIRED,
}


class FlowExpiredError(NotSignedInError):
    """The flow has ended, is not the caller's, or is at another step; the answer does not say which."""

    message = "Your verification session has expired. Please start again."


@dataclass(frozen=True, kw_only=True)
class Flow:
    """`read_at` is the database's clock when the flow was read. Contacts belong to the account, or to a sign-up."""

    id: UUID
    company_id: UUID | None
    user_id: UUID | None
    handle: UUID
    context: FlowContext
    state: FlowState
    temporary_password: bool
    channel: Channel
    used_channels: frozenset[Channel]
    code_digits: int
    attempts: int
    sends: int
    resend_at: datetime | None
    code_expires_at: datetime | None
    delivery: Delivery | None
    methods: frozenset[Method]
    # The account's factors that may be proved now, while the flow waits for one.
    factors: frozenset[FactorMethod]
    address: str | None
    expires_at: datetime
    version: int
    read_at: datetime
    # What was typed to begin a reset, normalised.
    identifier: str | None
    # The name under which people see the account or the sign-up.
    label: str | None
    email: str | None
    phone: str | None
    phone_is_verified: bool
    # The account's owner has proved the contact of `channel`.
    contact_is_verified: bool
    full_name: str | None
    # The contacts of a sign-up whose codes have been typed.
    verified_contacts: frozenset[Channel]

    @property
    def owner(self) -> AccountKey:
        """Return the key of its account. Raises FlowExpiredError where it has none."""
        if self.company_id is None or self.user_id is None:
            raise FlowExpiredError
        return AccountKey(company_id=self.company_id, user_id=self.user_id)

    @property
    def can_succeed(self) -> bool:
        """Return whether a guess can be right: the reset of an unknown account sends no code and accepts none."""
        return self.context is not FlowContext.PASSWORD_RESET or self.user_id is not None

    @property
    def code_holds(self) -> bool:
        """Return whether this channel has sent a code that can still be typed."""
        return self.code_expires_at is not None and self.code_expires_at > self.read_at and self.attempts_remaining > 0

    @property
    def was_verified(self) -> bool:
        """Return whether a code or a factor was asked for in it."""
        return self.sends > 0 or proves_device(self.methods)

    @property
    def next_step(self) -> NextStep:
        """Return the next page of a live flow."""
        if self.state is FlowState.CODE_REQUIRED:
            by_sms = self.channel is Channel.SMS
            return NextStep.SMS_VERIFICATION_REQUIRED if by_sms else NextStep.EMAIL_VERIFICATION_REQUIRED
        if self.state is FlowState.READY:
            if self.context is FlowContext.SIGNUP:
                return NextStep.SIGNUP_COMPLETE
            return NextStep.LOGIN_COMPLETE if self.was_verified else NextStep.VERIFICATION_NOT_REQUIRED
        return _PAGES[self.state]

    @property
    def attempts_remaining(self) -> int:
        return max(0, MAXIMUM_ATTEMPTS - self.attempts)

    def contact(self, channel: Channel) -> str | None:
        """Return where a code goes. The reset of an unknown account gets what was typed, to which nothing is sent."""
        return self.email if channel is Channel.EMAIL else self.phone or self.identifier

    @property
    def code_number(self) -> int:
        """Return which code of the flow is asked for; a sign-up has one for each contact."""
        is_later = self.context is FlowContext.SIGNUP and self.state is FlowState.CODE_REQUIRED
        return len(self.verified_contacts) + 1 if is_later else 1

    @property
    def masked_contact(self) -> str | None:
        # A reset shows nothing but what was typed: the account's phone would reveal that there is an account.
        contact = self.identifier or self.contact(self.channel)
        return None if contact is None else mask_identifier(contact)


@dataclass(frozen=True, kw_only=True)
class OpenedFlow:
    """A new flow with the secret that only its browser gets."""

    flow: Flow
    secret: str = field(repr=False)


def offered_channels(
    settings: Settings, *, context: FlowContext, phone_is_verified: bool, has_email: bool = True
) -> tuple[Channel, ...]:
    """Return the channels that a code may use, the preferred one first.

    A person without an email gets codes by SMS. Everyone else resets by email alone, and logs in by SMS only with a
    verified phone. Without a provider, SMS is offered in development only, where it is captured, and never first.
    """
    if not has_email:
        return (Channel.SMS,)
    sms_exists = settings.sms_url is not None or settings.is_development
    if not sms_exists or context is FlowContext.PASSWORD_RESET:
        return (Channel.EMAIL,)
    if context is FlowContext.LOGIN and not phone_is_verified:
        return (Channel.EMAIL,)
    return (Channel.EMAIL, Channel.SMS) if settings.sms_url is None else (Channel.SMS, Channel.EMAIL)


def contacts_to_verify(settings: Settings, flow: Flow) -> tuple[Channel, ...]:
    """Return the contacts of a sign-up that still need a code, in order; the present one is included."""
    needed = offered_channels(settings, context=FlowContext.SIGNUP, phone_is_verified=False)
    if settings.signup_verification is SignupVerification.EMAIL:
        needed = (Channel.EMAIL,)
    return tuple(c for c in dict.fromkeys((flow.channel, *needed)) if c not in flow.verified_contacts)


def code_count(settings: Settings, flow: Flow) -> int:
    """Count the codes that the flow needs: a sign-up verifies each contact by one."""
    if flow.context is not FlowContext.SIGNUP or flow.state is not FlowState.CODE_REQUIRED:
        return 1
    return len(flow.verified_contacts) + len(contacts_to_verify(settings, flow))


def offered_by(settings: Settings, flow: Flow) -> tuple[Channel, ...]:
    """Return the channels of this flow; no contact is verified twice in it."""
    offered = offered_channels(
        settings, context=flow.context, phone_is_verified=flow.phone_is_verified, has_email=flow.email is not None
    )
    return tuple(channel for channel in offered if channel not in flow.verified_contacts)


class FlowQuery(QuerySchema):
    user_id: UUID


class CodeAnswer(ResponseSchema):
    """The newest code of a flow; its times and delivery are null while none has been sent.

    `codeLength` is its number of digits: 6, or 12 for a contact that is asked for too often. `codeNumber` of
    `codeCount` codes is asked for: a sign-up may need one for each contact. `channels` can be
    chosen, `maskedContact` belongs to the one in use. `version` rises with every change of the flow: of two
    answers or events the greater one counts, whichever comes first.
    """

    masked_contact: str | None = Field(description="where the code goes, mostly hidden")
    channel: Channel = Field(description="the way in use")
    channels: list[Channel] = Field(description="the channels that may be chosen")
    delivery: Delivery | None = Field(description="of the newest code; null while none was asked for")
    resend_at: Moment | None = Field(description="from when a new code may be asked for; null at once")
    expires_at: Moment | None = Field(description="end of the newest code")
    attempts_remaining: int = Field(description="guesses left")
    code_length: int = Field(description="digits of the code: 6, or 12 for a contact that is asked for too often")
    code_number: int = Field(description="which code of the flow is asked for, from 1")
    code_count: int = Field(description="how many codes the flow asks for")
    factors: list[FactorMethod] = Field(description="the second factors that may be proved now; empty at other steps")
    version: int = Field(description="rises with every change of the flow")
    server_time: ServerTime

    @classmethod
    def of(cls, flow: Flow, *, settings: Settings, **more: Any) -> Self:  # noqa: ANN401 - further fields of the answer
        """Describe a flow, as far as this answer has its fields."""
        known = {
            "user_id": flow.handle,
            "context": flow.context,
            "state": flow.state,
            "next_step": flow.next_step,
            "full_name": flow.full_name if flow.state is FlowState.PASSWORD_REQUIRED else None,
            "masked_contact": flow.masked_contact,
            "channel": flow.channel,
            "channels": offered_by(settings, flow),
            "delivery": flow.delivery,
            "resend_at": flow.resend_at,
            "expires_at": flow.code_expires_at,
            "attempts_remaining": flow.attempts_remaining,
            "code_length": flow.code_digits,
            "code_number": flow.code_number,
            "code_count": code_count(settings, flow),
            "factors": [each for each in FactorMethod if each in flow.factors],
            "version": flow.version,
            "server_time": flow.read_at,
        }
        return cls.model_validate(known | more)


class FlowStateAnswer(CodeAnswer):
    """The same with the flow's own state.

    `fullName` is the account's, once a code has been typed and a new password is due: the form judges it by the name.
    """

    state: FlowState = Field(description="where the flow stands")
    next_step: NextStep = Field(description="what the client has to do next")
    full_name: str | None = Field(
        description="the account's, once a code was typed and a new password is due; else null"
    )
