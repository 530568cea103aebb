"""The states of a flow, and the next step of its page."""

from enum import StrEnum

from server.messaging.messages.kinds import Channel


class FlowContext(StrEnum):
    SIGNUP = "SIGNUP"
    LOGIN = "LOGIN"
    PASSWORD_RESET = "PASSWORD_RESET"  # noqa: S105 - a name, no secret


class FlowState(StrEnum):
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


def next_step(state: FlowState, *, context: FlowContext, channel: Channel, was_verified: bool) -> NextStep:
    """The next page of a live flow; `was_verified` says whether a code or a factor was asked for in it."""
    if state is FlowState.CODE_REQUIRED:
        by_sms = channel is Channel.SMS
        return NextStep.SMS_VERIFICATION_REQUIRED if by_sms else NextStep.EMAIL_VERIFICATION_REQUIRED
    if state is FlowState.PASSWORD_REQUIRED:
        return NextStep.PASSWORD_RESET_REQUIRED
    if state is FlowState.FACTOR_REQUIRED:
        return NextStep.FACTOR_REQUIRED
    if state is FlowState.COMPANY_REQUIRED:
        return NextStep.COMPANY_DETAILS_REQUIRED
    if context is FlowContext.SIGNUP:
        return NextStep.SIGNUP_COMPLETE
    return NextStep.LOGIN_COMPLETE if was_verified else NextStep.VERIFICATION_NOT_REQUIRED
