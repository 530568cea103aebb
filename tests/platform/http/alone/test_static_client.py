"""Serving the built client: hashed files for ever, index.html for its routes, and JSON for the server's paths."""

import gzip
import json
import re
from pathlib import Path
from typing import Final
from urllib.parse import quote

import pytest
from quart import Quart
from quart.typing import TestClientProtocol as Client

from server.platform.configuration.settings import Settings
from server.platform.errors import UnavailableError
from server.platform.http.static_client import DIST, DRAWN_LOGO, DRAWN_NAME, PAGES, StaticClient

HTML = {"Accept": "text/html,application/xhtml+xml"}
INDEX_PAGE = "<!doctype html><title>Waymark</title>"
SCRIPT = b"console.log('hello');\n" * 100


@pytest.fixture
def built(tmp_path: Path) -> Path:
    assets = tmp_path / "assets"
    assets.mkdir()
    (tmp_path / "index.html").write_text(INDEX_PAGE)
    (tmp_path / "mark.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    for language, title in (("en", "Sign up"), ("hi", "साइन अप")):
        (tmp_path / language).mkdir()
        (tmp_path / language / "signup.html").write_text(f"<!doctype html><title>{title}</title>")
    (assets / "index-Ab3_dE9x.js").write_bytes(SCRIPT)
    (assets / "index-Ab3_dE9x.js.br").write_bytes(b"brotli")
    (assets / "font-Ab3_dE9x.woff2").write_bytes(b"font")
    return tmp_path


@pytest.fixture
def page_client(app: Quart, built: Path) -> Client:
    app.extensions[StaticClient.EXTENSION] = StaticClient.load(built)
    return app.test_client()


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/login",
        "/signup",
        "/company-info",
        "/terms",
        "/privacy",
        "/stop-invitations",
        "/stop-announcements",
        "/confirm-email",
        "/not-me",
        "/invitation",
        "/interview-screen",
        "/dashboard",
        "/dashboard/users/imports/x",
        "/applicant-dashboard",
        "/applicant-dashboard/profile",
    ],
)
@pytest.mark.parametrize("headers", [{}, HTML])
async def test_pages_of_the_client_are_its_index(page_client: Client, path: str, headers: dict[str, str]) -> None:
    answer = await page_client.get(path, headers=headers)
    assert answer.status_code == 200
    assert answer.content_type == "text/html; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-cache"


NAMED = '<meta name="institute" content="%INSTITUTE%" data-logo="%LOGO%"><h1>Apply to %INSTITUTE%</h1>'


async def find_northwind(slug: str) -> tuple[str, str | None] | None:
    if slug == "down":
        raise UnavailableError
    return {"northwind": ("North & <b>wind", "/logo"), "plain": ("Plain", None)}.get(slug)


@pytest.fixture
def naming_client(app: Quart, built: Path, settings: Settings) -> Client:
    (built / "en" / "apply.html").write_text("Sign up to apply")
    (built / "en" / "apply-named.html").write_text(NAMED)
    (built / "en" / "invitation.html").write_text(NAMED)
    app.extensions[StaticClient.EXTENSION] = StaticClient.load(built).of(settings, find_institute=find_northwind)
    return app.test_client()


@pytest.mark.parametrize(
    "path", ["/apply/northwind", "/apply/NorthWind?from=chat", "/signup?apply=northwind", "/invitation?of=northwind"]
)
async def test_page_of_a_verified_company_is_sent_with_its_name_and_logo(naming_client: Client, path: str) -> None:
    text = await (await naming_client.get(path)).get_data(as_text=True)
    assert text == (
        '<meta name="institute" content="North &amp; &lt;b&gt;wind" data-logo="/logo">'
        "<h1>Apply to North &amp; &lt;b&gt;wind</h1>"
    )


@pytest.mark.parametrize("slug", ["unknown", "down", "%INSTITUTE%"])
async def test_page_of_an_unknown_company_names_none(naming_client: Client, slug: str) -> None:
    text = await (await naming_client.get(f"/apply/{quote(slug)}")).get_data(as_text=True)
    assert text == "Sign up to apply"
    text = await (await naming_client.get(f"/invitation?of={quote(slug)}")).get_data(as_text=True)
    assert text == '<meta name="institute" content="" data-logo=""><h1>Apply to </h1>'


async def test_document_of_a_page_is_no_page_of_its_own(naming_client: Client) -> None:
    assert (await naming_client.get("/apply-named", headers=HTML)).status_code == 404


@pytest.mark.parametrize(
    ("headers", "title"),
    [
        ({}, "Sign up"),
        ({"Accept-Language": "ta-IN,hi-IN;q=0.9,en;q=0.8"}, "साइन अप"),
        ({"Accept-Language": "en-IN,hi;q=0.9"}, "Sign up"),
        ({"Accept-Language": "en", "Cookie": "language=hi"}, "साइन अप"),
        ({"Accept-Language": "hi", "Cookie": "language=../en"}, "साइन अप"),
    ],
)
async def test_drawn_page_has_the_chosen_language_else_the_first_that_the_browser_accepts(
    page_client: Client, headers: dict[str, str], title: str
) -> None:
    answer = await page_client.get("/signup", headers=headers)
    assert title in await answer.get_data(as_text=True)
    assert {"Accept-Encoding", "Accept-Language", "Cookie"} <= set(answer.vary)


async def test_unknown_page_is_drawn_by_the_client_but_not_found(page_client: Client) -> None:
    answer = await page_client.get("/nowhere", headers=HTML)
    assert (answer.status_code, answer.content_type) == (404, "text/html; charset=utf-8")


