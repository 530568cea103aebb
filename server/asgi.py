"""The web process: `uvicorn server.asgi:app` (Procfile). The wiring of the process."""

import gc
from typing import Final, cast

from quart import Quart

from server.access.sessions.repository import IDENTITY_QUERY
from server.app import create_app
from server.composition import Composition
from server.live_events import make_gateway
from server.platform.configuration.load_settings import load_settings, log_start_notes
from server.platform.configuration.logs import configure_logging
from server.platform.configuration.settings import Settings, SettingsError
from server.platform.live.gateway import Gateway
from server.platform.live.publisher import RedisPublisher
from server.platform.live.sockets import MOST_SILENT_PER_NETWORK, Application, Sockets
from server.platform.process.departure import Departure
from server.platform.process.loop_pauses import LoopPauses


def make_application(settings: Settings) -> Application:
    """Socket.IO around the Quart application; nothing is opened before the lifespan starts."""
    publisher = RedisPublisher(settings.redis_url, listens=True)
    composition = Composition(settings, publisher=publisher, serves_requests=True)
    sockets = Sockets(
        publisher.bus,
        origins=settings.origins,
        trusted=settings.trusted_networks,
        most_silent=round(MOST_SILENT_PER_NETWORK * settings.rate_limit_scale),
    )
    gateway = make_gateway(composition.services, sockets=sockets)
    departure = Departure()
    app = create_app(
        composition.services, is_subscribed=lambda: gateway.is_subscribed, leaves=lambda: departure.is_announced
    )
    _add_lifespan(app, composition, gateway)
    if settings.trusted_networks:
        # Without a proxy requests are not sent elsewhere.
        _add_departure(app, departure, gateway)
    return gateway.around(cast("Application", app))


def _add_lifespan(app: Quart, composition: Composition, gateway: Gateway) -> None:
    pauses = LoopPauses()

    async def start() -> None:
        # Before connections are opened, so that no request waits for its plan.
        composition.services.database.lookup(IDENTITY_QUERY)
        await composition.open()
        await gateway.start()
        # Freeze the objects of the start: otherwise garbage collection traverses them during requests.
        gc.collect()
        gc.freeze()
        pauses.start()

    async def stop() -> None:
        pauses.stop()
        await gateway.stop()
        await composition.close()

    app.before_serving(start)
    app.after_serving(stop)


def _add_departure(app: Quart, departure: Departure, gateway: Gateway) -> None:
    async def start() -> None:
        departure.watch(move_sockets=gateway.recover)

    app.before_serving(start)


def _load_settings_or_exit() -> Settings:
    try:
        return load_settings()
    except SettingsError as error:
        raise SystemExit(f"The web process does not start:\n{error}") from None


settings: Final = _load_settings_or_exit()
configure_logging(settings)
log_start_notes(settings)
app: Final = make_application(settings)
