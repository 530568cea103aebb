"""Answers that are files, made as they are read."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from functools import wraps
from typing import Any, Final, TypeVar, cast

from quart import Response

from server.platform.http.authentication import company_slot, current_call, current_services, declare

# A file of a million people takes its time, and more where the line is slow. A reader that takes nothing is ended
# sooner: see SEND_SECONDS in application.py.
DOWNLOAD_SECONDS: Final = 1_800

View = TypeVar("View", bound=Callable[..., Any])


def downloads(view: View) -> View:
    """Mark a view that answers with a download: few of one company are open at once, a few more wait, then 429."""

    @wraps(view)
    async def run(*arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - those of the view
        async with AsyncExitStack() as slot:
            await slot.enter_async_context(company_slot(current_services().downloads))
            answer = await view(*arguments, **options)
            current_call().at_end.push_async_exit(slot.pop_all())
            return answer

    return declare(is_download=True)(cast("View", run))


def download(pieces: AsyncIterator[bytes], *, name: str, media_type: str) -> Response:
    """The file of these pieces; the next one is made once the reader has taken those before it."""
    response = Response(pieces, content_type=media_type, headers=attachment(name))
    response.timeout = DOWNLOAD_SECONDS
    return response


def attachment(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}
