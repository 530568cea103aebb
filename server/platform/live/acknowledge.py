"""Acknowledgements of clients' events: `{ok: true, …}` or `{ok: false, message, code}`."""

from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

from pydantic import ValidationError
from structlog import get_logger
from structlog.contextvars import bound_contextvars

from server.platform.errors import INTERNAL_MESSAGE, ApplicationError, ValidationFailedError
from server.platform.schemas import RequestSchema

INTERNAL_CODE: Final = "internal_error"

Ack = dict[str, Any]
Payload = TypeVar("Payload", bound=RequestSchema)

logger = get_logger(__name__)


async def acknowledged(work: Callable[[], Awaitable[Ack]], *, event: str, sid: str) -> Ack:
    """Do `work`; a failure is answered, and logged when it is ours."""
    with bound_contextvars(event_name=event, socket=sid):
        try:
            return {"ok": True, **await work()}
        except ApplicationError as error:
            return refusal(error)
        except Exception:
            logger.exception("socket_event_failed")
            return {"ok": False, "message": INTERNAL_MESSAGE, "code": INTERNAL_CODE}


def refusal(error: ApplicationError) -> Ack:
    answer: Ack = {"ok": False, "message": error.shown, "code": error.code}
    if error.retry_after is not None:
        answer["retryAfter"] = error.retry_after
    return answer


def parse(schema: type[Payload], arguments: tuple[Any, ...]) -> Payload:
    """Raises ValidationFailedError."""
    try:
        return schema.model_validate(arguments[0] if len(arguments) == 1 else None)
    except ValidationError as error:
        raise ValidationFailedError from error
