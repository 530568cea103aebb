"""Invitations are rendered once for each set of values, then filled in."""

from typing import Any, Final
from uuid import UUID

import pytest
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from server.messages.kinds import Channel, MessageKind
from server.messages.render import TEMPLATES, RenderedMessage, Renderer

RENDERER: Final = Renderer(brand="Waymark", tagline="Guiding Every Step To Success", public_url="https://waymark.test")
IMPORT_ID: Final = UUID("0198f3a4-0000-7000-8000-000000000002")


@pytest.mark.parametrize("link", [None, "", "token"])
@pytest.mark.parametrize(
    "extra", [{}, {"stop_code": "stop"}, {"is_reminder": True}, {"stop_code": "stop", "opens": {}}]
)
def test_an_invitation_that_is_filled_in_is_the_one_that_its_templates_give(
    link: str | None, extra: dict[str, Any]
) -> None:
    """The first of its shape, the next ones with values that HTML escapes, and another import."""
    installation = {
        "brand": "Waymark",
        "tagline": "Guiding Every Step To Success",
        "public_url": "https://waymark.test",
        "host": "waymark.test",
    }
    for number, secret in enumerate(["aB3$kk9XyZ@1", "<&'\">{{ x }}", "secret"]):
        values: dict[str, Any] = {
            "full_name": f"Asha {number}",
            "company_name": f"Fish & Chips {number}",
            **{name: f"{value}{number}" if isinstance(value, str) else value for name, value in extra.items()},
        }
        named: dict[str, Any] = {
            "recipient": f"o'neill.{number}@example.org",
            "secret": secret,
            "link": link and f"{link}{number}",
            "import_id": None if number == 2 else IMPORT_ID,
        }
        rendered = RENDERER.render(kind=MessageKind.INVITATION, channel=Channel.EMAIL, parameters=values, **named)
        subject = f"{'Reminder: you' if 'is_reminder' in extra else 'You'} are invited to Waymark"
        context = {**installation, **values, **named, "subject": subject}
        assert rendered == RenderedMessage(
            subject=subject,
            text=_environment(autoescape=False).get_template("invitation.txt").render(context),
            html=_environment(autoescape=True).get_template("invitation.html").render(context),
        )


def _environment(*, autoescape: bool) -> Environment:
    return Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=autoescape,  # noqa: S701 - off for plain text alone
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
