"""The client of a request."""

from dataclasses import dataclass, field

from server.crypto import token_hash


@dataclass(frozen=True, kw_only=True)
class Caller:
    """What comes with a request from the other end: where it is, what it calls itself, which secrets it keeps."""

    address: str
    user_agent: str
    flow_secret: str | None = field(repr=False)
    device_secret: str | None = field(repr=False)

    @property
    def device_hash(self) -> bytes | None:
        return None if self.device_secret is None else token_hash(self.device_secret)
