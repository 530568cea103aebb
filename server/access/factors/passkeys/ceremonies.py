"""The cryptography of passkeys: what a new one and what an answer to a challenge must prove."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any, Final, get_args
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from webauthn import helpers, verify_authentication_response, verify_registration_response
from webauthn.helpers.cose import COSEAlgorithmIdentifier
from webauthn.helpers.structs import AttestationFormat, CollectedClientData

from server.access.factors.passkeys.schemas import Transport
from server.platform.configuration.settings import Settings
from server.platform.errors import NotFoundError
from server.platform.process.crypto import needs_private_key

# Browsers accept this host without https, and accept no IP address.
LOCALHOST: Final = "localhost"
# CBOR nests no deeper than this; its items have these kinds, and their lengths these widths.
DEEPEST: Final = 4
_INTEGERS: Final = (0, 1)
_STRINGS: Final = (2, 3)
_ARRAY, _MAP, _TAG, _SIMPLE = 4, 5, 6, 7
_KEYS: Final = (*_INTEGERS, 3)
# These are false, true and null; floats follow, and other values that no authenticator writes.
_SIMPLE_VALUES: Final = range(20, 23)
_LONG: Final = {24: 1, 25: 2, 26: 4, 27: 8}
_FIRST_LONG: Final = 24
# Authenticators have these: ES256, EdDSA, RS256.
ALGORITHMS: Final = (
    COSEAlgorithmIdentifier.ECDSA_SHA_256,
    COSEAlgorithmIdentifier.EDDSA,
    COSEAlgorithmIdentifier.RSASSA_PKCS1_v1_5_SHA_256,
)
TRANSPORTS: Final[Sequence[Transport]] = get_args(Transport)
# WebAuthn allows this length.
LONGEST_CREDENTIAL_ID: Final = 1_023
# A key of RS256 with 4,096 bits has 529 bytes; longer ones only cost time, as long exponents do.
LONGEST_PUBLIC_KEY: Final = 600
RSA_BITS: Final = range(2_048, 4_097)
LONGEST_EXPONENT_BITS: Final = 32
# In an authenticator's data the flags have this place, and its own key may begin at these.
_FLAGS: Final = 32
_HAS_KEY: Final = 0x40
_PLAIN_BYTES: Final = 37
_ID_LENGTH: Final = slice(53, 55)
# The key with which an unknown passkey is checked, so that it takes the time of a known one: a point of P-256 of which
# no private key is kept.
UNKNOWN_KEY: Final = bytes.fromhex(
    "a5010203262001"
    "2158206b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
    "2258204fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"
)
to_base64url: Final = helpers.bytes_to_base64url
AcceptsChallenge = Callable[[bytes], bool]
CredentialJson = dict[str, Any]


class PasskeysUnavailableError(NotFoundError):
    """The installation is reached by an IP address, to which no passkey can belong."""

    message = "Passkeys are not available at this address."


@dataclass(frozen=True, kw_only=True)
class RelyingParty:
    """`id` is a host name; `origins` are exact."""

    id: str
    name: str
    origins: tuple[str, ...]


def relying_party(settings: Settings) -> RelyingParty:
    """Return the host of PUBLIC_URL and its origins; in development `localhost` in the place of an IP address.

    Raises PasskeysUnavailableError: PUBLIC_URL has an IP address.
    """
    host = _host_of(settings.effective_public_url)
    if _is_address(host):
        if not settings.is_development:
            raise PasskeysUnavailableError
        host = LOCALHOST
    candidates = dict.fromkeys((settings.effective_public_url, *settings.origins))
    origins = tuple(origin for origin in candidates if _host_of(origin) == host)
    return RelyingParty(id=host, name=settings.brand_name, origins=origins)


def _host_of(url: str) -> str:
    return urlsplit(url).hostname or ""


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def is_plain(content: bytes) -> bool:
    """Return whether these items have the canonical form of CTAP2. It is checked before a general decoder reads them.

    That follows tags, by which one value can stand for many others: of a few hundred bytes it makes gigabytes, or a
    hash that takes hours.
    """
    try:
        at = 0
        while at < len(content):
            at = _end_of(content, at, depth=0)
    except (IndexError, ValueError):
        return False
    return at == len(content)


def _end_of(content: bytes, at: int, *, depth: int) -> int:
    """Raises ValueError, IndexError: it is no plain item, or ends too early."""
    kind, value = content[at] >> 5, content[at] & 0x1F
    at += 1
    if kind == _TAG or depth > DEEPEST or (kind == _SIMPLE and value not in _SIMPLE_VALUES):
        raise ValueError
    if value >= _FIRST_LONG and kind != _SIMPLE:
        value, at = _long_value(content, at, width=_LONG.get(value, 0))
    if kind in _STRINGS:
        return at + value
    for number in range({_ARRAY: value, _MAP: 2 * value}.get(kind, 0)):
        if kind == _MAP and number % 2 == 0 and content[at] >> 5 not in _KEYS:
            raise ValueError
        at = _end_of(content, at, depth=depth + 1)
    return at


def _long_value(content: bytes, at: int, *, width: int) -> tuple[int, int]:
    """Read the value of so many bytes, and where it ends; only the shortest width and no indefinite length counts."""
    value = int.from_bytes(content[at : at + width], "big")
    if not width or value < (_FIRST_LONG if width == 1 else 1 << (4 * width)):
        raise ValueError
    return value, at + width


@dataclass(frozen=True, kw_only=True)
class NewCredential:
    """A credential as its authenticator has made it, and by what the authenticator can be reached."""

    challenge: bytes
    credential_id: bytes
    public_key: bytes
    sign_count: int
    backed_up: bool
    transports: tuple[Transport, ...]


@dataclass(frozen=True, kw_only=True)
class Assertion:
    challenge: bytes
    sign_count: int
    is_backed_up: bool
    user_handle: bytes | None


def check_new_credential(
    credential: CredentialJson, *, party: RelyingParty, accepts: AcceptsChallenge
) -> NewCredential | None:
    """Check the answer of an authenticator that has verified its user. Returns None for anything else.

    What it states of its maker was not asked for, and is not read.
    """
    try:
        client = _client_of(credential)
        verified = verify_registration_response(
            credential=_without_statement(credential),
            expected_challenge=client.challenge,
            expected_rp_id=party.id,
            expected_origin=list(party.origins),
            require_user_verification=True,
            supported_pub_key_algs=list(ALGORITHMS),
        )
        is_usable = len(verified.credential_id) <= LONGEST_CREDENTIAL_ID and _is_usable(verified.credential_public_key)
    except Exception:  # noqa: BLE001 - the parsers of a client's bytes raise whatever those bytes lead to
        return None
    if not is_usable or not _is_ours(credential, client, party=party, accepts=accepts):
        return None
    return NewCredential(
        challenge=client.challenge,
        credential_id=verified.credential_id,
        public_key=verified.credential_public_key,
        sign_count=verified.sign_count,
        backed_up=verified.credential_backed_up,
        transports=tuple(each for each in TRANSPORTS if each in credential["response"].get("transports", ())),
    )


def check_assertion(
    credential: CredentialJson, *, public_key: bytes | None, party: RelyingParty, accepts: AcceptsChallenge
) -> Assertion | None:
    """Check a signature by this key, by an authenticator that has verified its user. Returns None for anything else.

    For an unknown passkey and a wrong challenge the signature is checked all the same. The counter is left to the
    caller: it means something only in what is rightly signed.
    """
    try:
        client = _client_of(credential)
        user_handle = credential["response"].get("userHandle")
        handle = None if user_handle is None else helpers.base64url_to_bytes(user_handle)
        _refuse_tricks(helpers.base64url_to_bytes(credential["response"]["authenticatorData"]))
        verified = verify_authentication_response(
            credential=credential,
            expected_challenge=client.challenge,
            expected_rp_id=party.id,
            expected_origin=list(party.origins),
            credential_public_key=UNKNOWN_KEY if public_key is None else public_key,
            credential_current_sign_count=0,
            require_user_verification=True,
        )
        is_usable = public_key is not None and _is_usable(public_key)
    except Exception:  # noqa: BLE001 - the parsers of a client's bytes raise whatever those bytes lead to
        return None
    if not is_usable or not _is_ours(credential, client, party=party, accepts=accepts):
        return None
    return Assertion(
        challenge=client.challenge,
        sign_count=verified.new_sign_count,
        is_backed_up=verified.credential_backed_up,
        user_handle=handle,
    )


def from_base64url(text: str) -> bytes:
    """Decode base64url. Returns no bytes for any other text."""
    try:
        return helpers.base64url_to_bytes(text)
    except ValueError:
        return b""


def _client_of(credential: CredentialJson) -> CollectedClientData:
    return helpers.parse_client_data_json(helpers.base64url_to_bytes(credential["response"]["clientDataJSON"]))


def _without_statement(credential: CredentialJson) -> CredentialJson:
    """Raises ValueError: it is not what authenticators write."""
    attestation = helpers.base64url_to_bytes(credential["response"]["attestationObject"])
    if not is_plain(attestation):
        raise ValueError
    data = helpers.parse_cbor(attestation)["authData"]
    _refuse_tricks(data)
    bare = helpers.encode_cbor({"fmt": AttestationFormat.NONE.value, "attStmt": {}, "authData": data})
    return credential | {"response": credential["response"] | {"attestationObject": helpers.bytes_to_base64url(bare)}}


def _refuse_tricks(data: bytes) -> None:
    """Raises ValueError: the key or the extensions in an authenticator's data are not what authenticators write."""
    has_key = data[_FLAGS] & _HAS_KEY
    begin = _ID_LENGTH.stop + int.from_bytes(data[_ID_LENGTH], "big") if has_key else _PLAIN_BYTES
    if not is_plain(data[begin:]):
        raise ValueError


def _is_usable(public_key: bytes) -> bool:
    """Raises whatever a key that is none leads to."""
    if len(public_key) > LONGEST_PUBLIC_KEY:
        return False
    key = helpers.decoded_public_key_to_cryptography(helpers.decode_credential_public_key(public_key))
    if isinstance(key, Ed25519PublicKey):
        return needs_private_key(key.public_bytes_raw())
    if not isinstance(key, RSAPublicKey):
        return True
    return key.key_size in RSA_BITS and key.public_numbers().e.bit_length() <= LONGEST_EXPONENT_BITS


def _is_ours(
    credential: CredentialJson, client: CollectedClientData, *, party: RelyingParty, accepts: AcceptsChallenge
) -> bool:
    """Return whether no other site frames the page, and the challenge was made for its holder.

    The library does not read `topOrigin`, the site at the top of a framed page.
    """
    top = json.loads(helpers.base64url_to_bytes(credential["response"]["clientDataJSON"])).get("topOrigin")
    return not client.cross_origin and (top is None or top in party.origins) and accepts(client.challenge)
