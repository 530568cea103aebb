"""Keys derived by purpose, keyed hashes, sealed secrets, and password hashing off the event loop."""

import hashlib
import hmac
import os
import secrets
import threading
import unicodedata
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from enum import StrEnum
from typing import Final, TypeVar

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from nacl.bindings import crypto_core_ed25519_is_valid_point
from nacl.exceptions import CryptoError
from nacl.pwhash import argon2id

from server.platform.process.fair_slots import password_hashes
from server.platform.process.threads import in_thread_of

# OWASP's parameters for argon2id: 19 MiB, two passes, one lane (libsodium has no other number of lanes).
ARGON2_TIME_COST: Final = 2
ARGON2_MEMORY_KIB: Final = 19_456
ARGON2_PARALLELISM: Final = 1
NONCE_BYTES: Final = 12
# At this priority a hashing thread has a ninth of the processor time of a thread beside it.
NICENESS: Final = 10

# Signatures for a public key (Ed25519) need the private one: for points of small order, in any writing, they do not.
needs_private_key: Final = crypto_core_ed25519_is_valid_point

Result = TypeVar("Result")


class Purpose(StrEnum):
    """Each purpose has its own key, so that output for one is invalid for another."""

    ACCESS_TOKEN = "access-token"  # noqa: S105 - a name, no secret
    REFRESH_TOKEN = "refresh-token"  # noqa: S105 - a name, no secret
    CODE = "code"
    TEMPORARY_PASSWORD = "temporary-password"  # noqa: S105 - a name, no secret
    OUTBOX = "outbox"
    ROBOT_CHECK = "robot-check"
    THROTTLE = "throttle"
    IDEMPOTENCY = "idempotency"
    AUDIT = "audit"
    AUDIT_STATEMENT = "audit-statement"
    ERASURE = "erasure"
    PASSKEY = "passkey"
    FACTOR = "factor"
    RECOVERY_CODE = "recovery-code"
    STOP_INVITATIONS = "stop-invitations"
    STOP_ANNOUNCEMENTS = "stop-announcements"
    SINGLE_SIGN_ON = "single-sign-on"
    INVITATION = "invitation"
    NOTICE = "notice"
    FOUNDING = "founding"
    WEBHOOK = "webhook"
    SOURCE = "source"


class SealError(Exception):
    """A sealed secret was altered, or its key was removed."""


class Keyring:
    """The keys of the system, newest first; older ones still verify and open."""

    def __init__(self, secret_keys: tuple[str, ...]) -> None:
        known = [(_key_id(key.encode()), key.encode()) for key in secret_keys]
        self._keys = {
            each: tuple((key_id, hmac.digest(key, b"waymark/" + each.encode(), "sha256")) for key_id, key in known)
            for each in Purpose
        }

    def derive(self, purpose: Purpose) -> tuple[tuple[str, bytes], ...]:
        """(key id, 32-byte key) of a purpose, newest first."""
        return self._keys[purpose]

    def mac(self, purpose: Purpose, *parts: bytes) -> bytes:
        """HMAC-SHA-256 under the newest key; the parts are length-prefixed, so they cannot run together."""
        return _mac(self._keys[purpose][0][1], parts)

    def macs(self, purpose: Purpose, *parts: bytes) -> list[bytes]:
        """The same under every key, newest first, for looking a stored one up."""
        return [_mac(key, parts) for _, key in self._keys[purpose]]

    def verify_mac(self, purpose: Purpose, expected: bytes, *parts: bytes) -> bool:
        return any(hmac.compare_digest(expected, mac) for mac in self.macs(purpose, *parts))

    def seal(self, purpose: Purpose, plaintext: str, *, context: bytes) -> bytes:
        """Encrypt (AES-256-GCM); `context` (the row's id, say) must be given again to open."""
        key_id, key = self._keys[purpose][0]
        nonce = secrets.token_bytes(NONCE_BYTES)
        return bytes.fromhex(key_id) + nonce + AESGCM(key).encrypt(nonce, plaintext.encode(), context)

    def open(self, purpose: Purpose, sealed: bytes, *, context: bytes) -> str:
        """Raises SealError."""
        named, nonce, body = sealed[:4].hex(), sealed[4 : 4 + NONCE_BYTES], sealed[4 + NONCE_BYTES :]
        for key_id, key in self._keys[purpose]:
            if key_id == named:
                try:
                    return AESGCM(key).decrypt(nonce, body, context).decode()
                except InvalidTag as error:
                    raise SealError from error
        raise SealError


def _key_id(secret: bytes) -> str:
    return hashlib.sha256(b"waymark key id" + secret).hexdigest()[:8]


def _mac(key: bytes, parts: tuple[bytes, ...]) -> bytes:
    message = b"".join(len(part).to_bytes(8, "big") + part for part in parts)
    return hmac.digest(key, message, "sha256")


class PasswordHasher:
    """argon2id in a few threads, never on the event loop. The networks and companies that `share` names take turns.

    Raises, from every coroutine:
        TooManyRequestsError: too many hashes of this share are waiting already.
    """

    def __init__(self, *, threads: int | None = None, memory_kib: int = ARGON2_MEMORY_KIB) -> None:
        number = threads or os.cpu_count() or 1
        self._threads = ThreadPoolExecutor(number, thread_name_prefix="argon2", initializer=_let_requests_go_first)
        self._slots = password_hashes(number)
        self._memory_kib = memory_kib
        self._todays_hash = f"$argon2id$v=19$m={memory_kib},t={ARGON2_TIME_COST},p={ARGON2_PARALLELISM}$"
        self._dummy_hash = _argon2_hash(secrets.token_urlsafe(), memory_kib=memory_kib)

    async def hash(self, password: str, *, share: Hashable = None) -> str:
        return await self._run(lambda: _argon2_hash(password, memory_kib=self._memory_kib), share=share)

    async def verify(self, stored: str | None, password: str, *, share: Hashable = None) -> bool:
        """Verify a password; without a stored hash the same work is done, and the result is False."""
        matches = await self._run(lambda: _argon2_verify(stored or self._dummy_hash, password), share=share)
        return matches and stored is not None

    def needs_rehash(self, stored: str) -> bool:
        """Whether the hash has other parameters or another algorithm than new ones."""
        return not stored.startswith(self._todays_hash)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _run(self, work: Callable[[], Result], *, share: Hashable) -> Result:
        async with self._slots.hold(share):
            return await in_thread_of(self._threads, work)


def _let_requests_go_first() -> None:
    """Take a thread's turn at a processor behind event loops and Postgres: Linux has priorities of threads."""
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


def _argon2_hash(password: str, *, memory_kib: int) -> str:
    content = normalize_password(password).encode()
    return argon2id.str(content, opslimit=ARGON2_TIME_COST, memlimit=memory_kib * 1024).decode("ascii")


def _argon2_verify(stored: str, password: str) -> bool:
    """False also for an invalid hash."""
    try:
        return argon2id.verify(stored.encode(), normalize_password(password).encode())
    except CryptoError:
        return False


def normalize_password(password: str) -> str:
    """NFC, so that the same letters typed on another keyboard are the same password."""
    return unicodedata.normalize("NFC", password)


def random_token() -> str:
    """256 random bits, URL-safe."""
    return secrets.token_urlsafe(32)


def random_code(digits: int) -> str:
    return f"{secrets.randbelow(10**digits):0{digits}d}"


def token_hash(token: str) -> bytes:
    """SHA-256: enough for what has 256 random bits of its own."""
    return hashlib.sha256(token.encode()).digest()
