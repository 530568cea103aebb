"""Records of this process' open WebSocket connections: network, handshake, deadline."""

from asyncio import TimerHandle
from collections import Counter
from dataclasses import dataclass
from typing import Any

from server.vocabulary.networks import network_of


@dataclass(kw_only=True, slots=True)
class Transport:
    """`is_silent` until its client is recognised; `is_over` once no more frames are read."""

    address: str
    network: str
    deadline: TimerHandle | None
    is_silent: bool = True
    has_shaken_hands: bool = False
    is_over: bool = False


class Transports:
    """By Engine.IO's id of the connection."""

    def __init__(self) -> None:
        self._open: dict[str, Transport] = {}
        self._silent: Counter[str] = Counter()

    def add(self, eio_sid: str, *, address: str, deadline: TimerHandle) -> None:
        network = network_of(address)
        self._open[eio_sid] = Transport(address=address, network=network, deadline=deadline)
        self._silent[network] += 1

    def find(self, eio_sid: str) -> Transport | None:
        """Its connection is open, and has done nothing yet that ends it."""
        transport = self._open.get(eio_sid)
        return None if transport is None or transport.is_over else transport

    def is_waiting(self, eio_sid: str) -> bool:
        """It has not authenticated yet, and ends by itself if it does not."""
        transport = self._open.get(eio_sid)
        return transport is not None and transport.is_silent

    def stop_reading(self, eio_sid: str) -> None:
        transport = self._open.get(eio_sid)
        if transport is not None:
            transport.is_over = True

    def count_silent(self, network: str) -> int:
        return self._silent[network]

    def recognise(self, eio_sid: str) -> None:
        """The connection is not closed for its silence any more."""
        transport = self._open.get(eio_sid)
        if transport is None or not transport.is_silent:
            return
        transport.is_silent = False
        if transport.deadline is not None:
            transport.deadline.cancel()
            transport.deadline = None
        self._silent[transport.network] -= 1
        if not self._silent[transport.network]:
            del self._silent[transport.network]

    def remove(self, eio_sid: str) -> None:
        self.recognise(eio_sid)
        self._open.pop(eio_sid, None)


def protocol_behind(environ: dict[str, Any]) -> object:
    """Uvicorn's protocol of a connection, where it is uvicorn that serves."""
    return getattr(environ.get("asgi.send"), "__self__", None)
