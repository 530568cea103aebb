"""Fetch the file of a source from its server, by https or SFTP."""

import base64
import re
from typing import Any, Final
from urllib.parse import urlsplit

from server.people.imports.errors import FileTooLargeError
from server.people.sources.schemas import SourceKind, StoredSource
from server.platform.http.requests import ARCHIVE_BYTES, ARCHIVE_MAGIC, FILE_BYTES
from server.platform.outbound.calls import OutboundError
from server.platform.outbound.sftp import SftpServer, TransferError, find_newest
from server.platform.process.crypto import Purpose, SealError
from server.platform.services import Services

# A worker that is to end waits no longer.
SECONDS: Final = 20.0
OK: Final = 200
REASONS: Final = {401: "refused", 403: "refused", 404: "no_file", 410: "no_file"}
_PEM: Final = re.compile(r"(-----BEGIN [A-Z ]+-----)\s*([A-Za-z0-9+/=\s]+?)\s*(-----END [A-Z ]+-----)\s*")


async def take_file(services: Services, source: StoredSource, *, largest: int) -> tuple[str, bytes]:
    """(its name, its content); with 0 as the `largest` it is found and not read.

    Raises OutboundError, TransferError; FileTooLargeError: an import takes no such file.
    """
    secret = _open_secret(services, source)
    if source.kind == SourceKind.HTTPS:
        name, content = await _download(services, source, secret, largest=largest)
    else:
        if source.host_key is None:
            raise TransferError("host_key")
        where = {"folder": source.folder or ".", "pattern": source.pattern}
        server, limits = server_of(source, secret=secret), {"seconds": SECONDS, "largest": largest}
        name, content = await find_newest(services.outbound, server, **where, **limits)  # type: ignore[arg-type]
    if len(content) > (ARCHIVE_BYTES if content.startswith(ARCHIVE_MAGIC) else FILE_BYTES):
        raise FileTooLargeError
    return name, content


def server_of(source: StoredSource, *, secret: str = "") -> SftpServer:
    """Return the server; where its secret is not given, only its key can be read."""
    parts = urlsplit(f"//{source.address}")
    known: dict[str, Any] = {"host_key": source.host_key or "", "company_id": source.company_id}
    return SftpServer(
        host=parts.hostname or "", port=parts.port or 22, username=source.username, secret=secret, **known
    )


def _open_secret(services: Services, source: StoredSource) -> str:
    """Raises TransferError: the key that has sealed it is gone."""
    if source.sealed_secret is None:
        return ""
    try:
        secret = services.keys.open(Purpose.SOURCE, source.sealed_secret, context=source.id.bytes)
    except SealError as error:
        raise TransferError("refused") from error
    # A field of one line has joined the lines of a private key.
    pem = _PEM.fullmatch(secret)
    return secret if pem is None else "\n".join([pem[1], *re.findall(".{1,70}", "".join(pem[2].split())), pem[3], ""])


async def _download(services: Services, source: StoredSource, secret: str, *, largest: int) -> tuple[str, bytes]:
    pair = base64.b64encode(f"{source.username}:{secret}".encode()).decode()
    value = secret if source.header else f"Basic {pair}" if source.username else f"Bearer {secret}"
    proof = {source.header or "Authorization": value} if secret else {}
    reply = await services.outbound.call(
        "GET",
        source.address,
        company_id=source.company_id,
        headers={"Accept": "*/*", **proof},
        largest=largest,
        seconds=SECONDS,
    )
    if reply.status != OK:
        raise TransferError(REASONS[reply.status]) if reply.status in REASONS else OutboundError(reply.status)
    # The path may hold a token.
    return source.host, reply.content
