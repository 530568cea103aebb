"""Rendered messages as the bytes of mails."""

import email
import email.policy
from email.message import EmailMessage
from uuid import UUID

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from server.messaging.messages.mail import Sender, mail_bytes
from server.messaging.messages.render import RenderedMessage
from server.vocabulary.visible_text import without_invisible

MESSAGE_ID = UUID("0198f3a4-0000-7000-8000-000000000001")
SENDER = Sender("Waymark <no-reply@waymark.test>")
PRINTABLE = st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp", "Cf", "Co", "Cn", "Zs")), max_size=60)


def _parsed(
    *, subject: str = "A subject", text: str = "Hello\n", html: str | None = "<p>Hello</p>\n", to: str = "a@b.example"
) -> EmailMessage:
    rendered = RenderedMessage(subject=subject, text=text, html=html)
    content = mail_bytes(rendered, message_id=MESSAGE_ID, sender=SENDER, recipient=to)
    return email.message_from_bytes(content, policy=email.policy.default)


def test_a_mail_has_all_required_headers() -> None:
    mail = _parsed()
    assert mail["From"] == "Waymark <no-reply@waymark.test>"
    assert mail["To"] == "a@b.example"
    assert mail["Message-ID"] == f"<{MESSAGE_ID}@waymark.test>"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["Date"].datetime is not None
    assert [part.get_content_type() for part in mail.iter_parts()] == ["text/plain", "text/html"]
    assert not mail.defects


@given(subject=PRINTABLE, lines=st.lists(PRINTABLE | st.text("abc .-=", max_size=40), max_size=6), name=PRINTABLE)
@example(subject="", lines=["", "a line after an empty one"], name="")
@example(subject="", lines=["", "東京", "", "two"], name="")
def test_any_text_arrives_as_it_was_written(subject: str, lines: list[str], name: str) -> None:
    mail = _parsed(subject=subject, text="".join(f"{line}\n" for line in lines), html=f"<p>{name}</p>\n")
    assert mail["Subject"] == without_invisible(subject)
    plain = mail.get_body(("plain",))
    html = mail.get_body(("html",))
    assert plain is not None
    assert html is not None
    # The line end before a boundary belongs to the boundary (RFC 2046, 5.1.1).
    assert plain.get_content().rstrip("\n") == "\n".join(lines).rstrip("\n")
    assert html.get_content().strip() == f"<p>{name}</p>"


@pytest.mark.parametrize("line_end", ["\r\n", "\n", "\r", "\x0b", "\x0c", "\x85", "\u2028", "\x00"])
def test_no_header_can_be_injected(line_end: str) -> None:
    mail = _parsed(subject=f"Hello{line_end}Bcc: thief@example.org")
    assert mail["Bcc"] is None
    assert str(mail["Subject"]).startswith("Hello")
    with pytest.raises(ValueError, match="control"):
        _parsed(to=f"a@b.example{line_end}Bcc: thief@example.org")


@pytest.mark.parametrize(
    ("email_from", "header"),
    [
        ("no-reply@waymark.test", "no-reply@waymark.test"),
        ('"Waymark, Inc." <no-reply@waymark.test>', '"Waymark, Inc." <no-reply@waymark.test>'),
        ("Wegmärke <no-reply@waymark.test>", "Wegmärke <no-reply@waymark.test>"),
        ("Waymark <no-reply@straße.test>", "Waymark <no-reply@xn--strae-oqa.test>"),
    ],
)
def test_the_sender_is_named_as_the_settings_say(email_from: str, header: str) -> None:
    content = mail_bytes(
        RenderedMessage(subject="", text="", html=None),
        message_id=MESSAGE_ID,
        sender=Sender(email_from),
        recipient="a@b.example",
    )
    assert email.message_from_bytes(content, policy=email.policy.default)["From"] == header


@pytest.mark.parametrize("email_from", ["", "asha", "A\nB <a@b.example>", "zoë@b.example", "a@क्\u200dष.example"])
def test_a_sender_without_an_address_is_refused(email_from: str) -> None:
    with pytest.raises(ValueError, match="EMAIL_FROM"):
        Sender(email_from)
