"""The texts of messages."""

import gc
import re
from datetime import UTC, datetime
from functools import cache
from typing import Any, Final
from uuid import UUID

import pytest
from jinja2 import Template, UndefinedError

from server.messaging.messages.kinds import Channel, MessageKind, Outgoing
from server.messaging.messages.render import VARIABLES, RenderedMessage, Renderer, Segments, count_segments
from server.platform.configuration.load_settings import TEXTED
from server.vocabulary.languages import Language

IMPORT_ID: Final = UUID("0198f3a4-0000-7000-8000-000000000002")
PARAMETERS: Final[dict[MessageKind, dict[str, Any]]] = {
    MessageKind.CODE: {"context": "LOGIN", "minutes": 10},
    MessageKind.INVITATION: {
        "full_name": "Asha Verma",
        "company_name": "Northwind",
        "company_slug": "northwind",
        "login": "northwind/21CS042",
    },
    MessageKind.PASSWORD_CHANGED: {"full_name": "Asha Verma"},
    MessageKind.APPLICATIONS_WAITING: {"full_name": "Asha", "waiting": 3},
    MessageKind.APPLICATION_DECIDED: {
        "full_name": "Asha",
        "company_name": "Acme",
        "outcome": "declined",
        "decision": "The course is full",
    },
    MessageKind.STAGE_CHANGED: {
        "full_name": "Asha",
        "company_name": "Acme",
        "stage": "In training",
        "stage_text": "You are in training.",
    },
    MessageKind.INTERVIEW: {
        "full_name": "Asha",
        "company_name": "Northwind",
        "day": "2026-12-03",
        "at": "09:30",
        "place": "Room 204",
    },
    MessageKind.OFFER: {
        "full_name": "Asha",
        "company_name": "Acme",
        "employer": "Sharma Motors",
        "opening": "Fitter",
        "outcome": "made",
        "answer_by": "2026-12-03 18:00",
    },
    MessageKind.ANNOUNCEMENT: {
        "full_name": "Asha",
        "company_name": "Acme",
        "items": [{"title": "Hall ticket", "body": "Bring it.\nGate 2", "links": []}],
        "mail_code": "abc",
    },
    MessageKind.WELCOME: {"full_name": "Asha", "company_name": "Acme"},
    MessageKind.IMPORT_FINISHED: {"full_name": "Asha", "file_name": "people.csv", "created": 98012, "failed": 1988},
    MessageKind.BULK_FINISHED: {
        "full_name": "Asha",
        "job_id": str(IMPORT_ID),
        "did": "deactivated",
        "done": 98012,
        "unchanged": 12,
        "failed": 1976,
        "outcome": "completed",
    },
    MessageKind.EMAIL_CHANGE: {"full_name": "Asha", "company_name": "Acme", "stop_code": "abc"},
    MessageKind.EMAIL_CHANGE_ASKED: {"full_name": "Asha", "new_email": "a***a@example.org"},
    MessageKind.EMAIL_CHANGED: {"full_name": "Asha"},
    MessageKind.PASSKEY_COPIED: {"full_name": "Asha", "passkey": "My phone"},
    MessageKind.SSO_LINKED: {"full_name": "Asha", "company_name": "Harbour"},
    MessageKind.SSO_UNLINKED: {"full_name": "Asha", "provider": "Harbour"},
    MessageKind.FACTOR_ADDED: {"full_name": "Asha", "factor": "My phone"},
    MessageKind.FACTOR_REMOVED: {"full_name": "Asha", "factor": "My phone", "by_administrator": True},
    MessageKind.RECOVERY_CODE_USED: {"full_name": "Asha", "left": 2},
    MessageKind.RECOVERY_CODES_RENEWED: {"full_name": "Asha"},
    MessageKind.NEW_DEVICE: {"full_name": "Asha", "device": "Chrome on Windows", "address": "203.0.113.9"},
    MessageKind.ACCOUNT_SECURED: {"full_name": "Asha", "factor": "My phone"},
    MessageKind.COMPANY_INVITATION: {},
    MessageKind.COMPANY_DELETED_SOON: {"full_name": "Asha", "company_name": "Northwind", "day": "2026-12-03"},
}