@pytest.mark.parametrize(
    "path", ["/api/v1/nowhere", "/api", "/health/x", "/docs/x", "/dev/x", "/socket.io/", "/metrics/x", "/assets/x.js"]
)
async def test_paths_of_the_server_are_never_a_page(page_client: Client, path: str) -> None:
    answer = await page_client.get(path, headers=HTML)
    assert (answer.status_code, answer.content_type) == (404, "application/json")


@pytest.mark.parametrize(
    "path", ["/../../etc/passwd", "/..%2f..%2fetc/passwd", "/assets/..%2findex.html", "//etc/passwd", "/index.html%00"]
)
async def test_no_path_escapes_the_build(page_client: Client, path: str) -> None:
    answer = await page_client.get(path)
    assert answer.status_code == 404


async def test_hashed_file_is_kept_for_ever(page_client: Client) -> None:
    answer = await page_client.get("/assets/index-Ab3_dE9x.js")
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.content_type == "text/javascript; charset=utf-8"
    assert await answer.get_data(as_text=False) == SCRIPT


async def test_file_without_a_hash_is_revalidated(page_client: Client) -> None:
    answer = await page_client.get("/mark.svg")
    assert answer.headers["Cache-Control"] == "public, max-age=0, stale-while-revalidate=86400"
    assert answer.content_type == "image/svg+xml"
    again = await page_client.get("/mark.svg", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, await again.get_data(as_text=False)) == (304, b"")


async def test_smallest_form_that_the_browser_takes(page_client: Client) -> None:
    path = "/assets/index-Ab3_dE9x.js"
    brotli = await page_client.get(path, headers={"Accept-Encoding": "gzip, deflate, br"})
    assert (brotli.headers["Content-Encoding"], await brotli.get_data(as_text=False)) == ("br", b"brotli")
    zipped = await page_client.get(path, headers={"Accept-Encoding": "gzip"})
    assert zipped.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(await zipped.get_data(as_text=False)) == SCRIPT
    assert "Accept-Encoding" in zipped.headers["Vary"]
    plain = await page_client.get(path, headers={"Accept-Encoding": "br;q=0, gzip;q=0"})
    assert "Content-Encoding" not in plain.headers


async def test_font_is_not_compressed_again(page_client: Client) -> None:
    answer = await page_client.get("/assets/font-Ab3_dE9x.woff2", headers={"Accept-Encoding": "gzip"})
    assert (answer.content_type, answer.headers.get("Content-Encoding")) == ("font/woff2", None)


async def test_client_that_was_not_built_is_not_found(app: Quart, tmp_path: Path) -> None:
    app.extensions[StaticClient.EXTENSION] = StaticClient.load(tmp_path / "nowhere")
    answer = await app.test_client().get("/")
    assert (answer.status_code, answer.content_type) == (404, "application/json")


DRAWN = "<title>Waymark</title><style>a{}</style><script>1 < 2</script><p title='Guiding Every Step To Success'>Waymark"


@pytest.fixture
def branded(settings: Settings) -> Settings:
    return settings.model_copy(update={"brand_name": "<script>1</script> & Co", "brand_tagline": '"Onward"'})


@pytest.mark.parametrize("path", ["/", "/login"])
async def test_page_carries_the_name_and_tagline_of_the_settings(
    app: Quart, built: Path, branded: Settings, path: str
) -> None:
    (built / "index.html").write_text(DRAWN)
    (built / "en" / "start.html").write_text(DRAWN)
    (built / "en" / "start.html.br").write_bytes(b"brotli of another name")
    app.extensions[StaticClient.EXTENSION] = StaticClient.load(built).of(branded, find_institute=find_northwind)
    answer = await app.test_client().get(path, headers={"Accept-Encoding": "br, gzip"})
    name = "&lt;script&gt;1&lt;/script&gt; &amp; Co"
    expected = DRAWN.replace("Waymark", name).replace("Guiding Every Step To Success", "&quot;Onward&quot;")
    assert await answer.get_data(as_text=True) == expected


DOCUMENTS: Final = json.loads((DIST.parent / "src" / "prerender" / "documents.json").read_bytes())


@pytest.mark.parametrize("language", ["en", "hi"])
@pytest.mark.parametrize("name", DOCUMENTS)
async def test_pages_that_the_build_has_drawn_are_read_before_their_scripts_have_come(name: str, language: str) -> None:
    client = StaticClient.load()
    path = DOCUMENTS[name]["path"].removeprefix("/").replace(":slug", "northwind")
    assert PAGES.fullmatch(path)
    assert await client.drawn(path, [language], slug="") is not None
    text = client.files[f"{language}/{name}.html"].content.decode()
    assert f'<html lang="{language}">' in text
    assert "<h1" in text
    # Nothing can be typed that the application would lose: it keeps the texts of forms that have nothing else.
    form = re.search(r'<div id="root"><div data-form="[^"]*"( inert="")?>', text)
    assert (form is not None) == ("<form" in text)
    assert (form is not None and form[1] is not None) == (name in {"signup", "apply", "apply-named"})
    (files,) = re.findall(r'data-application="([^"]+)"', text)
    assert {file.removeprefix("/") for file in files.split()} <= client.files.keys()
    # An older script that the browser has kept would not start this application.
    assert re.findall(r'<script src="([^"]+)"', text) == [f"/theme.js?{Path(files.split()[0]).name}"]
    assert '<script type="module"' not in text


async def test_what_the_server_names_stands_in_what_the_build_has_drawn() -> None:
    client = StaticClient.load()
    for name in ("apply-named", "invitation"):
        text = client.files[f"en/{name}.html"].content.decode()
        assert f'<meta name="institute" content="{DRAWN_NAME}" data-logo="{DRAWN_LOGO}"' in text
