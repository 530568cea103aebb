"""A day of interviews without Redis, and one on which workers and Redis die: it goes on, and nothing is doubled."""

import asyncio
import itertools
import os
import random
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final, cast

import httpx2
import pytest
from aiosmtpd.smtp import Envelope
from quart import Quart
from quart.testing.utils import sentinel
from redis.asyncio import Redis

from deploy.local.postgres_server import wait_until
from deploy.local.redis_server import RedisServer
from server.platform.configuration.settings import Settings
from server.vocabulary.profiles import Profile
from tests.fixtures.eventually import eventually
from tests.fixtures.forks import Fork
from tests.fixtures.interview_calls import Hall
from tests.fixtures.mail_server import MailServer
from tests.fixtures.people import Person, SignIn
from tests.fixtures.placement_calls import Careers
from tests.fixtures.sign_in import Answer, Browser, fetch_value
from tests.fixtures.socket_client import open_socket
from tests.fixtures.user_calls import Desks
from tests.fixtures.web_process import answers, environment, free_port, web_process
from tests.fixtures.worker_process import StartWorker

pytestmark = pytest.mark.slow

LONGEST_SECONDS: Final = 5
CALLS: Final = "SELECT count(*) FROM interview_events WHERE what = 'called'"
MAILS: Final = "SELECT count(*) FROM messages"
# What one cause has told a person twice, by mail or bell, or what a person has been called or accepted twice.
DOUBLED: Final = """
    SELECT count(*) FROM (
        SELECT FROM messages GROUP BY user_id, kind HAVING count(*) > 1 UNION ALL
        SELECT FROM notifications GROUP BY user_id, kind, about HAVING count(*) > 1 UNION ALL
        SELECT FROM interview_events GROUP BY interview_id, what HAVING count(*) > 1 UNION ALL
        SELECT FROM placement_events WHERE state = 'accepted' GROUP BY offer_id HAVING count(*) > 1) AS doubled
"""


@dataclass(frozen=True)
class Read:
    """An answer as a browser of tests reads it."""

    status_code: int
    headers: httpx2.Headers
    body: Any

    async def get_json(self) -> Any:
        return self.body


@dataclass
class Webs:
    """Two processes in place of an application in this one: calls go to them in turn, and none may take long."""

    clients: list[httpx2.AsyncClient]
    refused: list[str] = field(default_factory=list)
    turns: Iterator[int] = field(default_factory=itertools.count)

    @property
    def urls(self) -> list[str]:
        return [str(each.base_url) for each in self.clients]

    async def are_cut_off(self) -> bool:
        return all([(await each.get("/health/ready")).status_code == 503 for each in self.clients])

    def test_client(self) -> "Webs":
        return self

    async def open(self, path: str, *, method: str, json: Any, headers: dict[str, str], **more: Any) -> Read:
        client, began = self.clients[next(self.turns) % len(self.clients)], time.monotonic()
        body = {} if json is sentinel else {"json": json}
        answer = await client.request(method, path, params=more["query_string"], headers=headers, **body)
        if answer.is_error or time.monotonic() - began > LONGEST_SECONDS:
            self.refused.append(f"{method} {path}: {answer.status_code} {answer.text}")
        return Read(answer.status_code, answer.headers, answer.json())


@pytest.fixture
def redis_url(own_redis: RedisServer) -> str:
    return own_redis.url


@pytest.fixture
async def webs(settings: Settings) -> AsyncIterator[Webs]:
    async with AsyncExitStack() as stack:
        ports = [free_port(), free_port()]
        for port in ports:
            stack.enter_context(web_process(environment(settings, APP_ENV="development"), port=port))
        for port in ports:
            await answers(port)
        clients = [httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=30) for port in ports]
        for client in clients:
            await stack.enter_async_context(client)
        yield Webs(clients)


@pytest.fixture
async def far(hall: Hall, webs: Webs, sign_in: SignIn) -> Hall:
    """The hall whose calls go to processes, with a sixth candidate."""
    desks = Desks(app=cast("Quart", webs), services=hall.services)
    candidates = [*hall.candidates, await sign_in(Profile.TRAINEE)]
    return replace(hall, desks=desks, desk=desks.of(hall.desk.person), candidates=candidates)


async def stop_redis(server: RedisServer, by: signal.Signals = signal.SIGKILL) -> int:
    """Its process, which is dead now or stands still."""
    async with Redis.from_url(server.url) as redis:
        pid = int((await redis.info("server"))["process_id"])
    os.kill(pid, by)
    return pid


@contextmanager
def redis_again(server: RedisServer, *, hanging: int | None = None) -> Iterator[None]:
    """A new one, or that which has stood still."""
    if hanging is not None:
        os.kill(hanging, signal.SIGCONT)
        yield
        return
    process = server.program.start()
    try:
        wait_until(server.is_ready, process=process, program=server.program)
        yield
    finally:
        server.program.stop(process)