@cache
def renderer() -> Renderer:
    texted = [f"{kind}.{Language.HINDI}" for kind in VARIABLES]
    return Renderer(
        brand="Waymark", tagline="Guiding Every Step To Success", public_url="https://waymark.test", texted=texted
    )


def _rendered(**content: Any) -> RenderedMessage:
    return renderer().render(Outgoing(id=IMPORT_ID, created_at=datetime(2026, 11, 25, tzinfo=UTC), **content))


def _render(
    kind: MessageKind, *, channel: Channel = Channel.EMAIL, verified_name: str | None = None, **parameters: Any
) -> RenderedMessage:
    return _rendered(
        kind=kind,
        verified_name=verified_name,
        channel=channel,
        recipient="asha@example.org",
        parameters={**PARAMETERS[kind], **parameters},
        secret="aB3$kk9XyZ@1",
        import_id=IMPORT_ID,
    )


@pytest.mark.parametrize(
    ("parameters", "subject", "shown"),
    [
        ({}, "Your change of many people is finished: 98,012 deactivated", ["worked through", "1,976", "and why"]),
        (
            {"outcome": "cancelled", "cancelled_by": "Ben", "done": 0, "failed": 0},
            "Your change of many people was cancelled: 0 deactivated",
            ["Ben cancelled your change", "No account was changed."],
        ),
    ],
)
def test_the_end_of_a_change_of_many_people_is_written_by_its_outcome(
    parameters: dict[str, Any], subject: str, shown: list[str]
) -> None:
    rendered = _render(MessageKind.BULK_FINISHED, **parameters)
    assert rendered.subject == subject
    assert rendered.html is not None
    for text in (rendered.text, rendered.html):
        assert all(each in text for each in (*shown, f"https://waymark.test/dashboard/users/jobs/{IMPORT_ID}"))


@pytest.mark.parametrize("kind", MessageKind)
def test_every_kind_has_a_subject_a_text_and_html(kind: MessageKind) -> None:
    rendered = _render(kind)
    assert rendered.subject
    assert rendered.text.isascii()
    assert rendered.html is not None
    assert rendered.html.count("<html") == 1
    assert "Waymark" in rendered.text


@pytest.mark.parametrize("context", ["SIGNUP", "LOGIN", "PASSWORD_RESET"])
def test_a_code_is_in_its_subject_text_and_html(context: str) -> None:
    rendered = _render(MessageKind.CODE, context=context)
    assert rendered.html is not None
    assert all("aB3$kk9XyZ@1" in content for content in (rendered.subject, rendered.text, rendered.html))


def test_a_code_by_sms_ends_with_the_address_and_the_code_so_that_phones_fill_it_in() -> None:
    """The last line is that of origin-bound one-time codes, without a port."""
    rendered = _rendered(
        kind=MessageKind.CODE,
        channel=Channel.SMS,
        recipient="+919876543210",
        parameters=PARAMETERS[MessageKind.CODE],
        secret="493027",
    )
    assert rendered.html is None
    assert rendered.text == (
        "493027 is your Waymark code. It is valid for 10 minutes. Do not share it.\n@waymark.test #493027"
    )
    assert rendered.variables == {"code": "493027", "minutes": "10"}
    local = Renderer(brand="Waymark", tagline="", public_url="http://localhost:8000")
    assert local.template_of(MessageKind.CODE, language=Language.ENGLISH, form=str).splitlines()[-1] == "@localhost #1"


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("kind", VARIABLES)
def test_a_text_message_is_its_template_with_its_variables(kind: MessageKind, language: Language) -> None:
    """So that an operator who compares the two lets it pass; and an English one costs one part."""
    rendered = _rendered(
        language=language,
        kind=kind,
        channel=Channel.SMS,
        recipient="+919876543210",
        parameters=PARAMETERS[kind],
        secret="123456789012" if kind is MessageKind.CODE else "aB3$kk9XyZ@1",
        link="T" * 43,
    )
    template = renderer().template_of(kind, language=language, form=lambda number: f"<{number}>")
    # Gateways that know no names of variables fill them in one after the other.
    assert re.findall(r"<(\d)>", template)[: len(rendered.variables)] == sorted(
        map(str, range(1, 1 + len(rendered.variables)))
    )
    for number, value in enumerate(rendered.variables.values(), start=1):
        assert f"<{number}>" in template
        template = template.replace(f"<{number}>", value)
    assert rendered.text == template
    assert count_segments(rendered.text).parts == 1 or language is not Language.ENGLISH


