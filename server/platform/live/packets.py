"""Frames that a client may send: a handshake, an event that is not reserved, or a disconnect."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final

import socketio
from socketio.packet import CONNECT, DISCONNECT, EVENT, Packet

NAMESPACE: Final = "/"
GOODBYE: Final = Packet(DISCONNECT, namespace=NAMESPACE).encode()
# Names that Socket.IO reserves, here or in a client.
RESERVED: Final = frozenset(
    {
        *socketio.AsyncServer.reserved_events,
        *socketio.AsyncClient.reserved_events,
        "*",
        "disconnecting",
        "newListener",
        "removeListener",
    }
)


class UnacceptablePacketError(Exception):
    """The client has sent a packet that our client never sends."""


class Kind(Enum):
    HANDSHAKE = auto()
    EVENT = auto()
    GOODBYE = auto()


@dataclass(frozen=True, kw_only=True)
class ClientPacket:
    """`content` is the handshake's `auth`, or the event's name with its arguments."""

    kind: Kind
    content: Any = None
    id: int | None = None


KINDS: Final = {CONNECT: Kind.HANDSHAKE, EVENT: Kind.EVENT, DISCONNECT: Kind.GOODBYE}


def read_packet(text: object) -> ClientPacket:
    """Raises UnacceptablePacketError: attachments, acknowledgements, other namespaces and reserved names too."""
    packet = _decode(text)
    kind = KINDS.get(packet.packet_type)
    if kind is None or packet.attachment_count or packet.namespace not in {None, NAMESPACE}:
        raise UnacceptablePacketError
    if kind is Kind.EVENT and not _is_event(packet.data):
        raise UnacceptablePacketError
    return ClientPacket(kind=kind, content=packet.data, id=packet.id)


def encode_event(name: str, *arguments: Any) -> str:  # noqa: ANN401 - whatever JSON can say
    frame: str = Packet(EVENT, namespace=NAMESPACE, data=[name, *arguments], binary=False).encode()
    return frame


def _decode(text: object) -> Packet:
    # Engine.IO has already decoded a message that is JSON.
    if not isinstance(text, str):
        raise UnacceptablePacketError
    try:
        return Packet(encoded_packet=text)
    except Exception as error:
        raise UnacceptablePacketError from error


def _is_event(content: object) -> bool:
    if not isinstance(content, list) or not content:
        return False
    return isinstance(content[0], str) and content[0] not in RESERVED
