"""What a provider says of itself (OpenID Connect Discovery 1.0)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from joserfc.jwk import Key

from server.access.sso.errors import ProviderError
from server.access.sso.schemas import LONGEST_URL

BASIC: Final = "client_secret_basic"
POST: Final = "client_secret_post"
OTHER_ISSUER: Final = (
    "The provider calls itself by another issuer. Copy its issuer exactly as its documentation shows it."
)
INCOMPLETE: Final = "The provider's configuration has no usable addresses for signing in."


@dataclass(frozen=True, kw_only=True)
class Provider:
    """`names_issuer`: its answers name their issuer (RFC 9207).

    `secret_methods`: how clients may send their secrets; which one a client was registered with is not published.
    """

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    userinfo_endpoint: str | None
    end_session_endpoint: str | None
    secret_methods: tuple[str, ...]
    names_issuer: bool
    keys: tuple[Key, ...] = ()


def read_metadata(described: Mapping[str, Any], *, issuer: str, allows: Callable[[str], bool]) -> Provider:
    """Return the provider, as yet without its keys; `allows` says which addresses may be called.

    Raises:
        ProviderError: it is another provider, or cannot be signed in at.
    """

    def address(name: str) -> str | None:
        url = described.get(name)
        return url if isinstance(url, str) and len(url) <= LONGEST_URL and allows(url) else None

    if described.get("issuer") != issuer:
        raise ProviderError(OTHER_ISSUER)
    authorization, token, keys = map(address, ("authorization_endpoint", "token_endpoint", "jwks_uri"))
    if authorization is None or token is None or keys is None:
        raise ProviderError(INCOMPLETE)
    methods = described.get("token_endpoint_auth_methods_supported")
    return Provider(
        issuer=issuer,
        authorization_endpoint=authorization,
        token_endpoint=token,
        jwks_uri=keys,
        userinfo_endpoint=address("userinfo_endpoint"),
        end_session_endpoint=address("end_session_endpoint"),
        # The default is HTTP Basic.
        secret_methods=tuple(each for each in (BASIC, POST) if isinstance(methods, list) and each in methods)
        or (BASIC,),
        names_issuer=described.get("authorization_response_iss_parameter_supported") is True,
    )