async def own(browser: Browser) -> dict[str, Any]:
    return dict((await browser.get("me/interviews")).body["data"][0])


async def all_have_one_mail(mail_server: MailServer, people: Sequence[Person]) -> None:
    """Each of them; it may have come again, under its own id."""

    async def all_have() -> bool:
        return {each.to for each in mail_server.received} >= {each.email for each in people}

    await eventually(all_have, within=90, what="a mail to everyone")
    mails = {(each.to, each.content["Message-ID"]) for each in mail_server.received}
    assert Counter(to for to, _ in mails) == Counter(each.email for each in people)


async def arrive(far: Hall, found: dict[str, Any]) -> None:
    """One confirms, one is here by the own phone, and all are by the desk."""
    for candidate, answer in zip(far.candidates, ("confirm", "here"), strict=False):
        await say(far, candidate, answer)
    for row in await far.people(found):
        form = {"act": "here", "version": row["version"]}
        assert (await far.admin.post(f"interviews/{row['id']}/desk", json=form)).body["hereAt"] is not None


async def say(far: Hall, candidate: Person, answer: str) -> Answer:
    phone = far.of(candidate)
    return await phone.post(f"me/interviews/{(await own(phone))['id']}", json={"answer": answer})


async def begin(far: Hall, panels: list[str], screen: dict[str, str]) -> tuple[str, str, str]:
    """Who is in the room of the first panel, who was not there at the second, and who was met by it instead."""
    (first, second), (one, two) = far.panelists, panels
    here = (await far.next(first, one)).body["current"]
    called = await own(far.of(next(each for each in far.candidates if str(each.id) == here["person"]["id"])))
    assert (called["state"], called["panel"]) == ("called", "Panel 0")
    assert (await far.called(first, one, "begin", here["id"])).body["current"]["state"] == "in_room"
    late = (await far.next(second, two)).body["current"]
    visitor = replace(far.admin, token=None)
    shown = (await visitor.post("interviews/screen", json=screen)).body["calls"]
    assert [each["label"] for each in shown] == [here["label"], late["label"]]
    await far.shown_long(late["id"])
    other = (await far.called(second, two, "absent", late["id"])).body["current"]
    path = f"interviews/panels/{two}/state"
    assert (await far.of(second).post(path, json={"state": "paused"})).body["state"] == "paused"
    assert (await far.next(second, two, other["id"])).body["current"] is None
    assert (await far.of(second).post(path, json={"state": "open"})).body["state"] == "open"
    return here["id"], late["id"], other["id"]


async def end(far: Hall, found: dict[str, Any], panels: list[str], met: tuple[str, str, str]) -> None:
    """The first panel closes with the one who is in, the second one calls all who are left; all are scored."""
    (first, second), (one, two), (here, late, other) = far.panelists, panels, met
    closed = await far.admin.post(f"interviews/panels/{one}/state", json={"state": "closed"})
    assert (closed.body["waiting"], (await far.board(found))["waitingCount"]) == (0, 2)
    assert (await far.next(first, one, here)).body["current"] is None
    by_second, current = [other], (await far.next(second, two)).body["current"]
    while current is not None:
        by_second.append(current["id"])
        current = (await far.next(second, two, current["id"])).body["current"]
    assert (len(by_second), late in by_second, await fetch_value(far.services, CALLS)) == (5, True, 7)
    for panelist, interview in ((first, here), *((second, each) for each in by_second)):
        assert (await far.score(panelist, interview, found)).status == 200
    assert [lane["done"] for lane in (await far.board(found))["lanes"]] == [1, 5]
    assert (await far.act(found, "close")).body["state"] == "closed"
    results = (await far.admin.get(f"interviews/rounds/{found['id']}/results")).body
    assert (results["missingScores"], [each["mean"] for each in results["data"]]) == (0, [3.0] * 6)


