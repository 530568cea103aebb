"""Every mail as it is read: on a desk and on a phone, by day and by night."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

import pytest
from playwright.sync_api import Browser, Page

from server.messaging.messages.kinds import SECURITY_NOTICES, Channel, MessageKind, Outgoing
from server.messaging.messages.render import Renderer
from tests.browser.accessibility import AXE, RUN
from tests.browser.chromium import WAIT_MILLISECONDS

SIZES: Final = (600, 360, 320)
LONG: Final = "m" * 200
RENDERER: Final = Renderer(
    brand="Waymark", tagline="Guiding Every Step To Success", public_url="https://waymark.example.com"
)
# Names of a usual length, and some that no line can hold.
PARAMETERS: Final[dict[MessageKind, dict[str, Any]]] = {
    MessageKind.CODE: {"context": "PASSWORD_RESET", "minutes": 10},
    MessageKind.INVITATION: {"full_name": "Asha Verma", "company_name": "Northwind Training", "stop_code": "c" * 128},
    MessageKind.PASSWORD_CHANGED: {"full_name": "Asha Verma"},
    MessageKind.APPLICATIONS_WAITING: {"full_name": "Asha", "waiting": 3},
    MessageKind.APPLICATION_DECIDED: {
        "full_name": "Asha",
        "company_name": "Acme",
        "outcome": "declined",
        "decision": "The course is full",
    },
    MessageKind.STAGE_CHANGED: {
        "full_name": "Asha Verma",
        "company_name": "Northwind Training",
        "stage": LONG,
        "stage_text": "You are in training.",
    },
    MessageKind.INTERVIEW: {
        "full_name": "Asha Verma",
        "company_name": "Northwind",
        "day": "2026-12-03",
        "at": "09:30",
        "place": "Room 204",
    },
    MessageKind.OFFER: {
        "full_name": "Asha Verma",
        "company_name": "Northwind Training",
        "employer": "Sharma Motors",
        "opening": LONG,
        "outcome": "made",
        "answer_by": "2026-12-03 18:00",
    },
    MessageKind.ANNOUNCEMENT: {
        "full_name": "Asha Verma",
        "company_name": "Northwind Training",
        "items": [{"title": "Hall ticket", "body": "Bring your hall ticket.\nGate 2, 9:30", "links": []}],
        "mail_code": "c" * 86,
    },
    MessageKind.WELCOME: {"full_name": "Asha Verma", "company_name": "Northwind Training"},
    MessageKind.IMPORT_FINISHED: {
        "full_name": "Asha Verma",
        "file_name": "people.csv",
        "created": 149_987,
        "failed": 13,
    },
    MessageKind.BULK_FINISHED: {
        "full_name": "Asha Verma",
        "job_id": str(UUID(int=7)),
        "did": "deactivated",
        "outcome": "completed",
        "done": 99_500,
        "unchanged": 487,
        "failed": 13,
    },
    MessageKind.EMAIL_CHANGE: {"full_name": "Asha Verma", "company_name": "Northwind Training", "stop_code": "c" * 128},
    MessageKind.EMAIL_CHANGE_ASKED: {"full_name": "Asha Verma", "new_email": f"a***a@{'m' * 60}.example"},
    MessageKind.EMAIL_CHANGED: {"full_name": "Asha Verma"},
    MessageKind.PASSKEY_COPIED: {"full_name": "Asha Verma", "passkey": "My phone"},
    MessageKind.SSO_LINKED: {"full_name": "Asha Verma", "company_name": "Harbour Institute"},
    MessageKind.SSO_UNLINKED: {"full_name": "Asha Verma", "provider": "m" * 60, "by_administrator": True},
    MessageKind.FACTOR_ADDED: {"full_name": "Asha Verma", "factor": "m" * 60},
    MessageKind.FACTOR_REMOVED: {"full_name": "Asha Verma", "factor": "m" * 180, "by_administrator": True},
    MessageKind.RECOVERY_CODE_USED: {"full_name": "Asha Verma", "left": 1},
    MessageKind.RECOVERY_CODES_RENEWED: {"full_name": "Asha Verma"},
    MessageKind.NEW_DEVICE: {
        "full_name": "Asha Verma",
        "device": "Samsung Internet on Android",
        "address": "2001:db8:85a3:8d3:1319:8a2e:370:7348",
        "is_last": True,
    },
    MessageKind.ACCOUNT_SECURED: {"full_name": "Asha Verma", "factor": "m" * 60},
    MessageKind.COMPANY_INVITATION: {},
    MessageKind.COMPANY_DELETED_SOON: {
        "full_name": "Asha Verma",
        "company_name": "Northwind Training",
        "day": "2026-12-03",
    },
}
LINKS: Final[dict[MessageKind, str]] = {
    MessageKind.INVITATION: "T" * 86,
    **{
        kind: "T" * 119
        for kind in SECURITY_NOTICES
        if kind not in {MessageKind.PASSKEY_COPIED, MessageKind.SSO_UNLINKED, MessageKind.ACCOUNT_SECURED}
    },
}
# Those of a document that a mail program shows inside its own.
RULES: Final = ["color-contrast", "document-title", "heading-order", "html-has-lang", "link-name"]
SECRETS: Final = {
    MessageKind.CODE: "493027",
    MessageKind.INVITATION: "aB3@dE5#gH7$",
    MessageKind.EMAIL_CHANGE: "t" * 43,
    MessageKind.COMPANY_INVITATION: "t" * 75,
    MessageKind.EMAIL_CHANGE_ASKED: f"present.{'t' * 43}",
}


def html_of(kind: MessageKind, *, recipient: str, long: bool) -> str:
    named = PARAMETERS[kind]
    if long:
        named = {name: LONG if name.endswith("_name") else value for name, value in named.items()}
    message = Outgoing(
        id=UUID(int=7),
        kind=kind,
        channel=Channel.EMAIL,
        recipient=recipient,
        parameters=named,
        secret=SECRETS.get(kind),
        link=LINKS.get(kind),
        created_at=datetime(2026, 11, 25, tzinfo=UTC),
        import_id=UUID(int=7),
    )
    rendered = RENDERER.render(message)
    assert rendered.html is not None
    return rendered.html


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context()
    context.set_default_timeout(WAIT_MILLISECONDS)
    yield context.new_page()
    context.close()


@pytest.mark.long
def test_every_mail_can_be_read_by_day_and_by_night(page: Page) -> None:
    for kind in MessageKind:
        page.set_content(html_of(kind, recipient="asha@example.com", long=False))
        page.evaluate(AXE.read_text())
        page.emulate_media(color_scheme="light")
        assert (kind, page.evaluate(RUN, {"runOnly": RULES})) == (kind, [])
        page.emulate_media(color_scheme="dark")
        assert (kind, page.evaluate(RUN, {"runOnly": ["color-contrast"]})) == (kind, [])


def test_no_name_makes_a_mail_wider_than_the_screen(page: Page) -> None:
    for width in SIZES:
        page.set_viewport_size({"width": width, "height": 800})
        for kind in MessageKind:
            page.set_content(html_of(kind, recipient=f"{'a' * 64}@{'b' * 60}.example.com", long=True))
            assert (kind, page.evaluate("document.documentElement.scrollWidth")) == (kind, width)
