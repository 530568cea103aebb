"""Serving the built client: hashed files for ever, index.html for its routes, and JSON for the server's paths."""

import gzip
import json
import re
from pathlib import Path

import pytest
from quart import Quart
from quart.typing import TestClientProtocol as Client
from werkzeug.datastructures import Headers

from server.settings import Settings
from server.web.static_client import StaticClient

HTML = {"Accept": "text/html,application/xhtml+xml"}
SCRIPT = b"console.log('hello');\n" * 100


@pytest.fixture
def built(tmp_path: Path) -> Path:
    assets = tmp_path / "assets"
    assets.mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Waymark</title>")
    (tmp_path / "mark.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (tmp_path / "signup.html").write_text("<!doctype html><title>Waymark</title>")
    scripts = ["assets/a-Ab3_dE9x.js", "assets/b-Ab3_dE9x.js"]
    preloads = {"login": scripts, "signup": scripts, "dashboard": []}
    (tmp_path / "preloads.json").write_text(json.dumps(preloads))
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
        "/confirm-email",
        "/not-me",
        "/invitation",
        "/dashboard",
        "/dashboard/users/imports/x",
        "/applicant-dashboard",
    ],
)
@pytest.mark.parametrize("headers", [{}, HTML])
async def test_pages_of_the_client_are_its_index(page_client: Client, path: str, headers: dict[str, str]) -> None:
    answer = await page_client.get(path, headers=headers)
    assert answer.status_code == 200
    assert answer.content_type == "text/html; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-cache"


async def test_page_comes_with_the_names_of_the_scripts_that_it_will_need(page_client: Client) -> None:
    login = await page_client.get("/login", headers=HTML)
    expected = ", ".join(f"</assets/{name}-Ab3_dE9x.js>; rel=modulepreload; fetchpriority=low" for name in "ab")
    assert login.headers["Link"] == expected
    # The build has drawn the page of the sign-up, which asks for them after its first paint.
    for path in ("/", "/dashboard/users", "/signup", "/login/x", "/mark.svg"):
        assert "Link" not in (await page_client.get(path, headers=HTML)).headers


@pytest.mark.parametrize("path", ["reset-password", "dashboard/users", "applicant-dashboard"])
def test_every_file_that_the_build_names_exists(path: str) -> None:
    client = StaticClient.load()
    named = re.findall(r"</([^>]+)>; rel=modulepreload", client.preloads(path))
    assert named
    assert [name for name in named if client.find(name) is None] == []


@pytest.mark.parametrize("path", ["login", "signup", "forgot-password", "invitation"])
def test_every_file_that_an_outline_names_exists(path: str) -> None:
    client = StaticClient.load()
    page = client.page(path)
    assert page is not None
    (named,) = re.findall(r'data-scripts="([^"]+)"', page.content.decode())
    assert [name for name in named.split() if client.find(name.removeprefix("/")) is None] == []


async def test_the_list_of_scripts_is_no_file_of_the_client(page_client: Client) -> None:
    assert (await page_client.get("/preloads.json")).status_code == 404


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
    (built / "start.html").write_text(DRAWN)
    (built / "start.html.br").write_bytes(b"brotli of another name")
    app.extensions[StaticClient.EXTENSION] = StaticClient.load(built).of(branded)
    answer = await app.test_client().get(path, headers={"Accept-Encoding": "br, gzip"})
    name = "&lt;script&gt;1&lt;/script&gt; &amp; Co"
    expected = DRAWN.replace("Waymark", name).replace("Guiding Every Step To Success", "&quot;Onward&quot;")
    assert await answer.get_data(as_text=True) == expected


async def test_page_that_the_build_has_drawn_runs_what_the_build_put_there_alone(
    app: Quart, built: Path, branded: Settings
) -> None:
    (built / "start.html").write_text(DRAWN)
    app.extensions[StaticClient.EXTENSION] = StaticClient.load(built).of(branded)
    answer = await app.test_client().get("/")
    policy = policy_of(answer.headers)
    assert policy["script-src"] == "'self' 'sha256-T8Xibs7zV8KTQdRXjpKJTlizX17SudRlddrZKaeFg9E='"
    assert policy["style-src"] == "'self' 'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk='"
    again = await app.test_client().get("/", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, policy_of(again.headers)) == (304, policy)
    for path in ("/login", "/terms", "/start.htm"):
        other = policy_of((await app.test_client().get(path, headers=HTML)).headers)
        assert (other["script-src"], other["style-src"]) == ("'self'", "'self' 'unsafe-inline'")


@pytest.mark.parametrize("path", ["", "terms", "privacy"])
def test_pages_of_the_build_that_need_no_application_are_drawn_whole(path: str) -> None:
    page = StaticClient.load().page(path)
    assert page is not None
    text = page.content.decode()
    assert "<h1" in text
    assert "</footer>" in text or "</main>" in text
    # One script of about a kilobyte, which the page holds itself; nothing that its policy refuses.
    assert re.findall(r"<script[^>]*>", text) == ["<script>"]
    assert re.findall(r"<style[^>]*>", text) == ["<style>"]
    assert " style=" not in text
    assert len(gzip.compress(text.partition("<script>")[2].partition("</script>")[0].encode())) < 1_200
    # One round trip: ten segments, with the headers.
    assert len(page.encoded["gzip"]) < 12_500
    assert [name for name in re.findall(r'"/(assets/[^"]+)"', text) if StaticClient.load().find(name) is None] == []


@pytest.mark.parametrize("path", ["login", "signup", "forgot-password", "invitation"])
def test_outline_of_an_account_page_is_in_its_document_and_takes_no_input(settings: Settings, path: str) -> None:
    page = StaticClient.load().of(settings).page(path)
    assert page is not None
    text = page.content.decode()
    outline = text.partition('<div class="outline"')[2]
    assert "<h1" in outline
    assert outline.count("<form inert") == outline.count("<form") == (path != "invitation")
    assert set(re.findall(r"<button (\w+)", outline)) == {"inert"}
    # Neither a person nor a password manager fills it in.
    assert ("<input" in outline) == (path != "invitation")
    assert outline.count("<input") == len(re.findall(r"<input class=\"[^\"]*\">", outline))
    assert len(re.findall(r'<script type="module"', text)) == 1
    # The application makes its styles as it runs; scripts are those of the build alone.
    policy = dict(part.split(" ", 1) for part in str(page.policy).split("; "))
    assert re.fullmatch(r"'self' 'sha256-[^ ]+'", policy["script-src"])
    assert policy["style-src"] == "'self' 'unsafe-inline'"
    assert len(page.encoded["gzip"]) < 12_500


def policy_of(headers: Headers) -> dict[str, str]:
    return dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
