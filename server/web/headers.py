"""Security headers of every answer."""

from collections.abc import Sequence
from typing import Final, cast

from quart import Response, current_app

from server.settings import RobotCheckKind, Settings
from server.web.context import current_peer

SELF: Final = "'self'"
POLICY: Final = "Content-Security-Policy"
EXTENSION: Final = "waymark_fixed_headers"
HSTS: Final = "max-age=31536000; includeSubDomains"
PERMISSIONS: Final = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
FIXED: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": PERMISSIONS,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}


_GOOGLE: Final = "https://www.google.com/recaptcha/"
_HCAPTCHA: Final = "https://hcaptcha.com https://*.hcaptcha.com"
_CLOUDFLARE: Final = "https://challenges.cloudflare.com"
# Sources that each provider's documentation requires; the self-hosted widget needs none.
WIDGETS: Final[dict[RobotCheckKind, dict[str, str]]] = {
    RobotCheckKind.RECAPTCHA: {
        "script-src": f"{_GOOGLE} https://www.gstatic.com/recaptcha/",
        "frame-src": f"{_GOOGLE} https://recaptcha.google.com/recaptcha/",
    },
    RobotCheckKind.HCAPTCHA: dict.fromkeys(("script-src", "frame-src", "style-src", "connect-src"), _HCAPTCHA),
    RobotCheckKind.TURNSTILE: dict.fromkeys(("script-src", "frame-src"), _CLOUDFLARE),
}


def content_security_policy(settings: Settings, *, scripts: Sequence[str] = (), styles: Sequence[str] = ()) -> str:
    """Everything from this origin alone, and the widget of the robot check from its provider's.

    `scripts` and `styles` are the hashes of what a page holds inline. Where styles have none, any may be inline: the
    client makes them as it runs.
    """
    sockets = [origin.replace("http", "ws", 1) for origin in settings.origins]
    directives = {
        "default-src": "'self'",
        "script-src": " ".join([SELF, *scripts]),
        "style-src": " ".join([SELF, *(styles or ["'unsafe-inline'"])]),
        "img-src": "'self' data:",
        "font-src": "'self'",
        "connect-src": " ".join(["'self'", *sockets]),
        "worker-src": "'self' blob:",
        "object-src": "'none'",
        "base-uri": "'none'",
        "frame-ancestors": "'none'",
        "form-action": "'self'",
    }
    for name, sources in WIDGETS.get(settings.robot_check, {}).items():
        directives[name] = f"{directives.get(name, SELF)} {sources}"
    return "; ".join(f"{name} {value}" for name, value in directives.items())


class FixedHeaders:
    """Those that are the same for every answer, made once."""

    def __init__(self, settings: Settings) -> None:
        self.serves_https = settings.serves_https
        self.pairs = (*FIXED.items(), (POLICY, content_security_policy(settings)))
        # Of a page that comes with a policy of its own.
        self.without_policy = tuple(FIXED.items())


def add_security_headers(response: Response) -> None:
    fixed = cast("FixedHeaders", current_app.extensions[EXTENSION])
    headers = response.headers
    headers.extend(fixed.without_policy if POLICY in headers else fixed.pairs)
    if "Cache-Control" not in headers:
        headers.add("Cache-Control", "no-store")
    if fixed.serves_https or current_peer().scheme == "https":
        headers.add("Strict-Transport-Security", HSTS)
