"""The client of a request."""

from dataclasses import dataclass, field
from typing import Final

from server.platform.http.proxies import network_of
from server.platform.process.crypto import token_hash

# Of a flow's secret.
FLOW_COOKIE: Final = "waymark_flow"
FLOW_SECONDS: Final = 30 * 60


@dataclass(frozen=True, kw_only=True)
class Caller:
    """Address, user agent, and the secrets in its cookies."""

    address: str
    user_agent: str
    flow_secret: str | None = field(repr=False)
    device_secret: str | None = field(repr=False)

    @property
    def network(self) -> str:
        return network_of(self.address)

    @property
    def device_hash(self) -> bytes | None:
        return None if self.device_secret is None else token_hash(self.device_secret)
