"""Salts of codes: the flow, or for a long code the contact and context whose flows share it."""

from server.access.flows.flow import LONG_CODE_DIGITS, Flow
from server.messaging.messages.kinds import Channel
from server.platform.process.crypto import Keyring, Purpose


def code_salt(flow: Flow, *, channel: Channel, digits: int) -> bytes:
    """Part of the code's keyed hash: a code is valid for nothing else."""
    return flow.id.bytes if digits < LONG_CODE_DIGITS else _shared_salt(flow, channel=channel)


def shared_subject(keys: Keyring, flow: Flow, *, channel: Channel) -> bytes:
    """The key of a shared code. Its message belongs to the company of its flows; without an account it is not sent."""
    return keys.mac(Purpose.THROTTLE, _shared_salt(flow, channel=channel), str(flow.company_id).encode())


def _shared_salt(flow: Flow, *, channel: Channel) -> bytes:
    return f"{flow.context.value} {channel.value} {flow.contact(channel)}".encode()