@pytest.mark.parametrize(
    ("language", "name", "shown"),
    [
        (Language.ENGLISH, "Northwind Training", "Northwind Training"),
        (Language.ENGLISH, "पुणे महाविद्यालय", "Pune Mahavidyalaya"),
        (Language.HINDI, "पुणे महाविद्यालय", "पुणे महाविद्यालय"),
    ],
)
def test_a_text_message_names_the_company_and_not_its_short_name(language: Language, name: str, shown: str) -> None:
    names = {"company_name": name, "company_slug": "pune-mahavidyalaya", "login": "pune-mahavidyalaya/R12"}
    rendered = _rendered(
        kind=MessageKind.INVITATION,
        channel=Channel.SMS,
        recipient="+919876543210",
        parameters={**PARAMETERS[MessageKind.INVITATION], **names},
        link="T" * 43,
        language=language,
    )
    assert rendered.text.startswith(f"{shown} ")
    assert rendered.text.splitlines()[1].endswith("pune-mahavidyalaya/R12")


def test_a_text_message_is_english_where_no_template_of_it_is_registered_in_the_language() -> None:
    message = Outgoing(
        id=IMPORT_ID,
        kind=MessageKind.CODE,
        channel=Channel.SMS,
        recipient="+919876543210",
        parameters=PARAMETERS[MessageKind.CODE],
        secret="493027",
        language=Language.HINDI,
        created_at=datetime(2026, 11, 25, tzinfo=UTC),
    )
    assert "आपका Waymark कोड" in renderer().render(message).text
    english = Renderer(brand="Waymark", tagline="", public_url="https://waymark.test", texted=["code"])
    assert "is your Waymark code" in english.render(message).text


def test_the_kinds_of_text_messages_are_those_that_templates_are_given_for() -> None:
    assert tuple(kind.value for kind in VARIABLES) == TEXTED


@pytest.mark.parametrize(
    ("text", "encoding", "length", "parts"),
    [
        ("", "GSM-7", 0, 1),
        ("a" * 160, "GSM-7", 160, 1),
        ("a" * 161, "GSM-7", 161, 2),
        ("a" * 307, "GSM-7", 307, 3),
        ("@$_\n" + "a" * 155 + "€", "GSM-7", 161, 2),
        ("क" * 70, "UCS-2", 70, 1),
        ("क" * 71, "UCS-2", 71, 2),
        ("a" * 69 + "🎓", "UCS-2", 71, 2),
    ],
)
def test_a_text_message_is_as_long_as_operators_count_it(text: str, encoding: str, length: int, parts: int) -> None:
    assert count_segments(text) == Segments(encoding=encoding, length=length, parts=parts)


def test_an_invitation_holds_all_that_is_needed_to_sign_in() -> None:
    rendered = _render(MessageKind.INVITATION)
    assert rendered.html is not None
    for content in (rendered.text, rendered.html):
        for needed in ("https://waymark.test/login", "asha@example.org", "aB3$kk9XyZ@1", "72 hours", "Northwind"):
            assert needed in content


def test_the_welcome_of_a_founder_names_the_first_steps() -> None:
    founder, other = _render(MessageKind.WELCOME, has_founded=True), _render(MessageKind.WELCOME)
    assert founder.html is not None
    assert other.html is not None
    for step in ("company", "a colleague", "your first file", "your second factor", "See what people get"):
        assert step in founder.text
        assert step in founder.html
    assert "first steps" not in other.text + other.html


def test_an_invitation_shows_its_button_before_the_temporary_password() -> None:
    rendered = _rendered(
        kind=MessageKind.INVITATION,
        channel=Channel.EMAIL,
        recipient="asha@example.org",
        parameters=PARAMETERS[MessageKind.INVITATION],
        secret="aB3$kk9XyZ@1",
        link="Token-_1",
    )
    assert rendered.html is not None
    for content in (rendered.text, rendered.html):
        assert 0 < content.index("https://waymark.test/invitation#Token-_1") < content.index("aB3$kk9XyZ@1")
        assert "https://waymark.test/login" in content
    assert "Token" not in rendered.subject


