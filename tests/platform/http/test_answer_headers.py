"""S37: every answer of every route has the security headers.

That the policy blocks nothing on our own pages is proved in a browser: every test in tests/browser/ fails
on a report.
"""

from collections import Counter

import pytest
from quart import Quart
from quart.testing.utils import sentinel
from quart.typing import TestClientProtocol as Client
from werkzeug.datastructures import Headers

from server.platform.configuration.settings import RobotCheckKind, Settings
from server.platform.http.headers import content_security_policy
from tests.fixtures.people import SignIn
from tests.fixtures.url_map import calls_of

SELF = "'self'"
# Answers that are the same for every caller and contain no one's data.
PUBLIC = ("/docs", "/assets")


@pytest.fixture(params=["signed in", pytest.param("signed out", marks=pytest.mark.long)])
async def headers(request: pytest.FixtureRequest, sign_in: SignIn) -> dict[str, str]:
    return (await sign_in()).headers if request.param == "signed in" else {}


@pytest.mark.security("S37")
@pytest.mark.settings(rate_limit_scale=1000)
async def test_header_sweep_over_every_route(app: Quart, client: Client, headers: dict[str, str]) -> None:
    answered: Counter[int] = Counter()
    # Calls that end the session come last.
    for call in sorted(calls_of(app), key=lambda call: ("logout" in call.path, "sessions" in call.path)):
        answer = await client.open(call.path, method=call.method, json=sentinel, headers=headers)
        answered[answer.status_code] += 1
        check_headers(answer.headers)
        if not call.path.startswith(PUBLIC):
            assert answer.headers["Cache-Control"] in {"no-store", "no-cache"}, call
        if call.path.startswith(("/api", "/health", "/metrics", "/openapi.json")):
            assert answer.headers["Cache-Control"] == "no-store", call
    assert answered.total() > 60
    assert answered[200] > (20 if headers else 8)


def check_headers(headers: Headers) -> None:
    policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'self'"
    assert policy["script-src"] == "'self'"
    assert policy["object-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "strict-origin-when-cross-origin"
    assert headers["Cross-Origin-Opener-Policy"] == headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]
    assert headers["X-Request-ID"]
    assert "Server" not in headers


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


@pytest.mark.security("S37")
@pytest.mark.parametrize("kind", WIDGETS)
def test_policy_allows_the_chosen_widget_and_nothing_else(settings: Settings, kind: str) -> None:
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


@pytest.mark.security("S37")
async def test_policy_lets_the_page_open_its_own_socket(client: Client) -> None:
    answer = await client.get("/health/live")
    assert "ws://waymark.test" in answer.headers["Content-Security-Policy"]


@pytest.mark.security("S37")
async def test_plain_http_gets_no_hsts(client: Client) -> None:
    assert "Strict-Transport-Security" not in (await client.get("/health/live")).headers


@pytest.mark.security("S37")
@pytest.mark.settings(public_url="https://waymark.test")
async def test_https_gets_hsts(client: Client) -> None:
    answer = await client.get("/health/live")
    assert answer.headers["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains"
    assert "wss://waymark.test" in answer.headers["Content-Security-Policy"]
