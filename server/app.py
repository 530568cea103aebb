"""The Quart application: its services and the features' routes."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Final

from quart import Blueprint, Quart, current_app
from quart_schema import QuartSchema
from quart_schema.typing import PydanticDumpOptions

from server.access.email_changes import views as email_changes
from server.access.factors import views as factors
from server.access.keys import views as server_keys
from server.access.keys.identify_key import PREFIX, identify_key
from server.access.login import views as login
from server.access.passwords import views as passwords
from server.access.policies import views as policies
from server.access.robot_check import views as robot_check
from server.access.sessions import views as sessions
from server.access.sessions.access_token import identify, note_refused_network
from server.access.signup import views as signup
from server.access.signup.sign_up import find_institute
from server.access.sso import views as sso
from server.access.verification import views as verification
from server.company.audit import views as audit
from server.company.privacy import views as privacy
from server.company.settings import views as company_settings
from server.company.webhooks import views as webhooks
from server.company.webhooks.events import WebhookEvent
from server.company.webhooks.schemas import WebhookBody
from server.dashboard import views as dashboard
from server.interviews import views as interviews
from server.messaging.messages.views import routes as development_inbox
from server.messaging.notifications import views as notifications
from server.people.account import views as users
from server.people.announce import views as announcements
from server.people.applications import views as applications
from server.people.batches import views as batches
from server.people.bulk import views as bulk
from server.people.duplicates import views as duplicates
from server.people.fields import views as fields
from server.people.imports import views as imports
from server.people.imports.repository import measure_longest_wait
from server.people.invitations import views as invitations
from server.people.saved_views import views as saved_views
from server.people.scim import views as scim
from server.people.scim.answers import BASE, error_of
from server.people.sources import views as sources
from server.people.stages import views as stages
from server.placement import views as placement
from server.platform.http import headers, problems
from server.platform.http.application import make_application, repeat_views_on_conflict
from server.platform.http.authentication import EXTENSION, Routes, Serving, serving
from server.platform.http.documentation import routes as documentation
from server.platform.http.health import HealthProbe
from server.platform.http.health import blueprint as health
from server.platform.http.openapi import DOCUMENTED, Documented
from server.platform.http.rate_limiter import RateLimiter
from server.platform.http.static_client import ClientPath, StaticClient
from server.platform.http.static_client import blueprint as static_client
from server.platform.services import Services
from server.training import views as training

API: Final = "/api/v1"
# Python's own dump would leave times and ids to a JSON encoder with other formats.
JSON_DUMP: Final = PydanticDumpOptions(mode="json", by_alias=True)  # type: ignore[typeddict-unknown-key] # pydantic takes it
# Examples of calls, webhooks and live events, which a test validates by the schemas and by the models of views.
EXAMPLES: Final = json.loads(Path(__file__).with_name("examples.json").read_text(encoding="utf-8"))

# The modules whose blueprints are below /api/v1.
FEATURES: Final[tuple[ModuleType, ...]] = (
    *(company_settings, robot_check, signup, login, verification, sessions, factors, passwords, sso, policies),
    *(server_keys, webhooks, sources),
    *(email_changes, users, applications, duplicates, saved_views, batches, fields, stages, bulk, imports, invitations),
    *(announcements, scim),
    *(privacy, audit, training, placement, interviews, notifications, dashboard),
)

# Routes with paths of their own.
ELSEWHERE: Final[tuple[Blueprint, ...]] = (health, documentation.blueprint, sessions.refresh_routes.blueprint)


def create_app(
    services: Services, *, is_subscribed: Callable[[], bool] = lambda: True, leaves: Callable[[], bool] = lambda: False
) -> Quart:
    """Make the application around services that the caller opens and closes.

    `is_subscribed`: published events reach this process; `leaves`: it is about to end.
    """
    app = make_application()
    app.url_map.converters[ClientPath.NAME] = ClientPath
    QuartSchema(app, openapi_path=None, conversion_preference="pydantic", pydantic_dump_options=JSON_DUMP)
    app.json.sort_keys = False  # type: ignore[attr-defined] # the provider that Quart-Schema put there has it
    app.after_serving(_close)
    problems.register(app)
    app.extensions[DOCUMENTED] = Documented(webhooks=dict.fromkeys(WebhookEvent, WebhookBody), examples=EXAMPLES)
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
        EXTENSION: Serving(
            services=services,
            limiter=RateLimiter(settings.redis_url, scale=settings.rate_limit_scale),
            identifiers={PREFIX: identify_key, "": identify},
            note_refused=note_refused_network,
            headers={**headers.FIXED, headers.POLICY: headers.content_security_policy(settings)},
            refusals={BASE: lambda error: scim.respond(error_of(error))},
        ),
        HealthProbe.EXTENSION: HealthProbe(
            services, measure_wait=measure_longest_wait, is_subscribed=is_subscribed, leaves=leaves
        ),
        StaticClient.EXTENSION: StaticClient.load().of(settings, find_institute=partial(find_institute, services)),
    }


async def _close() -> None:
    await serving().limiter.close()
    await current_app.extensions[HealthProbe.EXTENSION].close()


def _add_routes(app: Quart, *, is_development: bool) -> None:
    for module in FEATURES:
        blueprints = dict.fromkeys(each.blueprint for each in vars(module).values() if isinstance(each, Routes))
        for blueprint in blueprints:
            if blueprint not in ELSEWHERE:
                app.register_blueprint(blueprint, url_prefix=API + (blueprint.url_prefix or ""))
    for blueprint in ELSEWHERE:
        app.register_blueprint(blueprint)
    if is_development:
        app.register_blueprint(development_inbox.blueprint)
    app.register_blueprint(static_client)
    repeat_views_on_conflict(app)
