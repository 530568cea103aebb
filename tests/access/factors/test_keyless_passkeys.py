"""S142: a key of Ed25519 for which anyone can sign is no passkey."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import count
from typing import Final

import cbor2
import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from quart import Quart

from server.platform.services import Services
from tests.fixtures.authenticator import Authenticator
from tests.fixtures.passkey_calls import add_passkey, log_in, new_options, register
from tests.fixtures.sign_in import Browser, execute

PRIME: Final = 2**255 - 19
ORDER: Final = 2**252 + 27742317777372353535851937790883648493
D: Final = -121665 * pow(121666, -1, PRIME) % PRIME
BASE_Y: Final = 4 * pow(5, -1, PRIME) % PRIME
NEUTRAL: Final = (0, 1)
TORSION: Final = 8
SMALL_ENCODINGS: Final = 14

Point = tuple[int, int]


def plus(one: Point, other: Point) -> Point:
    (x, y), (u, v) = one, other
    product = D * x * u * y * v
    return (
        (x * v + u * y) * pow(1 + product, -1, PRIME) % PRIME,
        (y * v + x * u) * pow(1 - product, -1, PRIME) % PRIME,
    )


def times(number: int, point: Point) -> Point:
    result = NEUTRAL
    for digit in f"{number:b}":
        result = plus(result, result)
        result = plus(result, point) if digit == "1" else result
    return result


def with_y(y: int) -> Point | None:
    """The point with the even x."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    if x * x % PRIME != square:
        x = x * pow(2, (PRIME - 1) // 4, PRIME) % PRIME
    return (min(x, PRIME - x) if x % 2 else x, y) if x * x % PRIME == square else None


def written(y: int, sign: int) -> bytes:
    return (y | sign << 255).to_bytes(32, "little")


@cache
def small_points() -> tuple[Point, ...]:
    """All points of small order: the multiples of one of order eight."""
    for y in count(2):
        if (point := with_y(y)) is not None and times(4, found := times(ORDER, point)) != NEUTRAL:
            return tuple(times(number, found) for number in range(TORSION))
    raise AssertionError


def small_encodings() -> set[bytes]:
    """Every way in which OpenSSL reads a point of small order, the canonical one first."""
    return {
        written(y, sign)
        for x, small in small_points()
        for y in (small, small + PRIME)
        if y < 2**255
        for sign in ({0, 1} if x == 0 else {x % 2})
    }


def signatures(at_most: int = 64) -> Iterator[bytes]:
    """Guesses of someone who has no private key: one of eight holds."""
    base = with_y(BASE_Y)
    assert base is not None
    for scalar in range(at_most):
        for small in small_points():
            x, y = plus(times(scalar, base), small)
            yield written(y, x % 2) + scalar.to_bytes(32, "little")


@dataclass(kw_only=True)
class Keyless(Authenticator):
    """Signs for a point without a private key."""

    point: bytes

    @property
    def public_key(self) -> dict[int, int | bytes]:
        return {1: 1, 3: -8, -1: 6, -2: self.point}

    def sign(self, content: bytes) -> bytes:
        key = Ed25519PublicKey.from_public_bytes(self.point)
        for signature in signatures():
            try:
                key.verify(signature, content)
            except InvalidSignature:
                continue
            return signature
        raise AssertionError


@dataclass(kw_only=True)
class Honest(Authenticator):
    """Has a key of Ed25519."""

    private: Ed25519PrivateKey

    @property
    def public_key(self) -> dict[int, int | bytes]:
        return {1: 1, 3: -8, -1: 6, -2: self.private.public_key().public_bytes_raw()}

    def sign(self, content: bytes) -> bytes:
        return self.private.sign(content)


@pytest.mark.security("S142")
async def test_a_key_without_a_private_key_is_never_added(signed_in: Browser) -> None:
    points = small_encodings()
    assert len(points) == SMALL_ENCODINGS
    # Beyond the prime a y is written in another way.
    for point in (*points, *(written(PRIME + more, 0) for more in range(2, 19))):
        credential = Keyless(point=point).register(await new_options(signed_in))
        answer = await signed_in.post("auth/factors/passkeys", json={"name": "Forged", "credential": credential})
        assert (answer.status, answer.code) == (422, "passkey_not_added"), point.hex()


@pytest.mark.security("S142")
async def test_one_that_is_stored_opens_nothing(signed_in: Browser, app: Quart, services: Services) -> None:
    """As it was added before such keys were refused."""
    honest = await add_passkey(signed_in)
    for number, point in enumerate(sorted(small_encodings())):
        forged = Keyless(point=point, credential_id=honest.credential_id, user_handle=honest.user_handle)
        await execute(services, "UPDATE factors SET public_key = $1", cbor2.dumps(forged.public_key))
        stranger = Browser(app=app, services=services, address=f"198.51.100.{number}")
        answer = await log_in(stranger, forged)
        assert (answer.status, answer.code) == (401, "passkey_refused"), point.hex()


@pytest.mark.security("S142")
async def test_an_honest_key_of_ed25519_is_a_passkey(signed_in: Browser, app: Quart, services: Services) -> None:
    honest = Honest(private=Ed25519PrivateKey.generate())
    assert (await register(signed_in, honest)).status == 200
    assert (await log_in(Browser(app=app, services=services, address="198.51.100.20"), honest)).status == 200
