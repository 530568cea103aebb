"""Mails over an open SMTP session: the envelope in one packet where the server takes that (RFC 2920).

aiosmtplib opens the session, with TLS and login, but waits for the reply to each command of a mail.
"""

import asyncio
import re
from contextlib import suppress
from typing import Final, NamedTuple

from aiosmtplib import SMTPNotSupported, SMTPResponseException, SMTPServerDisconnected

LONGEST_REPLY: Final = 32_768
_COMPLETED: Final = 250
_FORWARDED: Final = 251
_GO_ON: Final = 354
_CLOSING: Final = 421
_MALFORMED: Final = -1
# What could end the address, or the command.
_ADDRESS: Final = re.compile(r"[^\x00-\x20<>\x7f-\xa0]+@[^\x00-\x20<>\x7f-\xa0]+").fullmatch
_LINE: Final = re.compile(rb"([2-5]\d\d)(?:([ -])([^\r\n]*))?\r?").fullmatch


class Extensions(NamedTuple):
    """What the server has announced."""

    pipelining: bool
    size: bool
    utf8: bool


class _Reply(NamedTuple):
    code: int
    text: str


class SmtpDialogue(asyncio.Protocol):
    """`has_sent_text`: the last mail went on its way, so that the server may have it although no reply came."""

    def __init__(self, transport: asyncio.Transport, *, extensions: Extensions) -> None:
        self._transport = transport
        self._extensions = extensions
        self._rest = b""
        self._lines: list[str] = []
        self._replies: list[_Reply] = []
        self._expected = 0
        self._answered: asyncio.Future[None] | None = None
        self.has_sent_text = False
        transport.set_protocol(self)

    @property
    def is_free(self) -> bool:
        """Open, and without a mail that was given up on its way."""
        return not self._transport.is_closing() and self._answered is None

    def close(self) -> None:
        self._transport.close()

    async def send(self, *, sender: str, recipient: str, mail: bytes) -> str:
        """The server's reply to the whole mail, whose lines end in CRLF.

        Raises:
            SMTPResponseException: it refuses the mail.
            SMTPServerDisconnected: the session has ended.
            SMTPNotSupported: the address is not in ASCII, and it does not take that.
            ValueError: an address or the mail could be read as something else.

        """
        self.has_sent_text = False
        text = _stuffed(mail)
        refused = await self._begin(self._envelope(sender=sender, recipient=recipient, size=len(mail)))
        if refused is None:
            self.has_sent_text = True
            (answer,) = await self._ask(text, replies=1)
            if answer.code == _COMPLETED:
                return answer.text
            refused = answer
        raise SMTPResponseException(refused.code, refused.text)

    def _envelope(self, *, sender: str, recipient: str, size: int) -> list[bytes]:
        if not (_ADDRESS(sender) and _ADDRESS(recipient)):
            raise ValueError("An address cannot be written in a command of SMTP")
        if not recipient.isascii() and not self._extensions.utf8:
            raise SMTPNotSupported("SMTPUTF8 is not supported by this server")
        options = (f" SIZE={size}" if self._extensions.size else "") + ("" if recipient.isascii() else " SMTPUTF8")
        return [f"MAIL FROM:<{sender}>{options}\r\n".encode(), f"RCPT TO:<{recipient}>\r\n".encode(), b"DATA\r\n"]

    async def _begin(self, envelope: list[bytes]) -> _Reply | None:
        """The reply that refuses the mail; None where its text may follow."""
        if self._extensions.pipelining:
            replies = await self._ask(b"".join(envelope), replies=len(envelope))
        else:
            replies = []
            for command in envelope:
                replies += await self._ask(command, replies=1)
                if _refusal(replies) is not None:
                    break
        refused = _refusal(replies)
        if refused is not None:
            # It waits for a text all the same (RFC 2920, 3.1), or keeps what it has accepted of the envelope.
            end = b".\r\n" if replies[-1].code == _GO_ON else b"RSET\r\n"
            with suppress(SMTPServerDisconnected):
                await self._ask(end, replies=1)
        return refused

    async def _ask(self, commands: bytes, *, replies: int) -> list[_Reply]:
        """As many replies, or fewer of which the last one says that the server closes the session."""
        if self._transport.is_closing():
            raise SMTPServerDisconnected("Connection lost")
        self._replies, self._expected = [], replies
        self._answered = asyncio.get_running_loop().create_future()
        self._transport.write(commands)
        await self._answered
        self._answered = None
        return self._replies

    def data_received(self, data: bytes) -> None:
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._take(line)
        if len(self._rest) + sum(map(len, self._lines)) > LONGEST_REPLY:
            self._add(_Reply(_MALFORMED, "The reply is too long"))

    def _take(self, line: bytes) -> None:
        found = _LINE(line)
        if found is None:
            self._add(_Reply(_MALFORMED, f"Malformed reply: {_text(line)}"))
            return
        code, separator, text = found.groups()
        self._lines.append(_text(text or b""))
        if separator != b"-":
            self._add(_Reply(int(code), "\n".join(self._lines)))

    def _add(self, reply: _Reply) -> None:
        self._lines = []
        self._replies.append(reply)
        if reply.code in {_CLOSING, _MALFORMED} or self._answered is None:
            # Unasked for, it says that the server is about to close, or cannot be told from the reply to come.
            self.close()
            self._expected = len(self._replies)
        if self._answered is not None and len(self._replies) == self._expected and not self._answered.done():
            self._answered.set_result(None)

    def connection_lost(self, error: Exception | None) -> None:
        if self._answered is not None and not self._answered.done():
            lost = SMTPServerDisconnected("Connection lost")
            lost.__cause__ = error
            self._answered.set_exception(lost)


def _refusal(replies: list[_Reply]) -> _Reply | None:
    """The first reply to the envelope that is no consent."""
    accepted = (_COMPLETED,), (_COMPLETED, _FORWARDED), (_GO_ON,)
    return next((reply for reply, codes in zip(replies, accepted, strict=False) if reply.code not in codes), None)


def _stuffed(mail: bytes) -> bytes:
    """As it is transmitted: a period that begins a line is doubled, and one by itself ends the mail."""
    lines = mail.count(b"\r\n")
    if not mail.endswith(b"\r\n") or mail.count(b"\n") != lines or mail.count(b"\r") != lines:
        raise ValueError("Every line of a mail ends in CRLF")
    return (b"." if mail.startswith(b".") else b"") + mail.replace(b"\r\n.", b"\r\n..") + b".\r\n"


def _text(line: bytes) -> str:
    """Whatever the server sends can be stored."""
    return line.decode("utf-8", "replace").replace("\x00", "\ufffd").strip()
