"""/openapi.json, /docs and /metrics: for developers and operators, off in production unless the settings say so."""

import json
from pathlib import Path
from typing import Final

from quart import Blueprint, Response, current_app

from server.platform.errors import NotFoundError, NotSignedInError
from server.platform.http.authentication import HIDDEN, Routes, current_services, has_metrics_token
from server.platform.http.health import HealthProbe
from server.platform.http.openapi import build_document
from server.platform.process.metrics import CONTENT_TYPE, exposition
from server.platform.process.threads import in_thread
from server.platform.process.version import BUILD

PAGE: Final = Path(__file__).parent / "docs"
PAGE_FILES: Final = {"index.html": "text/html", "docs.css": "text/css", "docs.js": "text/javascript"}

DOCUMENT_EXTENSION: Final = "waymark_openapi"

routes: Final = Routes(Blueprint("documentation", __name__), HIDDEN)


@routes.get("/openapi.json", public=True, limit=120)
async def read_openapi() -> Response:
    """The OpenAPI 3.1 document."""
    _require_documentation()
    # Written once, in a thread: it takes longer than any request may hold the loop.
    document = current_app.extensions.get(DOCUMENT_EXTENSION)
    if document is None:
        document = await in_thread(_write_document)
        current_app.extensions[DOCUMENT_EXTENSION] = document
    return Response(document, content_type="application/json")


def _write_document() -> str:
    return json.dumps(build_document(current_app, version=BUILD), separators=(",", ":"))


@routes.blueprint.get("/docs", defaults={"name": "index.html"})
@routes.get("/docs/<name>", public=True, limit=600)
async def read_documentation(name: str) -> Response:
    """A page that draws the document, from files of our own."""
    _require_documentation()
    media_type = PAGE_FILES.get(name)
    if media_type is None:
        raise NotFoundError
    return Response((PAGE / name).read_bytes(), headers={"Content-Type": f"{media_type}; charset=utf-8"})


@routes.get("/metrics", public=True, limit=600)
async def read_metrics() -> Response:
    """What Prometheus asks for; with METRICS_TOKEN set it must be given as the bearer token."""
    settings = current_services().settings
    if settings.metrics_token is None:
        if settings.is_production:
            raise NotFoundError
    elif not has_metrics_token():
        raise NotSignedInError
    await current_app.extensions[HealthProbe.EXTENSION].look()
    return Response(exposition(), headers={"Content-Type": CONTENT_TYPE})


def _require_documentation() -> None:
    settings = current_services().settings
    if settings.is_production and not settings.api_docs:
        raise NotFoundError
