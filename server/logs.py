"""How every process writes its log: one line an event, to standard error."""

import logging
import sys
from typing import Any

import structlog

from server.settings import Settings

# Chatty, or telling of every job and every query with its arguments.
_QUIET = ("arq", "aiosmtplib", "asyncio", "databases", "engineio", "httpx", "socketio", "urllib3")


def configure_logging(settings: Settings) -> None:
    """JSON in production, for the eye in development. A traceback never shows the values of variables."""
    renderer: Any = (
        structlog.processors.JSONRenderer()
        if settings.is_production
        else structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    )
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    finishing = [structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer]
    if settings.is_production:
        finishing.insert(0, structlog.processors.format_exc_info)
    handler = logging.StreamHandler()
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=finishing))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    # uvicorn has set up its own before it imported us.
    for name in ("uvicorn", "uvicorn.access", "uvicorn.error"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = True
    # server.access says it, and of what it was about.
    logging.getLogger("uvicorn.access").disabled = True
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
