"""The Idempotency-Key of a request, as a use case takes it."""

import re
from typing import Final

from pydantic import BaseModel
from quart import request

from server.platform.http.context import current_identity
from server.platform.http.idempotency.errors import IdempotencyKeyInvalidError
from server.platform.http.idempotency.repository import IdempotentCall

HEADER: Final = "Idempotency-Key"
KEY: Final = re.compile(r"[!-~]{1,200}")


def idempotent_call(*, fields: BaseModel | None = None, file: bytes | None = None) -> IdempotentCall | None:
    """None when the request carries no key.

    Raises:
        IdempotencyKeyInvalidError: it carries one that is empty, too long or not printable.
    """
    key = request.headers.get(HEADER)
    if key is None:
        return None
    if not KEY.fullmatch(key):
        raise IdempotencyKeyInvalidError
    identity = current_identity()
    parts = (b"" if fields is None else fields.model_dump_json().encode(), file or b"")
    return IdempotentCall(
        company_id=identity.company_id, user_id=identity.user_id, path=request.path, key=key, parts=parts
    )
