"""The built client: hashed files for ever, everything else revalidated, and a page for its routes.

The build has drawn most of them, once a language, so that they are read before the application has come; all others
are index.html.
"""

import gzip
import mimetypes
import re
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import ClassVar, Final, TypeAlias, cast

from quart import Blueprint, Response, current_app, request
from werkzeug.routing import BaseConverter

from server.platform.configuration.settings import Settings
from server.platform.errors import NotFoundError, UnavailableError
from server.platform.http.authentication import HIDDEN, accepted_languages, operation
from server.vocabulary.languages import SOURCE_LANGUAGE

# Where a wheel has the built client, else where `make` builds it.
_IN_WHEEL: Final = Path(__file__).resolve().parents[2] / "client"
DIST: Final = _IN_WHEEL if _IN_WHEEL.exists() else _IN_WHEEL.parents[1] / "client" / "dist"
INDEX: Final = "index.html"
# What the build has drawn into the folder of each language, where the first part of a path does not name it.
DRAWN: Final = {"": "start", "login/sso": "login-sso", "applicant-dashboard": "dashboard"}
# What stands there for the name of a company and the path of its logo.
DRAWN_NAME: Final = "%INSTITUTE%"
DRAWN_LOGO: Final = "%LOGO%"
# What stands in the page as it is built, for BRAND_NAME and BRAND_TAGLINE.
BUILT_NAME: Final = "Waymark"
BUILT_TAGLINE: Final = "Guiding Every Step To Success"
FOR_EVER: Final = "public, max-age=31536000, immutable"
ASK_ANEW: Final = "no-cache"
# For files without a hash in their names, which hardly ever change: a page takes the stored one, and the browser asks
# for a newer one beside it.
ASK_BESIDE: Final = "public, max-age=0, stale-while-revalidate=86400"
# Built files carry a hash of their content in their names.
HASHED_FOLDER: Final = "assets/"
HASHED: Final = re.compile(r"assets/.+-[A-Za-z0-9_-]{8,}\.\w+")
ENCODINGS: Final = {"br": ".br", "gzip": ".gz"}
COMPRESSIBLE: Final = ("text/", "image/svg+xml", "application/json", "application/manifest+json")
WORTH_COMPRESSING: Final = 1_000
LONGEST_SLUG: Final = 200
# The pages of the client. Any other path that a browser navigates to gets the same page, as a 404.
PAGES: Final = re.compile(
    r"|signup|apply/[^/]+|login(?:/sso)?|sms-verification|email-verification|forgot-password|reset-password|company-info|terms|privacy"
    r"|invitation|stop-invitations|stop-announcements|confirm-email|confirm-login|not-me|interview-screen"
    r"|(?:applicant-)?dashboard(?:/.*)?"
)


class ClientPath(BaseConverter):
    """Any path but those of the server: whatever is unknown below them is no page."""

    NAME: ClassVar = "client_path"
    regex = r"(?!(?:api|health|metrics|docs|openapi\.json|dev|socket\.io)(?:/|$)).+?"
    part_isolating = False
    weight = 300


blueprint: Final = Blueprint("client", __name__)

# The name of a company that pages for strangers may name by its slug, and the path of its logo.
FindInstitute: TypeAlias = Callable[[str], Awaitable[tuple[str, str | None] | None]]


@dataclass(frozen=True, kw_only=True, eq=False)
class BuiltFile:
    """One file as it was built; `encoded` holds its compressed forms by content coding."""

    content: bytes
    encoded: dict[str, bytes]
    media_type: str
    etag: str
    cache_control: str


class StaticClient:
    """Every file of the build, read once: no path of a request ever reaches the disk."""

    EXTENSION: ClassVar = "waymark_static_client"

    def __init__(self, files: dict[str, BuiltFile], find_institute: FindInstitute | None = None) -> None:
        self.files = files
        self.languages = {name.partition("/")[0] for name in files if name.count("/") == 1 and name.endswith(".html")}
        self._find_institute = find_institute

    @classmethod
    def load(cls, folder: Path = DIST) -> "StaticClient":
        """An empty one when the client has not been built. Read again only after another build."""
        index = folder / INDEX
        return cls._load(folder, index.stat().st_mtime_ns) if index.is_file() else cls({})

    @classmethod
    @cache
    def _load(cls, folder: Path, _built_at: int) -> "StaticClient":
        paths = [path for path in folder.rglob("*") if path.is_file() and path.suffix not in ENCODINGS.values()]
        return cls({path.relative_to(folder).as_posix(): _read(path, folder) for path in paths})

    def of(self, settings: Settings, *, find_institute: FindInstitute) -> "StaticClient":
        """The same client with the product's name and tagline in its pages, and those of companies by their slugs."""
        marks = ((BUILT_TAGLINE, settings.brand_tagline), (BUILT_NAME, settings.brand_name))
        pages = {name: _branded(file, marks) for name, file in self.files.items() if name.endswith(".html")}
        return StaticClient(self.files | pages, find_institute)

    async def drawn(self, path: str, languages: Iterable[str], *, slug: str) -> BuiltFile | None:
        """What the build has drawn for this path, in the first of these languages that it has, else in English."""
        language = next((each for each in languages if each in self.languages), SOURCE_LANGUAGE)
        first = path.partition("/")[0]
        name = DRAWN.get(path) or DRAWN.get(first) or first
        page = self.files.get(f"{language}/{name}-named.html" if name == "apply" else f"{language}/{name}.html")
        if page is None or DRAWN_NAME.encode() not in page.content:
            return page
        institute = await self._find(slug)
        if institute is None and name == "apply":
            return self.files.get(f"{language}/{name}.html")
        called, logo = institute or ("", None)
        return _named(page, ((DRAWN_NAME, called), (DRAWN_LOGO, logo or "")))

    async def _find(self, slug: str) -> tuple[str, str | None] | None:
        """Return what the slug stands for: nothing without a database, as the page is sent all the same."""
        try:
            return await self._find_institute(slug.lower()) if self._find_institute is not None and slug else None
        except UnavailableError:
            return None


