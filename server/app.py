"""The Quart application: its services and the features' routes."""

from collections.abc import Callable
from typing import Final

from quart import Blueprint, Quart, current_app
from quart_schema import QuartSchema
from quart_schema.typing import PydanticDumpOptions

from server.access.email_changes.views import blueprint as email_changes
from server.access.factors.views import blueprint as factors
from server.access.factors.views import passkey_blueprint as passkeys
from server.access.factors.views import person_blueprint as person_factors
from server.access.login.step_up_views import blueprint as step_up
from server.access.login.views import blueprint as login
from server.access.login.views import passkey_blueprint as passkey_login
from server.access.passwords.views import blueprint as passwords
from server.access.passwords.views import not_me_blueprint as not_me
from server.access.passwords.views import reset_blueprint as password_reset
from server.access.policies.views import blueprint as policies
from server.access.robot_check.views import blueprint as robot_check
from server.access.sessions.identify import identify, note_refused_network
from server.access.sessions.views import blueprint as sessions
from server.access.sessions.views import refresh_blueprint
from server.access.signup.views import blueprint as signup
from server.access.sso.views import blueprint as sso
from server.access.sso.views import connection_blueprint as sso_connections
from server.access.sso.views import link_blueprint as sso_link
from server.access.sso.views import person_link_blueprint as person_sso_link
from server.access.sso.views import step_up_blueprint as sso_step_up
from server.access.verification.views import blueprint as verification
from server.company.audit.views import blueprint as audit
from server.company.privacy.views import blueprint as privacy
from server.messaging.messages.views import blueprint as development_inbox
from server.messaging.notifications.views import blueprint as notifications
from server.people.account.views import blueprint as users
from server.people.batches.views import blueprint as batches
from server.people.bulk.views import blueprint as bulk
from server.people.imports.views import blueprint as imports
from server.people.invitations.views import blueprint as invitations
from server.people.saved_views.views import blueprint as saved_views
from server.platform.http import headers, problems
from server.platform.http.application import make_application, repeat_views_on_conflict
from server.platform.http.authentication import (
    IDENTIFY_EXTENSION,
    LIMITER_EXTENSION,
    NOTE_REFUSED_EXTENSION,
    SERVICES_EXTENSION,
)
from server.platform.http.documentation import blueprint as documentation
from server.platform.http.health.probe import HealthProbe
from server.platform.http.health.views import blueprint as health
from server.platform.http.rate_limiter import RateLimiter
from server.platform.http.static_client import ClientPath, StaticClient
from server.platform.http.static_client import blueprint as static_client
from server.platform.services import Services

API: Final = "/api/v1"
# Python's own dump would leave times and ids to a JSON encoder with other formats.
JSON_DUMP: Final = PydanticDumpOptions(mode="json", by_alias=True)  # type: ignore[typeddict-unknown-key] # pydantic takes it

# Routes under /api/v1, one blueprint a feature.
FEATURES: Final[tuple[Blueprint, ...]] = (
    robot_check,
    signup,
    login,
    sso,
    sso_connections,
    password_reset,
    verification,
    passkey_login,
    passkeys,
    sessions,
    factors,
    person_factors,
    step_up,
    not_me,
    sso_step_up,
    sso_link,
    person_sso_link,
    users,
    saved_views,
    batches,
    bulk,
    passwords,
    imports,
    email_changes,
    invitations,
    policies,
    privacy,
    audit,
    notifications,
)

# Routes with paths of their own.
ELSEWHERE: Final[tuple[Blueprint, ...]] = (health, documentation, refresh_blueprint)


def create_app(
    services: Services, *, is_subscribed: Callable[[], bool] = lambda: True, leaves: Callable[[], bool] = lambda: False
) -> Quart:
    """Make the application around services that the caller opens and closes.

    `is_subscribed`: published events reach this process; `leaves`: it is about to end.
    """
    app = make_application()
    app.url_map.converters[ClientPath.NAME] = ClientPath
    QuartSchema(
        app,
        openapi_path=None,
        conversion_preference="pydantic",
        pydantic_dump_options=JSON_DUMP,
    )
    app.json.sort_keys = False  # type: ignore[attr-defined] # the provider that Quart-Schema put there has it
    app.after_serving(_close)
    problems.register(app)
    _add_routes(app, is_development=services.settings.is_development)
    connect(app, services, is_subscribed=is_subscribed, leaves=leaves)
    return app


def connect(
    app: Quart,
    services: Services,
    *,
    is_subscribed: Callable[[], bool] = lambda: True,
    leaves: Callable[[], bool] = lambda: False,
) -> None:
    """Let the application serve with these services, in place of those that it had."""
    settings = services.settings
    app.extensions |= {
        SERVICES_EXTENSION: services,
        headers.EXTENSION: headers.fixed_headers(settings),
        LIMITER_EXTENSION: RateLimiter(settings.redis_url, scale=settings.rate_limit_scale),
        IDENTIFY_EXTENSION: identify,
        NOTE_REFUSED_EXTENSION: note_refused_network,
        HealthProbe.EXTENSION: HealthProbe(services, is_subscribed=is_subscribed, leaves=leaves),
        StaticClient.EXTENSION: StaticClient.load().of(settings),
    }


async def _close() -> None:
    for name in (LIMITER_EXTENSION, HealthProbe.EXTENSION):
        await current_app.extensions[name].close()


def _add_routes(app: Quart, *, is_development: bool) -> None:
    for blueprint in FEATURES:
        app.register_blueprint(blueprint, url_prefix=API + (blueprint.url_prefix or ""))
    for blueprint in ELSEWHERE:
        app.register_blueprint(blueprint)
    if is_development:
        app.register_blueprint(development_inbox)
    app.register_blueprint(static_client)
    repeat_views_on_conflict(app)