def test_names_are_shown_as_they_are_and_never_read_as_markup() -> None:
    rendered = _render(MessageKind.INVITATION, full_name="<img src=x>", company_name="A & B <b>")
    assert rendered.html is not None
    assert "<img" not in rendered.html
    assert "A &amp; B &lt;b&gt;" in rendered.html
    assert "A & B <b>" in rendered.text


@pytest.mark.parametrize("kind", MessageKind)
def test_no_subject_contains_input_of_an_account(kind: MessageKind) -> None:
    rendered = _render(kind, full_name="Parcel held", company_name="Parcel held", file_name="Parcel held")
    assert "Parcel" not in rendered.subject


@pytest.mark.security("S48")
@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Northwind Training", "Northwind Training"),
        ("St.Xavier's College, Class of 1998", "St. Xavier's College, Class of 1998"),
        ("उत्तर पवन महाविद्यालय", "उत्तर पवन महाविद्यालय"),
        (f"{'Northwind ' * 8}College", f"{'Northwind ' * 4}Northwind…"),
        ("n" * 200, f"{'n' * 59}…"),
    ],
)
def test_the_subject_of_an_invitation_names_a_verified_company(name: str, shown: str) -> None:
    subject = _render(MessageKind.INVITATION, verified_name=name).subject
    assert subject == f"{shown} has made an account for you"
    reminder = _render(MessageKind.INVITATION, verified_name=name, is_reminder=True).subject
    assert reminder == f"{shown}: a reminder of your account"


@pytest.mark.parametrize("kind", MessageKind)
def test_every_subject_begins_with_the_name_of_a_verified_company(kind: MessageKind) -> None:
    named, unnamed = (_render(kind, verified_name=name).subject for name in ("Northwind", None))
    made = "Northwind has made an account for you"
    assert named == (made if kind is MessageKind.INVITATION else f"Northwind: {unnamed}")


def test_the_subject_of_an_invitation_is_in_the_recipient_s_language() -> None:
    rendered = _rendered(
        kind=MessageKind.INVITATION,
        channel=Channel.EMAIL,
        recipient="asha@example.org",
        parameters=PARAMETERS[MessageKind.INVITATION],
        verified_name="Northwind",
        secret="aB3$kk9XyZ@1",
        language=Language.HINDI,
    )
    assert rendered.subject == "Northwind ने आपके लिए खाता बनाया है"


@pytest.mark.security("S48")
@pytest.mark.parametrize(
    "name",
    [
        *("Pay at evil.com", "https://evil.example", "mailto:a", "192.0.2.1", "evil\u3002com", "xn--80ak6aa92e"),
        *("Call 1800 123 456", "North\u202ewind", "North\r\nBcc: thief", "North\u200bwind", "N\u043erthwind"),
        "n" + "\u0301" * 9,
    ],
)
def test_the_subject_of_an_invitation_holds_no_unsafe_name(name: str) -> None:
    assert _render(MessageKind.INVITATION, verified_name=name).subject == "You are invited to Waymark"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Northwind Training", "Northwind Training"),
        ("Dr.Rao & Co.", "Dr. Rao & Co."),
        ("Pay at evil.example/pay", "Pay at evil. example/pay"),
        ("https://evil.example", "https evil. example"),
        ("mallory@evil\u3002example", "mallory evil. example"),
        ("one\r\ntwo\u2028three", "one two three"),
        ("abc\u202egpj", "abcgpj"),
        ("\u0d28\u0d4d\u200d", "\u0d28\u0d4d\u200d"),
    ],
)
def test_a_name_becomes_no_link_and_no_second_line(name: str, shown: str) -> None:
    rendered = _render(MessageKind.INVITATION, company_name=name)
    assert f"{shown} has made a Waymark account" in rendered.text


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("people.csv", "people.csv"),
        ("students.zip", "students. zip"),
        ("evil.example.com new.csv", "evil. example. com new. csv"),
    ],
)
def test_the_name_of_a_file_becomes_no_link(name: str, shown: str) -> None:
    """Mail programs take students.zip for a site of that name."""
    rendered = _render(MessageKind.IMPORT_FINISHED, file_name=name)
    assert f"every row of {shown} has been" in rendered.text
    failed = _render(MessageKind.IMPORT_FINISHED, outcome="failed", reason=f"See {name}")
    assert f"See {shown}" in failed.text