@pytest.mark.parametrize(
    "by", [signal.SIGKILL, pytest.param(signal.SIGSTOP, marks=pytest.mark.chaos)], ids=["killed", "hangs"]
)
async def test_a_day_without_redis_goes_on_by_fetching(
    far: Hall,
    webs: Webs,
    own_redis: RedisServer,
    start_worker: StartWorker,
    mail_server: MailServer,
    by: signal.Signals,
) -> None:
    """Two panels and six people, from the publication to the results. Afterwards pages fetch, and mails leave."""
    await start_worker(EMAIL_URL=mail_server.url)
    pid = await stop_redis(own_redis, by)
    found, panels = await far.day(panels=2, people=6)
    screen = {"token": (await far.admin.post(f"interviews/rounds/{found['id']}/screen")).body["token"]}
    await arrive(far, found)
    async with (
        open_socket(webs.urls[0], {"token": far.desk.person.token}) as board,
        open_socket(webs.urls[1], {"token": far.candidates[0].token}) as phone,
    ):
        watched = await board.ask("round:watch", {"roundId": found["id"]})
        assert [lane["waiting"] for lane in watched["snapshot"]["lanes"]] == [3, 3]
        # The socket hears of calls to its own process, which one of two calls is, and no other page delays that.
        for wanted in ("paused", "open"):
            await far.admin.post(f"interviews/panels/{panels[0]}/state", json={"state": wanted})
        await board.receive("round:board", patience=4)
        await end(far, found, panels, await begin(far, panels, screen))
        assert (webs.refused, mail_server.received) == ([], [])
        await eventually(webs.are_cut_off, within=30, what="the end of subscriptions")
        back = time.monotonic()
        with redis_again(own_redis, hanging=pid if by is signal.SIGSTOP else None):
            for socket in (board, phone):
                await socket.closed(patience=30)
                assert not socket.was_disconnected
            async with open_socket(webs.urls[1], {"token": far.desk.person.token}) as again:
                # What was fetched before Redis was back may be old, and is fetched anew.
                state = await again.receive("session:state")
                assert state["quietMs"] / 1000 < time.monotonic() - back
                snapshot = (await again.ask("round:watch", {"roundId": found["id"]}))["snapshot"]
                assert snapshot["lanes"] == (await far.board(found))["lanes"]
            await all_have_one_mail(mail_server, far.candidates)


@dataclass
class Blows:
    """Under each act the worker and Redis are killed; both run again for the next."""

    redis: RedisServer
    start_worker: StartWorker
    mail_server: MailServer
    chance: random.Random

    async def under(self, act: Awaitable[Answer]) -> dict[str, Any]:
        with redis_again(self.redis):
            worker = await self.start_worker(EMAIL_URL=self.mail_server.url)
            call = asyncio.ensure_future(act)
            await asyncio.wait([call], timeout=self.chance.uniform(0, 0.06))
            worker.kill()
            await stop_redis(self.redis)
            answer = await call
        assert answer.status == 200, answer.body
        return answer.body

    async def in_mid_mail(self) -> None:
        """A worker that dies while the server takes its second mail, and one that goes on."""
        worker = await self.start_worker(EMAIL_URL=self.mail_server.url)

        async def die(_: Envelope) -> str:
            if len(self.mail_server.received) == 1:
                worker.kill()
            return "250 kept"

        self.mail_server.reply = die
        await eventually(partial(self._is_dead, worker), within=30, what="the second mail")
        await self.start_worker(EMAIL_URL=self.mail_server.url)

    async def _is_dead(self, worker: Fork) -> bool:
        return not worker.runs


@pytest.mark.chaos
async def test_workers_and_redis_that_die_under_each_act_double_and_lose_nothing(
    far: Hall, careers: Careers, webs: Webs, blows: Blows
) -> None:
    """Fill, publish, confirm, next and the acceptance of an offer; then a worker dies in mid-mail."""
    careers = replace(careers, desk=far.desk, desks=far.desks)
    await stop_redis(blows.redis)
    found = await far.add_round()
    await far.add_panels(found, {"panelists": [str(far.panelists[0].id)]})
    await far.add_candidates(found, [each.id for each in far.candidates])
    filled = await blows.under(far.fill(found))
    assert (filled["placed"], filled["left"]) == (6, 0)
    [panel] = (await blows.under(far.act(found, "publish")))["panelList"]
    for candidate in far.candidates[:2]:
        assert (await blows.under(say(far, candidate, "confirm")))["data"][0]["state"] == "confirmed"
    current = None
    for _ in far.candidates:
        current = (await blows.under(far.next(far.panelists[0], panel["id"], current)))["current"]["id"]
    opening, people = await careers.opening(), careers.trainees
    assert (await careers.offer(opening, people)).status == 200
    for person in people:
        [offer] = (await careers.own(person))["offers"]
        await blows.under(careers.answer(person, offer))
        assert await careers.state(offer) == "accepted"
    assert webs.refused == []
    assert [await fetch_value(far.services, query) for query in (CALLS, DOUBLED)] == [6, 0]
    with redis_again(blows.redis):
        await blows.in_mid_mail()
        # The mail that was taken and not recorded leaves once more, after its lease.
        await all_have_one_mail(blows.mail_server, (*far.candidates, *people))
        assert len(blows.mail_server.received) > await fetch_value(far.services, MAILS)


@pytest.fixture
def blows(
    request: pytest.FixtureRequest, own_redis: RedisServer, start_worker: StartWorker, mail_server: MailServer
) -> Blows:
    """At random moments; `--seed` repeats an earlier run."""
    seed = request.config.getoption("--seed")
    seed = random.SystemRandom().randrange(10**6) if seed is None else seed
    print(f"seed {seed}")  # noqa: T201 - shown where the test fails
    chance = random.Random(seed)  # noqa: S311 - nothing secret
    return Blows(redis=own_redis, start_worker=start_worker, mail_server=mail_server, chance=chance)
