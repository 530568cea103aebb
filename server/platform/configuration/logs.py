"""How every process writes its log: one line an event, to standard error."""

import logging
import re
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog

from server.platform.configuration.settings import Settings
from server.platform.process.version import BUILD

# These log too much: every job, and every query with its arguments.
_QUIET = ("arq", "aiosmtplib", "asyncio", "databases", "engineio", "httpcore2", "httpx2", "socketio", "urllib3")

_QUERY = re.compile(r"\?[^\s\"'<>]+")


class _Lines:
    """Writes finished lines; not by way of the standard library's logging, which costs more than many an answer."""

    def __init__(self, name: str = "") -> None:
        self.name = name

    def msg(self, line: str) -> None:
        sys.stderr.write(line + "\n")

    debug = info = warning = error = critical = exception = msg


def configure_logging(settings: Settings) -> None:
    """JSON in production, for the eye in development. A traceback never shows the values of variables."""
    renderer: Any = _plain_line
    if settings.is_production:
        renderer = structlog.processors.JSONRenderer()
    elif sys.stderr.isatty():
        renderer = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if settings.is_production:
        shared.append(_add_version)
    shows_tracebacks = isinstance(renderer, structlog.dev.ConsoleRenderer)
    exceptions: list[Any] = [] if shows_tracebacks else [structlog.processors.format_exc_info]
    finishing = [*exceptions, _drop_queries, renderer]
    structlog.configure(
        processors=[*shared, *finishing],
        logger_factory=_Lines,
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        cache_logger_on_first_use=True,
    )
    _take_in_the_libraries(shared, finishing)


def _add_version(_logger: object, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    event["version"] = BUILD
    return event


def _drop_queries(_logger: object, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Remove the query of every URL from every log line; uvicorn logs those of sockets."""
    for name, value in event.items():
        if isinstance(value, str) and "?" in value:
            event[name] = _QUERY.sub("?…", value)
    return event


def _plain_line(_logger: object, _method: str, event: MutableMapping[str, Any]) -> str:
    """Time, level, event, then keys with values; a traceback follows below."""
    when, level, what = event.pop("timestamp"), event.pop("level"), event.pop("event")
    traceback = event.pop("exception", None)
    line = " ".join([f"{when} {level:7} {what}", *(f"{name}={value!r}" for name, value in event.items())])
    return line if traceback is None else f"{line}\n{traceback}"


def _take_in_the_libraries(shared: list[Any], finishing: list[Any]) -> None:
    """Route the log of libraries to the same format and stream."""
    handler = logging.StreamHandler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *finishing],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    # uvicorn has set up its own before it imported us.
    for name in ("uvicorn", "uvicorn.access", "uvicorn.error"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = True
    # `server.access` logs the same with more context.
    logging.getLogger("uvicorn.access").disabled = True
    # The pool tries again by itself, with a traceback each time.
    logging.getLogger("asyncpg.pool").setLevel(logging.ERROR)
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
