"""Read `SMS_TEMPLATES`: the registered template of each kind of text message."""

import re
from typing import Final

from server.platform.configuration.settings import Settings

# The kinds that have a text message; that all of them have a template is proved by a test.
TEXTED: Final = ("code", "invitation", "password_changed")
# Without it no person could log in by text message.
REQUIRED: Final = "code"

_ID: Final = re.compile("[A-Za-z0-9_-]{1,64}").fullmatch
_CONTENT_SID: Final = re.compile("HX[0-9a-fA-F]{32}").fullmatch

UNREADABLE: Final = "SMS_TEMPLATES cannot be read: use kind=id, separated by commas, as in code=1107160000000012345"
NO_CODE: Final = "SMS_TEMPLATES has no id for code: give one, or leave SMS_TEMPLATES out"
NO_CONTENT: Final = (
    "SMS_TEMPLATES names an id that Twilio does not have: with SMS_URL=twilio:// give each template's ContentSid (HX…)"
)


def parse_sms_templates(settings: Settings) -> dict[str, str]:
    """The id of each kind that has one; empty where no templates are registered.

    Raises:
        ValueError: with the sentence for the operator.

    """
    of_twilio = (settings.sms_url or "").startswith("twilio:")
    found: dict[str, str] = {}
    for part in settings.sms_templates:
        kind, equals, template_id = (piece.strip() for piece in part.partition("="))
        if not equals or kind in found or not _ID(template_id):
            raise ValueError(UNREADABLE)
        if kind not in TEXTED:
            raise ValueError(f"SMS_TEMPLATES names the kind {kind[:40]!r}: use {', '.join(TEXTED)}")
        if of_twilio and not _CONTENT_SID(template_id):
            raise ValueError(NO_CONTENT)
        found[kind] = template_id
    if found and REQUIRED not in found:
        raise ValueError(NO_CODE)
    return found


def kinds_without_template(templates: dict[str, str]) -> list[str]:
    """Text messages of these kinds are not sent; none where no templates are registered."""
    return [kind for kind in TEXTED if kind not in templates] if templates else []
