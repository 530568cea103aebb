"""Responses about a flow."""

from typing import Any, Self

from pydantic import Field

from server.access.flows.flow import Flow, FlowState, NextStep, code_count, offered_by
from server.messaging.messages.kinds import Channel, Delivery
from server.platform.configuration.settings import Settings
from server.platform.schemas import Moment, ResponseSchema, ServerTime
from server.vocabulary.identity import FactorMethod


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