@blueprint.get("/", defaults={"path": ""})
@blueprint.get("/<client_path:path>")
@operation(HIDDEN, public=True, limit=10000)
async def read_client(path: str) -> Response:
    """A file of the client, or its page for the routes that it draws itself."""
    client = cast("StaticClient", current_app.extensions[StaticClient.EXTENSION])
    file = client.files.get(path)
    if file is not None:
        return _answer(file, status=200)
    page = client.files.get(INDEX)
    if page is None or path.startswith(HASHED_FOLDER):
        raise NotFoundError
    if PAGES.fullmatch(path):
        # What old links ask for is another page than that of their path.
        old = request.args.get("apply", "") if path == "signup" else ""
        slug = old or request.args.get("of", "") or path.partition("/")[2]
        drawn = await client.drawn(f"apply/{old}" if old else path, accepted_languages(), slug=slug[:LONGEST_SLUG])
        answer = _answer(drawn or page, status=200)
        answer.vary.update(("Accept-Language", "Cookie"))
        return answer
    if "text/html" in request.headers.get("Accept", ""):
        return _answer(page, status=404)
    raise NotFoundError


@lru_cache(maxsize=64)
def _named(page: BuiltFile, marks: tuple[tuple[str, str], ...]) -> BuiltFile:
    return _replaced(page, marks)


@cache
def _branded(page: BuiltFile, marks: tuple[tuple[str, str], ...]) -> BuiltFile:
    return _replaced(page, marks)


def _replaced(page: BuiltFile, marks: tuple[tuple[str, str], ...]) -> BuiltFile:
    """The page as built, with the texts in place of the marks of the source."""
    text = page.content.decode()
    for mark, put in marks:
        text = text.replace(mark, escape(put, quote=True))
    encoded = page.encoded if text.encode() == page.content else {}
    return _built(text.encode(), media_type=page.media_type, cache_control=ASK_ANEW, encoded=encoded)


def _answer(file: BuiltFile, *, status: int) -> Response:
    accepted = request.accept_encodings
    coding = next((name for name in ENCODINGS if name in file.encoded and accepted.quality(name) > 0), None)
    response = Response(file.content if coding is None else file.encoded[coding], status=status)
    response.headers["Content-Type"] = file.media_type
    response.headers["Cache-Control"] = file.cache_control
    response.headers.add("Vary", "Accept-Encoding")
    if coding is not None:
        response.headers["Content-Encoding"] = coding
    etag = file.etag if coding is None else f"{file.etag}-{coding}"
    response.set_etag(etag)
    if status == 200 and request.if_none_match.contains(etag):  # noqa: PLR2004 - a missing page is never "as before"
        response.status_code = 304
        response.set_data(b"")
    return response


def _read(path: Path, folder: Path) -> BuiltFile:
    content = path.read_bytes()
    siblings = {name: path.with_name(path.name + suffix) for name, suffix in ENCODINGS.items()}
    is_hashed = HASHED.fullmatch(path.relative_to(folder).as_posix()) is not None
    encoded = {name: sibling.read_bytes() for name, sibling in siblings.items() if sibling.is_file()}
    media_type = _media_type(path)
    unhashed = ASK_ANEW if path.suffix == ".html" else ASK_BESIDE
    cache_control = FOR_EVER if is_hashed else unhashed
    return _built(content, media_type=media_type, cache_control=cache_control, encoded=encoded)


def _built(content: bytes, *, media_type: str, cache_control: str, encoded: dict[str, bytes]) -> BuiltFile:
    """Add a gzipped form, unless the file was built with one or is not worth it."""
    forms = dict(encoded)
    if "gzip" not in forms and media_type.startswith(COMPRESSIBLE) and len(content) >= WORTH_COMPRESSING:
        forms["gzip"] = gzip.compress(content, mtime=0)
    etag = sha256(content).hexdigest()[:32]
    return BuiltFile(content=content, encoded=forms, media_type=media_type, etag=etag, cache_control=cache_control)


def _media_type(path: Path) -> str:
    known = {".js": "text/javascript", ".mjs": "text/javascript", ".woff2": "font/woff2", ".svg": "image/svg+xml"}
    media_type = known.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return f"{media_type}; charset=utf-8" if media_type.startswith("text/") else media_type
