"""A rendered message as the bytes of a mail.

By the older classes of the standard library: `EmailMessage` takes three times as long for the same bytes.
"""

from email.header import Header
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from email.policy import SMTPUTF8, compat32
from email.utils import formataddr, formatdate, parseaddr
from uuid import UUID

from server.messaging.messages.render import RenderedMessage
from server.vocabulary.emails import normalize_email
from server.vocabulary.visible_text import without_invisible


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
    if not (sender.address + sender.name + recipient).isprintable():
        raise ValueError("An address may not hold control characters")
    mail = MIMEMultipart("alternative", boundary=f"=_{message_id.hex}")
    mail["From"] = formataddr((sender.name, sender.address))
    # Outside ASCII it stays as it is: it goes only to a server that takes UTF-8 (RFC 6532).
    mail["To"] = recipient
    # A name that was stored before there were rules must not stop a mail: what cannot be seen is left out.
    mail["Subject"] = Header(without_invisible(rendered.subject), header_name="Subject").encode()
    mail["Date"] = formatdate()
    mail["Message-ID"] = f"<{message_id}@{sender.domain}>"
    mail["Auto-Submitted"] = "auto-generated"
    mail.attach(MIMEText(rendered.text, "plain"))
    if rendered.html is not None:
        mail.attach(MIMEText(rendered.html, "html"))
    return mail.as_bytes(policy=compat32 if recipient.isascii() else SMTPUTF8)
