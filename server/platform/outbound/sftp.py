"""Find and read the newest file of a folder by SFTP. Servers that companies name are called as Outbound says.

A server proves itself by a key that a person has confirmed; before that nothing is sent to it. What it lists and sends
is bounded. Each call has a thread and a loop of its own: one answer may list hundreds of thousands of names.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any, Final, TypeVar, cast
from uuid import UUID

import asyncssh

from server.platform.outbound.calls import Outbound, OutboundError
from server.platform.process.fair_slots import MOST_LONG_CALLS
from server.platform.process.threads import in_thread_of

MOST_NAMES: Final = 10_000
PIECE_BYTES: Final = 256 * 1024
# A file whose size stays the same for so long is whole.
SETTLE_SECONDS: Final = 2.0
UNFINISHED: Final = (".part", ".partial", ".filepart", ".tmp", ".temp", ".crdownload", "~")
_CURVES: Final = [f"nistp{bits}" for bits in (256, 384, 521)]
_RSA: Final = ["rsa-sha2-512", "rsa-sha2-256"]
# Algorithms are left out by which a server could choose how long ours calculates.
_ALGORITHMS: Final[dict[str, Any]] = {
    "kex_algs": ["curve25519-sha256", *(f"ecdh-sha2-{curve}" for curve in _CURVES), "diffie-hellman-group14-sha256"],
    "server_host_key_algs": ["ssh-ed25519", *(f"ecdsa-sha2-{curve}" for curve in _CURVES), *_RSA],
}
# Nothing of this machine counts: no configuration, no agent, no keys.
_OPTIONS: Final[dict[str, Any]] = _ALGORITHMS | {
    **dict.fromkeys(("config", "agent_path", "x509_trusted_certs", "gss_host", "client_keys")),
    "compression_algs": "none",
    "disable_trivial_auth": True,
    "host_based_auth": False,
}
_REASONS: Final[dict[type[Exception], str]] = {
    asyncssh.HostKeyNotVerifiable: "host_key",
    **dict.fromkeys((asyncssh.PermissionDenied, asyncssh.KeyImportError, asyncssh.KeyEncryptionError), "refused"),
    **dict.fromkeys((asyncssh.SFTPNoSuchFile, asyncssh.SFTPNoSuchPath, asyncssh.SFTPPermissionDenied), "no_file"),
}
_threads: Final = ThreadPoolExecutor(MOST_LONG_CALLS, thread_name_prefix="sftp")
Result = TypeVar("Result")
# The library names hosts and users at lower levels.
logging.getLogger("asyncssh").setLevel(logging.WARNING)


class TransferError(OutboundError):
    """Its argument is the reason: host_key (another than the confirmed one), refused, no_file or grows."""


@dataclass(frozen=True, kw_only=True)
class SftpServer:
    """`secret` is a password or a private key in PEM, `host_key` a line of OpenSSH; empty before one is confirmed."""

    host: str
    port: int
    username: str
    secret: str = field(repr=False)
    host_key: str
    company_id: UUID


async def read_host_key(outbound: Outbound, server: SftpServer, *, seconds: float) -> tuple[str, str]:
    """(the key by which the server proves itself, its fingerprint); nothing is sent to it. Raises OutboundError."""

    async def read(address: str) -> tuple[str, str]:
        key = await asyncssh.get_server_host_key(address, server.port, config=None, **_ALGORITHMS)
        if key is None:
            raise OutboundError
        return " ".join(key.export_public_key().decode().split()[:2]), key.get_fingerprint()

    return await _call(outbound, server, read, seconds=seconds)


async def find_newest(
    outbound: Outbound, server: SftpServer, *, folder: str, pattern: str, seconds: float, largest: int
) -> tuple[str, bytes]:
    """Return the name of the newest file, and its content up to a little more than the `largest`.

    Raises OutboundError, TransferError.
    """

    async def find(address: str) -> tuple[str, bytes]:
        async with _connected(address, server) as sftp:
            name, before = await _newest(sftp, folder, pattern=pattern)
            if not largest:
                return name, b""
            await asyncio.sleep(SETTLE_SECONDS)
            path, content = f"{folder}/{name}", bytearray()
            async with sftp.open(path, "rb") as file:
                while len(content) <= largest and (piece := await file.read(PIECE_BYTES, len(content))):
                    content += cast("bytes", piece)
            after = await sftp.lstat(path)
        if (before.size, before.mtime) != (after.size, after.mtime) or len(content) < min(after.size or 0, largest):
            raise TransferError("grows")
        return name, bytes(content)

    return await _call(outbound, server, find, seconds=seconds)


async def _call(
    outbound: Outbound, server: SftpServer, work: Callable[[str], Coroutine[Any, Any, Result]], *, seconds: float
) -> Result:
    async def in_time(address: str) -> Result:
        async with asyncio.timeout(seconds):
            return await work(address)

    # The wait for a slot is part of it.
    async with outbound.reach(server.host, company_id=server.company_id, seconds=2 * seconds) as [address, *_]:
        try:
            return await in_thread_of(_threads, lambda: asyncio.run(in_time(str(address))))
        except (asyncssh.Error, asyncssh.KeyImportError, asyncssh.KeyEncryptionError) as error:
            raise TransferError(_REASONS.get(type(error), "unreachable")) from error


@asynccontextmanager
async def _connected(address: str, server: SftpServer) -> AsyncIterator[asyncssh.SFTPClient]:
    options: dict[str, Any] = _OPTIONS | {"password": server.secret}
    if server.secret.startswith("-----BEGIN "):
        keys = [asyncssh.import_private_key(server.secret)]
        options = _OPTIONS | {"client_keys": keys, "password_auth": False, "kbdint_auth": False}
    known: Any = [asyncssh.import_public_key(server.host_key)], [], []
    options |= {"username": server.username, "client_username": server.username, "known_hosts": known}
    connection = await asyncssh.connect(address, server.port, **options)
    try:
        yield await connection.start_sftp_client(path_errors="surrogateescape")
    finally:
        connection.abort()


async def _newest(sftp: asyncssh.SFTPClient, folder: str, *, pattern: str) -> tuple[str, asyncssh.SFTPAttrs]:
    """Links are left out, and names with signs that cannot be shown. Raises OutboundError, TransferError."""
    found: list[tuple[str, asyncssh.SFTPAttrs]] = []
    listed, kinds = 0, {asyncssh.FILEXFER_TYPE_REGULAR, asyncssh.FILEXFER_TYPE_UNKNOWN}
    async for entry in sftp.scandir(folder):
        listed += 1
        if listed > MOST_NAMES:
            raise OutboundError
        name = str(entry.filename)
        is_plain = name.isprintable() and "/" not in name and not name.startswith(".")
        if is_plain and entry.attrs.type in kinds and fnmatchcase(name, pattern) and not name.endswith(UNFINISHED):
            found.append((name, entry.attrs))
    if not found:
        raise TransferError("no_file")
    return max(found, key=lambda each: (each[1].mtime or 0, each[0]))
