"""The web process: the wiring of the process that server/serve.py starts."""

import asyncio
import gc
import sys
from contextlib import ExitStack, suppress
from typing import Final, cast

from server.app import create_app
from server.composition import Composition
from server.live_events import make_gateway
from server.platform.configuration.load_settings import start_process
from server.platform.configuration.settings import Settings, SettingsError
from server.platform.http.health import HealthProbe
from server.platform.live.bus import RedisPublisher
from server.platform.live.held_sockets import MOST_SILENT_PER_NETWORK, Application, Sockets
from server.platform.process.departure import Departure
from server.platform.process.loop_pauses import LoopPauses
from server.platform.process.threads import in_thread

# The checks that metrics show take two seconds at most; a loop that does not answer keeps none of them back.
LOOK_SECONDS: Final = 3.0


def make_application(settings: Settings) -> Application:
    """Socket.IO around the Quart application; nothing is opened before the lifespan starts."""
    publisher = RedisPublisher(settings.redis_url)
    composition = Composition(settings, publisher=publisher, serves_requests=True)
    sockets = Sockets(
        origins=settings.origins,
        trusted=settings.trusted_networks,
        most_silent=round(MOST_SILENT_PER_NETWORK * settings.rate_limit_scale),
    )
    gateway = make_gateway(composition.services, sockets=sockets, publisher=publisher)
    departure = Departure()
    app = create_app(
        composition.services, is_subscribed=publisher.subscribed.is_set, leaves=lambda: departure.is_announced
    )
    pauses, at_the_end = LoopPauses(), ExitStack()

    async def start() -> None:
        await composition.open()
        await gateway.start()
        # Freeze the objects of the start: otherwise garbage collection traverses them during requests.
        gc.collect()
        gc.freeze()
        # A thread keeps the interpreter so long from each step of each request; Python's own are five milliseconds.
        sys.setswitchinterval(0.0005)
        pauses.start()
        probe, loop = cast("HealthProbe", app.extensions[HealthProbe.EXTENSION]), asyncio.get_running_loop()

        def look() -> None:
            with suppress(TimeoutError):
                asyncio.run_coroutine_threadsafe(probe.look(), loop).result(LOOK_SECONDS)

        at_the_end.callback(composition.watch("waymark-web", refresh=look))
        # Without a proxy requests are not sent elsewhere.
        if settings.trusted_networks:
            departure.watch(move_sockets=gateway.recover)

    async def stop() -> None:
        pauses.stop()
        await in_thread(at_the_end.close)
        await gateway.held.stop()
        await composition.close()

    app.before_serving(start)
    app.after_serving(stop)
    return sockets.around(cast("Application", app))


try:
    app: Final = make_application(start_process())
except SettingsError as error:
    raise SystemExit(f"The web process does not start:\n{error}") from None
