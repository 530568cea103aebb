"""S120: the bytes of a forged authenticator cost no more than those of a real one."""

import secrets

import cbor2
import pytest
from quart import Quart

from server.platform.services import Services
from tests.fixtures.authenticator import Authenticator
from tests.fixtures.passkey_calls import add_passkey, log_in, new_options
from tests.fixtures.sign_in import Browser

# What an authenticator may add unasked.
PLAIN = cbor2.dumps({"credProtect": 2, "hmac-secret": True, "minPinLength": {"a": [[-300, 65_536]]}})
# The second value refers to the first one: thirty such steps stand for 2^30 values.
SHARED = bytes.fromhex("a1 6161 82 d81c 8100 d81d00")
TRICKS = {
    "a shared value": SHARED,
    "a shared value in a key": bytes.fromhex("a1 82 d81c 8100 d81d00 00"),
    "a tag": cbor2.dumps({"a": cbor2.CBORTag(4, [99_999_999, 1])}),
    "a list as a key": bytes.fromhex("a1 8100 00"),
    "a length that does not end": bytes.fromhex("a1 6161 9f00ff"),
    "a long way to write a number": bytes.fromhex("a1 6161 1900ff"),
    "lists in lists": bytes.fromhex("a1 6161") + b"\x81" * 300 + b"\x00",
    "something after it": bytes.fromhex("a1 6161 00") + SHARED,
}


def rsa(*, bits: int, exponent: int) -> bytes:
    modulus = secrets.randbits(bits) | 1 | 1 << (bits - 1)
    public = {1: 3, 3: -257, -1: modulus.to_bytes(bits // 8, "big")}
    return cbor2.dumps(public | {-2: exponent.to_bytes((exponent.bit_length() + 7) // 8, "big")})


KEYS = {
    "a long exponent": rsa(bits=2_048, exponent=(1 << 2_047) + 1),
    "a long modulus": rsa(bits=4_200, exponent=65_537),
    "a point of no curve": cbor2.dumps({1: 2, 3: -7, -1: 1, -2: bytes(32), -3: bytes(32)}),
    "no key": b"\x04",
    # Written again it is shorter, so that a decoder looks for the extensions inside of it.
    "a key that is longer than need be": cbor2.dumps(Authenticator().public_key).replace(b"\xa5\x01", b"\xa5\x18\x01"),
}


@pytest.mark.security("S120")
async def test_what_an_authenticator_adds_is_plain(signed_in: Browser, app: Quart, services: Services) -> None:
    """Before a decoder reads it, and without a word of what is wrong."""
    stranger = Browser(app=app, services=services, address="198.51.100.20")
    authenticator = await add_passkey(signed_in, extensions=PLAIN)
    assert (await log_in(stranger, authenticator)).status == 200
    for number, (name, extensions) in enumerate(TRICKS.items()):
        stranger.address = f"198.51.100.{30 + number}"
        answer = await log_in(stranger, authenticator.copy(extensions=extensions))
        assert (answer.status, answer.code) == (401, "passkey_refused"), name


@pytest.mark.security("S120")
async def test_a_new_passkey_has_a_key_of_use(signed_in: Browser) -> None:
    """One that can be checked, at little cost."""
    cases: list[str] = [*KEYS, "an id that is too long", "extensions with tags"]
    for key in cases:
        forged = Authenticator(
            credential_id=secrets.token_bytes(6_000 if key == "an id that is too long" else 32),
            extensions=SHARED if key == "extensions with tags" else b"",
        )
        credential = forged.register(await new_options(signed_in), public_key=KEYS.get(key))
        # The id that counts is the one in the authenticator's data.
        credential |= {"id": "AAAA", "rawId": "AAAA"}
        answer = await signed_in.post("auth/factors/passkeys", json={"name": "Forged", "credential": credential})
        assert (answer.status, answer.code) == (422, "passkey_not_added"), key


@pytest.mark.security("S120")
async def test_what_a_maker_states_is_not_read(signed_in: Browser) -> None:
    """It was not asked for: its certificates and signatures cost nothing."""
    statement = {"fmt": "packed", "attStmt": {"alg": -7, "sig": b"none", "x5c": [b"none"]}}
    credential = Authenticator().register(await new_options(signed_in), statement=statement)
    answer = await signed_in.post("auth/factors/passkeys", json={"name": "My key", "credential": credential})
    assert answer.status == 200, answer
