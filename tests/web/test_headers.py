"""Every answer of every route carries the headers that keep a browser on our side."""

import re

import pytest
from quart import Quart
from quart.testing.utils import sentinel
from quart.typing import TestClientProtocol as Client

from server.settings import RobotCheckKind, Settings
from server.web.headers import content_security_policy

SELF = "'self'"
PARAMETER = re.compile(r"<(?:(\w+)[^:<>]*:)?\w+>")


def some_path(rule: str) -> str:
    examples = {"uuid": "01890000-0000-7000-8000-000000000000", "int": "1"}
    return PARAMETER.sub(lambda found: examples.get(found[1], "x"), rule)


async def test_header_sweep_over_every_route(app: Quart, client: Client) -> None:
    swept = 0
    for rule in app.url_map.iter_rules():
        for method in (rule.methods or set()) - {"OPTIONS"}:
            answer = await client.open(some_path(rule.rule), method=method, json=sentinel)
            headers = answer.headers
            policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
            assert policy["default-src"] == policy["script-src"] == "'self'"
            assert policy["object-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
            assert "unsafe" not in policy["script-src"]
            assert headers["X-Content-Type-Options"] == "nosniff"
            assert headers["Referrer-Policy"] == "strict-origin-when-cross-origin"
            assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
            assert "camera=()" in headers["Permissions-Policy"]
            assert headers["X-Request-ID"]
            assert "Server" not in headers
            if rule.rule.startswith(("/api", "/health", "/metrics", "/openapi.json")):
                assert headers["Cache-Control"] == "no-store"
            swept += 1
    assert swept > 30


WIDGETS = {
    "altcha": {},
    "off": {},
    "recaptcha": {
        "script-src": "https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/",
        "frame-src": "https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/",
    },
    "hcaptcha": dict.fromkeys(
        ("script-src", "frame-src", "style-src", "connect-src"), "https://hcaptcha.com https://*.hcaptcha.com"
    ),
    "turnstile": dict.fromkeys(("script-src", "frame-src"), "https://challenges.cloudflare.com"),
}


@pytest.mark.parametrize("kind", WIDGETS)
def test_policy_lets_in_the_chosen_widget_and_nothing_else(settings: Settings, kind: str) -> None:
    chosen = settings.model_copy(update={"robot_check": RobotCheckKind(kind)})
    policy = dict(part.split(" ", 1) for part in content_security_policy(chosen).split("; "))
    own = {
        "default-src": "'self'",
        "script-src": "'self'",
        "style-src": "'self' 'unsafe-inline'",
        "img-src": "'self' data:",
        "font-src": "'self'",
        "connect-src": " ".join(["'self'", *(origin.replace("http", "ws", 1) for origin in settings.origins)]),
        "worker-src": "'self' blob:",
        "object-src": "'none'",
        "base-uri": "'none'",
        "frame-ancestors": "'none'",
        "form-action": "'self'",
    }
    widget = WIDGETS[kind]
    names = own.keys() | widget.keys()
    assert policy == {name: f"{own.get(name, SELF)} {widget.get(name, '')}".strip() for name in names}


async def test_policy_lets_the_page_open_its_own_socket(client: Client) -> None:
    answer = await client.get("/health/live")
    assert "ws://waymark.test" in answer.headers["Content-Security-Policy"]


async def test_plain_http_is_not_told_to_use_https(client: Client) -> None:
    assert "Strict-Transport-Security" not in (await client.get("/health/live")).headers


@pytest.mark.settings(public_url="https://waymark.test")
async def test_https_is_kept(client: Client) -> None:
    answer = await client.get("/health/live")
    assert answer.headers["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains"
    assert "wss://waymark.test" in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize("given", ["0123abcd-ef", "a" * 128])
async def test_request_id_is_taken_and_echoed(client: Client, given: str) -> None:
    answer = await client.get("/api/v1/nowhere", headers={"X-Request-ID": given})
    assert answer.headers["X-Request-ID"] == given


@pytest.mark.parametrize("given", ["", "short", "a" * 129, "with space here", "quote\"'here", "<script>alert"])
async def test_odd_request_id_is_replaced(client: Client, given: str) -> None:
    answer = await client.get("/health/live", headers={"X-Request-ID": given})
    assert re.fullmatch(r"[0-9a-f]{32}", answer.headers["X-Request-ID"])
