"""The page of the development inbox."""

from typing import Final
from uuid import UUID

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from server.messages.read_inbox import MOST, CapturedMessage
from server.messages.render import TEMPLATES
from server.settings import Settings

_pages: Final = Environment(
    loader=FileSystemLoader(TEMPLATES),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def inbox_page(messages: list[CapturedMessage], *, to: str | None, chosen: UUID | None, settings: Settings) -> str:
    """With the chosen message open, or the newest."""
    opened = next((message for message in messages if message.id == chosen), messages[0] if messages else None)
    html = None if opened is None else opened.rendered.html
    return _pages.get_template("inbox.html").render(
        brand=settings.brand_name,
        messages=messages,
        most=MOST,
        to=to,
        opened=opened,
        # Links of a mail leave its frame, as they would leave a mail program.
        document=None if html is None else html.replace("<head>", '<head><base target="_blank">', 1),
    )
