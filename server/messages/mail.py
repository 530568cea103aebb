"""A rendered message as the bytes of a mail.

Formatted by hand, because EmailMessage needs two milliseconds a mail, which is longer than sending it.
"""

import base64
import time
from datetime import UTC, datetime
from email.header import Header
from email.headerregistry import Address
from email.utils import format_datetime, parseaddr
from functools import lru_cache
from typing import Final
from uuid import UUID

from server.identity.emails import normalize_email
from server.identity.visible_text import without_invisible
from server.messages.render import RenderedMessage

_LONGEST_LINE: Final = 900
_LONGEST_PLAIN_HEADER: Final = 60


class Sender:
    """`EMAIL_FROM`, taken apart once: `Waymark <no-reply@example.org>` or a bare address."""

    def __init__(self, email_from: str) -> None:
        name, typed = parseaddr(email_from)
        address = typed if typed.isascii() else normalize_email(typed)
        if address is None or not address.isascii() or "@" not in address or not email_from.isprintable():
            raise ValueError(
                "EMAIL_FROM must be an address, or a name and an address in angle brackets, in ASCII before the @"
            )
        self.address = address
        self.domain = address.rpartition("@")[2]
        self.name = name


def mail_bytes(rendered: RenderedMessage, *, message_id: UUID, sender: Sender, recipient: str) -> bytes:
    """The same message has the same Message-ID at every try, so that a receiver can drop duplicates.

    Raises:
        ValueError: an address holds a control character, which could start another header.

    """
    boundary = f"=_{message_id.hex}"
    lines = [
        _address_header("From", sender.address, name=sender.name),
        _address_header("To", recipient),
        _header("Subject", rendered.subject),
        f"Date: {_date(int(time.time()))}",
        _header("Message-ID", f"<{message_id}@{sender.domain}>"),
        "Auto-Submitted: auto-generated",
        "MIME-Version: 1.0",
        f'Content-Type: multipart/alternative; boundary="{boundary}"',
        "",
        *_part(rendered.text, subtype="plain", boundary=boundary),
    ]
    if rendered.html is not None:
        # Character references leave ASCII, which needs no transfer encoding.
        html = rendered.html.encode("ascii", "xmlcharrefreplace").decode("ascii")
        lines += _part(html, subtype="html", boundary=boundary)
    return "\r\n".join([*lines, f"--{boundary}--", ""]).encode()


@lru_cache(maxsize=1)
def _date(seconds: int) -> str:
    return format_datetime(datetime.fromtimestamp(seconds, UTC))


def _header(name: str, value: str) -> str:
    """Of a name that was stored before there were rules, what cannot be seen is left out: it must not stop a mail."""
    value = without_invisible(value)
    if value.isascii() and len(value) <= _LONGEST_PLAIN_HEADER:
        return f"{name}: {value}"
    charset = "us-ascii" if value.isascii() else "utf-8"
    return f"{name}: " + Header(value, charset, header_name=name).encode(linesep="\r\n")


def _address_header(header: str, address: str, *, name: str = "") -> str:
    """An address outside ASCII stays as it is: it goes only to a server that takes UTF-8 (RFC 6532)."""
    if not (address + name).isprintable():
        raise ValueError(f"{header} may not hold control characters")
    if not name:
        return f"{header}: {address}"
    shown = str(Address(display_name=name)).removesuffix(" <>") if name.isascii() else Header(name, "utf-8").encode()
    return f"{header}: {shown} <{address}>"


def _part(content: str, *, subtype: str, boundary: str) -> list[str]:
    lines = content.splitlines()
    plain = content.isascii() and max(map(len, lines), default=0) < _LONGEST_LINE
    # A text's lines end in CRLF inside base64 too (RFC 2045, 6.8).
    body = lines if plain else base64.encodebytes("\r\n".join(lines).encode()).decode("ascii").splitlines()
    return [
        f"--{boundary}",
        f'Content-Type: text/{subtype}; charset="utf-8"',
        f"Content-Transfer-Encoding: {'7bit' if plain else 'base64'}",
        "",
        *body,
    ]
