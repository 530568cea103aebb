"""Responses about a flow."""

from typing import Any

from server.access.flows.flow import Flow, code_count, offered_by
from server.access.flows.schemas import CodeAnswer, FlowStateAnswer
from server.access.flows.steps import FlowState
from server.platform.configuration.settings import Settings


def code_fields(flow: Flow, *, settings: Settings) -> dict[str, Any]:
    """What every answer about a code holds."""
    return {
        "masked_contact": flow.masked_contact,
        "channel": flow.channel,
        "channels": list(offered_by(settings, flow)),
        "delivery": flow.delivery,
        "resend_at": flow.resend_at,
        "expires_at": flow.code_expires_at,
        "attempts_remaining": flow.attempts_remaining,
        "code_length": flow.code_digits,
        "code_number": flow.code_number,
        "code_count": code_count(settings, flow),
        "factors": list(flow.factors),
        "version": flow.version,
        "server_time": flow.read_at,
    }


def state_fields(flow: Flow, *, settings: Settings) -> dict[str, Any]:
    return {
        **code_fields(flow, settings=settings),
        "state": flow.state,
        "next_step": flow.next_step,
        "full_name": flow.full_name if flow.state is FlowState.PASSWORD_REQUIRED else None,
    }


def code_answer(flow: Flow, *, settings: Settings) -> CodeAnswer:
    return CodeAnswer(**code_fields(flow, settings=settings))


def state_answer(flow: Flow, *, settings: Settings) -> FlowStateAnswer:
    return FlowStateAnswer(**state_fields(flow, settings=settings))
