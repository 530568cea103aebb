"""The event with the state of a flow."""

from typing import Final

from server.access.flows.schemas import FlowStateAnswer
from server.platform.events import FLOW, Event

OTP_STATE: Final = Event(
    name="otp:state",
    payload=FlowStateAnswer,
    room=FLOW,
    to="the sockets of the flow",
    when="on connect, and whenever a code is sent, delivered, guessed at or replaced, or the flow takes a step",
    rate="as it happens",
    lost="`GET /verification/state` answers the same; the next connection gets it again. When the flow has ended, "
    "completed, replaced or expired, its sockets are closed, the next handshake is refused with `flow_expired`.",
)
