"""What leaves on a connection: at once where nothing waits before it, otherwise by Engine.IO's queue and its writer."""

import asyncio
from dataclasses import dataclass
from typing import Protocol, Self, runtime_checkable

from engineio.packet import MESSAGE, Packet
from websockets.frames import Frame, Opcode


@runtime_checkable
class DirectProtocol(Protocol):
    """A WebSocket protocol that can write without waiting."""

    def write_frame(self, frame: bytes) -> bool:
        """False, and nothing written, where the connection is not open, or its client does not keep up."""


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A message to any number of connections: no frame of a server differs by its client."""

    packet: Packet
    frame: bytes

    @classmethod
    def of(cls, message: str) -> Self:
        """`message` is a packet of Socket.IO."""
        packet = Packet(MESSAGE, message)
        return cls(packet, Frame(Opcode.TEXT, packet.encode().encode()).serialize(mask=False))


class Outbox:
    """Of one connection; called, it is the `poll` of Engine.IO's writer.

    Waking a writer for each message costs more than to send it.
    """

    __slots__ = ("_protocol", "_queue", "_writer_waits")

    def __init__(self, queue: "asyncio.Queue[Packet | None]", *, protocol: object) -> None:
        self._queue = queue
        self._protocol = protocol if isinstance(protocol, DirectProtocol) else None
        self._writer_waits = False

    @property
    def waiting(self) -> int:
        """The number of messages that the writer has not taken."""
        return self._queue.qsize()

    def send(self, message: Outgoing) -> None:
        """After all that was sent before."""
        is_next = self._writer_waits and self._queue.empty()
        if not (is_next and self._protocol is not None and self._protocol.write_frame(message.frame)):
            self._queue.put_nowait(message.packet)

    async def __call__(self) -> list[Packet]:
        """The queued packets, at least one; none at the end.

        Engine.IO's own function sets a timer and a task around every wait, which costs as much as sending; what it
        detects, the reader of the same connection detects too.
        """
        packets: list[Packet] = []
        self._writer_waits = True
        packet = await self._queue.get()
        self._writer_waits = False
        while packet is not None:
            packets.append(packet)
            if self._queue.empty():
                return packets
            packet = self._queue.get_nowait()
        if packets:
            self._queue.put_nowait(None)
        return packets