def test_an_invitation_from_before_the_stop_link_is_still_readable() -> None:
    assert "stop-invitations" not in _render(MessageKind.INVITATION).text
    assert "https://waymark.test/stop-invitations#abc" in _render(MessageKind.INVITATION, stop_code="abc").text


def test_a_text_with_a_gap_is_never_sent() -> None:
    with pytest.raises(UndefinedError):
        _rendered(
            kind=MessageKind.INVITATION, channel=Channel.EMAIL, recipient="a@b.example", parameters={}, secret="x"
        )


@pytest.mark.parametrize(
    ("parameters", "where"),
    [({}, "logged out on all devices"), ({"keeps_a_session": True}, "logged out on its other devices")],
)
def test_a_changed_password_says_where_the_account_was_signed_out(parameters: dict[str, Any], where: str) -> None:
    """After a reset: everywhere. After a change: on other devices."""
    rendered = _render(MessageKind.PASSWORD_CHANGED, **parameters)
    assert rendered.html is not None
    assert where in rendered.text
    assert where in rendered.html


@pytest.mark.parametrize(
    ("parameters", "subject", "shown", "absent"),
    [
        ({}, "Your import is finished: 98,012 accounts created", ["98,012", "1,988", "Invitations go out"], []),
        (
            {"outcome": "cancelled", "cancelled_by": "Ben www.evil.example"},
            "Your import was cancelled: 98,012 accounts created",
            ["Ben www. evil. example cancelled", "98,012", "What was done stays"],
            ["worked through"],
        ),
        (
            {"outcome": "completed", "created": 0, "changed": 7},
            "Your import is finished: 0 accounts created, 7 updated",
            ["Users Updated", "7"],
            ["nvitation"],
        ),
        (
            {"outcome": "cancelled", "cancelled_by": "Ben", "created": 0},
            "Your import was cancelled: 0 accounts created",
            ["No account was created"],
            ["Invitations"],
        ),
        (
            {"outcome": "failed", "reason": "Error parsing CSV file."},
            "Your import could not be read",
            ["was not imported: Error parsing CSV file."],
            ["Users Created", "worked through", "Invitations"],
        ),
        (
            {"outcome": "waits", "reason": "Check the columns."},
            "Your import waits for you",
            ["is not imported yet: Check the columns."],
            ["Users Created", "worked through", "Invitations"],
        ),
    ],
)
def test_the_end_of_an_import_is_written_by_its_outcome(
    parameters: dict[str, Any], subject: str, shown: list[str], absent: list[str]
) -> None:
    rendered = _render(MessageKind.IMPORT_FINISHED, **parameters)
    assert rendered.subject == subject
    assert rendered.html is not None
    for text in (rendered.text, rendered.html):
        assert all(each in text for each in (*shown, f"https://waymark.test/dashboard/users/imports/{IMPORT_ID}"))
        assert not any(each in text for each in absent)


def test_a_new_renderer_has_compiled_nothing() -> None:
    """Every process makes one at its start, and most of them never need most templates."""

    def compiled() -> int:
        return sum(isinstance(each, Template) for each in gc.get_objects())

    before = compiled()
    renderer = Renderer(brand="Waymark", tagline="", public_url="https://lazy.test")
    made = compiled()
    renderer.template_of(MessageKind.CODE, language=Language.ENGLISH, form=str)

    assert (made, compiled()) == (before, before + 1)


def test_an_address_that_begins_another_is_a_link_of_its_own() -> None:
    links = ["https://own.org/a", "https://own.org/ab"]
    item = {"title": "News", "body": "https://own.org/ab & https://own.org/a", "links": links}
    html = _render(MessageKind.ANNOUNCEMENT, items=[item]).html or ""
    anchors = [f'<a href="{each}">{each}</a>' for each in reversed(links)]
    assert " &amp; ".join(anchors) in html
