"""The security headers of every answer, and the origins that may call: CORS, and a wall against cross-site requests."""

from collections.abc import Collection, Mapping
from typing import Final

from quart import Request
from quart.typing import ResponseTypes

from server.platform.configuration.settings import RobotCheckKind, Settings
from server.platform.errors import ForbiddenError
from server.platform.http.authentication import Call

SELF: Final = "'self'"
POLICY: Final = "Content-Security-Policy"
HSTS: Final = {"Strict-Transport-Security": "max-age=31536000; includeSubDomains"}
PERMISSIONS: Final = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
FIXED: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": PERMISSIONS,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Vary": "Origin",
}
SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
ALLOWED_METHODS: Final = "GET, POST, PUT, PATCH, DELETE"
ALLOWED_HEADERS: Final = "Authorization, Content-Type, Idempotency-Key, X-Flow-Token, X-Request-ID"
EXPOSED_HEADERS: Final = "Content-Disposition, Retry-After, X-Flow-Token, X-Request-ID"
PREFLIGHT_SECONDS: Final = "600"


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


def content_security_policy(settings: Settings) -> str:
    """Everything comes from this origin alone, and the widget of the robot check from its provider's.

    Styles may be inline: the client makes them as it runs.
    """
    sockets = [origin.replace("http", "ws", 1) for origin in settings.origins]
    directives = {
        "default-src": "'self'",
        "script-src": SELF,
        "style-src": "'self' 'unsafe-inline'",
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


def add_security_headers(call: Call, response: ResponseTypes, *, fixed: Mapping[str, str]) -> None:
    response.headers.setdefault("Cache-Control", "no-store")
    # A view may have chosen its own, such as that of an image.
    own = set(response.headers.keys()) - {"Vary"}
    response.headers.extend({name: value for name, value in fixed.items() if name not in own})
    if call.is_secure:
        response.headers.update(HSTS)
    response.headers["X-Request-ID"] = call.request_id


class ForeignOriginError(ForbiddenError): ...


def refuse_foreign_origins(call: Request, *, listed: Collection[str]) -> None:
    """Run before every view: another site's page may not change anything in a visitor's name.

    Raises ForeignOriginError: the call comes from a page of an origin that is not listed.
    """
    if call.method in SAFE_METHODS:
        return
    origin = call.headers.get("Origin")
    is_foreign = origin not in listed if origin is not None else call.headers.get("Sec-Fetch-Site") == "cross-site"
    if is_foreign:
        raise ForeignOriginError


def add_cors_headers(call: Request, response: ResponseTypes, *, listed: Collection[str]) -> None:
    """All but `Vary: Origin`, which every answer has."""
    origin = call.headers.get("Origin")
    if origin is None or origin not in listed:
        return
    response.headers["Access-Control-Allow-Origin"] = origin
    response.headers["Access-Control-Allow-Credentials"] = "true"
    response.headers["Access-Control-Expose-Headers"] = EXPOSED_HEADERS
    if call.method == "OPTIONS":
        response.headers["Access-Control-Allow-Methods"] = ALLOWED_METHODS
        response.headers["Access-Control-Allow-Headers"] = ALLOWED_HEADERS
        response.headers["Access-Control-Max-Age"] = PREFLIGHT_SECONDS
