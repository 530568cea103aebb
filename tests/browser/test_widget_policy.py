"""The policy as a browser keeps it: the widget of the chosen robot check comes in, and nothing else."""

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Route

from server.platform.configuration.settings import RobotCheckKind, Settings
from server.platform.http.headers import content_security_policy
from tests.browser.chromium import WAIT_MILLISECONDS

PAGE: Final = "http://waymark.test/login"
# What each widget brings with it, from where its provider serves it.
WIDGETS: Final[dict[RobotCheckKind, set[tuple[str, str]]]] = {
    RobotCheckKind.ALTCHA: set(),
    RobotCheckKind.RECAPTCHA: {
        ("script", "https://www.google.com/recaptcha/api.js"),
        ("script", "https://www.gstatic.com/recaptcha/releases/1/recaptcha__en.js"),
        ("frame", "https://www.google.com/recaptcha/api2/anchor"),
    },
    RobotCheckKind.HCAPTCHA: {
        ("script", "https://js.hcaptcha.com/1/api.js"),
        ("frame", "https://newassets.hcaptcha.com/captcha/v1/1/static/hcaptcha.html"),
        ("style", "https://newassets.hcaptcha.com/captcha/v1/1/hcaptcha.css"),
    },
    RobotCheckKind.TURNSTILE: {
        ("script", "https://challenges.cloudflare.com/turnstile/v0/api.js"),
        ("frame", "https://challenges.cloudflare.com/cdn-cgi/challenge-platform/turnstile/1"),
    },
}
# Neighbours of the widgets, and other sites.
STRANGERS: Final = {
    ("script", "https://www.google.com/jsapi"),
    ("script", "https://www.gstatic.com/other.js"),
    ("script", "https://hcaptcha.com.evil.example/1/api.js"),
    ("script", "http://challenges.cloudflare.com/turnstile/v0/api.js"),
    ("frame", "https://www.google.com/maps"),
    ("frame", "https://evil.example/"),
    ("style", "https://evil.example/page.css"),
}
TAGS: Final = {
    "script": '<script src="{}"></script>',
    "frame": '<iframe src="{}"></iframe>',
    "style": '<link rel="stylesheet" href="{}">',
}


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context()
    context.set_default_timeout(WAIT_MILLISECONDS)
    yield context
    context.close()


@pytest.mark.parametrize("kind", WIDGETS)
def test_the_chosen_widget_comes_in_and_nothing_else(context: BrowserContext, kind: RobotCheckKind) -> None:
    everything = set().union(*WIDGETS.values()) | STRANGERS
    settings = Settings.model_construct(robot_check=kind, public_url="http://waymark.test")
    headers = {"Content-Security-Policy": content_security_policy(settings), "Content-Type": "text/html"}
    asked: set[str] = set()

    def answer(route: Route) -> None:
        """What the policy refuses is not asked for."""
        url = route.request.url
        if url == PAGE:
            tags = "".join(TAGS[tag].format(source) for tag, source in sorted(everything))
            route.fulfill(body=f"<!doctype html><title>Log in</title><body>{tags}", headers=headers)
        else:
            asked.add(url)
            route.fulfill(body="")

    context.route("**/*", answer)
    context.new_page().goto(PAGE, wait_until="load")
    assert asked - {"http://waymark.test/favicon.ico"} == {source for _, source in WIDGETS[kind]}
