"""Decide which keys of a provider are used at all, and which may have signed a token."""

import base64
from collections.abc import Mapping, Sequence
from typing import Any, Final

from joserfc.errors import JoseError
from joserfc.jwk import Key, import_key
from joserfc.jws import JWSRegistry

from server.access.sso.errors import ProviderError

ALGORITHMS: Final = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512"]
MOST_KEYS: Final = 50
MOST_CANDIDATES: Final = 3
LEAST_MODULUS_BITS: Final = 2_048
MOST_MODULUS_BITS: Final = 4_096
# Nearly all have 17. What verifying costs grows with the exponent: with one as long as the modulus, 150 times as much.
MOST_EXPONENT_BITS: Final = 32
LONGEST_PARAMETER: Final = 1_024
PUBLIC: Final = ("kty", "use", "key_ops", "alg", "kid", "n", "e", "crv", "x", "y")
NO_KEYS: Final = (
    "The provider publishes no keys that can be used. They are RSA keys of 2,048 to 4,096 bits with a short exponent,"
    " or EC keys on P-256, P-384 or P-521."
)


def read_keys(key_set: Mapping[str, Any]) -> tuple[Key, ...]:
    """Return the usable ones of the first MOST_KEYS keys of a JWK set.

    Raises:
        ProviderError: there is none.
    """
    given = key_set.get("keys")
    listed = given[:MOST_KEYS] if isinstance(given, list) else []
    keys = tuple(key for each in listed if (key := _read_key(each)) is not None)
    if not keys:
        raise ProviderError(NO_KEYS)
    return keys


def candidates(keys: Sequence[Key], header: Mapping[str, Any]) -> list[Key]:
    """Choose the few keys that may have signed a token with this header: those of its `kid`, else nameless ones."""
    suited = [key for key in keys if JWSRegistry.filter_algorithms(key, [header["alg"]])]
    name = header.get("kid")
    named = [key for key in suited if name in {None, key.kid}]
    return (named or [key for key in suited if key.kid is None])[:MOST_CANDIDATES]


def _read_key(given: object) -> Key | None:
    """Return none for a key of another kind or use, and for one that is private, malformed, too weak or too costly."""
    if not isinstance(given, dict) or "d" in given:
        return None
    try:
        named = ((name, given.get(name)) for name in PUBLIC)
        public = {name: value for name, value in named if value is not None and len(value) <= LONGEST_PARAMETER}
        if public["kty"] == "RSA" and not _has_usual_size(public):
            return None
        key = import_key(public)
        key.check_key_op("verify")
    except (JoseError, KeyError, TypeError, ValueError):
        return None
    return key if JWSRegistry.filter_algorithms(key, ALGORITHMS) else None


def _has_usual_size(public: Mapping[str, Any]) -> bool:
    return LEAST_MODULUS_BITS <= _bits(public["n"]) <= MOST_MODULUS_BITS and _bits(public["e"]) <= MOST_EXPONENT_BITS


def _bits(number: str) -> int:
    return int.from_bytes(base64.urlsafe_b64decode(f"{number}==")).bit_length()
