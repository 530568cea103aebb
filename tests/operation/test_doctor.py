"""`doctor` connects to all that the settings name: each broken one has its line, and no line shows a secret."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE
from pathlib import Path
from typing import Any, Final

import pytest
from redis.asyncio import Redis

from deploy.local.postgres_server import create_database
from deploy.local.redis_server import RedisServer
from server.operation.doctor import judge_caller, judge_room
from server.platform.configuration.load_settings import load_settings
from server.platform.process.tasks import WORKER_HEARTBEAT
from tests.architecture.source import PROJECT
from tests.fixtures.commands import Result, RunCommand
from tests.fixtures.dns_server import NameServer
from tests.fixtures.http_endpoint import HttpEndpoint, Request, Response
from tests.fixtures.live_server import StartServer
from tests.fixtures.mail_server import MailServer
from tests.fixtures.servers import LocalServers

TOKEN: Final = "f3b0c44298fc1c149afbf4c8996fb92427ae41e4"
HIDDEN: Final = "fjord-hidden-7261"
# No server listens there.
DEAD: Final = "127.0.0.1:1"


def wrong_in(ended: Result) -> dict[str, str]:
    """By name what is wrong; every line says whether it is."""
    lines = [line.partition(": ") for line in ended.output.splitlines()]
    assert all(said.startswith(("ok, ", "WRONG: ")) for *_, said in lines), ended
    assert ended.status == int(any(said.startswith("WRONG") for *_, said in lines)), ended
    assert HIDDEN not in ended.output + ended.error
    return {name: said.removeprefix("WRONG: ") for name, _, said in lines if said.startswith("WRONG")}


@pytest.mark.settings(metrics_token=TOKEN)
async def test_all_that_works_is_ok_and_a_mail_and_a_text_message_arrive(
    run_command: RunCommand,
    own_settings: dict[str, str],
    owner_url: str,
    start_server: StartServer,
    redis_client: Redis,
    mail_server: MailServer,
    http_endpoint: HttpEndpoint,
    name_server: NameServer,
) -> None:
    async def take(_: Request) -> Response:
        return Response(body={"id": "1"})

    http_endpoint.reply = take
    name_server.addresses = {"127.0.0.1": [["127.0.0.1"]]}
    mail_server.login = ("waymark", HIDDEN)
    await redis_client.set(WORKER_HEARTBEAT, "1", ex=60)
    async with start_server() as server:
        named = {
            "PUBLIC_URL": server.url,
            "METRICS_TOKEN": TOKEN,
            "MIGRATION_DATABASE_URL": owner_url,
            "EMAIL_URL": mail_server.url.replace("//", f"//waymark:{HIDDEN}@"),
            "EMAIL_FROM": "no-reply@waymark.test",
            "SMS_URL": f"webhook+http://{HIDDEN}@{http_endpoint.host}/sms",
            "DNS_SERVERS": f"127.0.0.1:{name_server.port}",
        }
        sent = ("--mail-to", "asha@example.org", "--sms-to", "+919812300042")
        ended = await run_command("doctor", *sent, **own_settings | named)
        other = await run_command("doctor", **own_settings | named | {"METRICS_TOKEN": TOKEN[::-1]})

    assert wrong_in(ended) == {}
    assert "proxy: ok, a client is 127.0.0.1 by http" in ended.output
    assert [mail.to for mail in mail_server.received] == ["asha@example.org"]
    assert [(each.method, each.json["to"]) for each in http_endpoint.requests if each.content] == [
        ("POST", "+919812300042")
    ]
    assert wrong_in(other) == {"proxy": "METRICS_TOKEN is another one there"}


async def test_each_server_that_is_away_has_its_line(
    run_command: RunCommand, own_settings: dict[str, str], tmp_path: Path
) -> None:
    away = {
        "DATABASE_URL": f"postgresql://waymark:{HIDDEN}@{DEAD}/waymark",
        "MIGRATION_DATABASE_URL": f"postgresql://owner@{DEAD}/waymark?password={HIDDEN}",
        "REDIS_URL": f"redis://:{HIDDEN}@{DEAD}/0",
        "DNS_SERVERS": DEAD,
        "EMAIL_URL": f"smtp://waymark:{HIDDEN}@{DEAD}",
        "SMS_URL": f"webhook+http://{HIDDEN}@{DEAD}/sms",
        "PUBLIC_URL": f"http://{DEAD}",
        "TMPDIR": str(tmp_path / "none"),
        "EMAIL_FORM": "a@example.org",
        "SMS_TEMPLATES": "code=1107160000000012345",
        "SMS_ENTITY_ID": "1101",
    }
    ended = await run_command("doctor", **own_settings | away)

    wrong = wrong_in(ended)
    assert wrong.keys() == {"settings", "database", "owner", "redis", "names", "mail", "sms", "proxy", "disk"}, ended
    assert "EMAIL_FORM: did you mean EMAIL_FROM?" in ended.output
    assert "SMS_TEMPLATES has no id for invitation, password_changed" in ended.output
    for name, setting in (
        ("database", "DATABASE_URL"),
        ("redis", "REDIS_URL"),
        ("mail", "EMAIL_URL"),
        ("sms", "SMS_URL"),
    ):
        assert f"Look at {setting}" in wrong[name]


async def test_each_server_that_refuses_has_its_line(
    run_command: RunCommand,
    own_settings: dict[str, str],
    servers: LocalServers,
    own_redis: RedisServer,
    mail_server: MailServer,
    http_endpoint: HttpEndpoint,
) -> None:
    """Also a database that was never migrated, by a role that owns nothing in it; the pool is too large."""
    await create_database(servers.postgres.url("postgres"), name="never_migrated")
    mail_server.login = ("waymark", "another")
    async with Redis.from_url(own_redis.url) as redis:
        await redis.config_set("requirepass", "another")
    refusing = {
        "DATABASE_URL": servers.postgres.url("never_migrated"),
        "MIGRATION_DATABASE_URL": servers.postgres.url("never_migrated", role="stranger"),
        "REDIS_URL": own_redis.url.replace("unix://", f"unix://:{HIDDEN}@"),
        "EMAIL_URL": mail_server.url.replace("//", f"//waymark:{HIDDEN}@"),
        "SMS_URL": f"webhook+http://{HIDDEN}@{http_endpoint.host}/sms",
        "PUBLIC_URL": f"http://{http_endpoint.host}",
        "DATABASE_POOL_SIZE": "25",
    }
    ended = await run_command("doctor", "--sms-to", "+919812300042", **own_settings | refusing)

    wrong = wrong_in(ended)
    expected = {
        "owner": 'role "stranger" does not exist. Look at MIGRATION_DATABASE_URL',
        "extensions": "run migrate",
        "schema": "it is none, not",
        "connections": "may open 100 connections",
        "redis": "invalid username-password pair",
        "mail": "535",
        "sms": "The SMS webhook answered 404",
        "proxy": "/health is not Waymark's (404)",
    }
    assert wrong.keys() == expected.keys(), ended
    assert [name for name, said in expected.items() if said not in wrong[name]] == [], wrong


async def test_rights_a_clock_and_a_redis_that_drops_work_have_their_lines(
    own_settings: dict[str, str], owner_url: str, servers: LocalServers, own_redis: RedisServer
) -> None:
    owner = await servers.owner_of(owner_url.split("/")[3].partition("?")[0])
    await owner.execute("REVOKE INSERT ON audit_entries FROM waymark")
    async with Redis.from_url(own_redis.url) as redis:
        await redis.config_set("maxmemory-policy", "allkeys-lru")
    settings = own_settings | {"REDIS_URL": own_redis.url, "MIGRATION_DATABASE_URL": own_settings["DATABASE_URL"]}
    late = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.fixtures.skewed_clock", "-3600", "server.cli", "doctor"),
        env={"PATH": os.environ["PATH"], **settings},
        stdout=PIPE,
        cwd=PROJECT,
    )
    output, _ = await late.communicate()
    ended = Result(status=late.returncode or 0, output=output.decode(), error="")

    wrong = wrong_in(ended)
    assert wrong.keys() == {"rights", "clock", "owner", "redis", "proxy"}, ended
    assert wrong["rights"] == "waymark may not use audit_entries: run migrate"
    assert wrong["clock"] == "it is -3600 s from that of Postgres: set both by NTP"
    assert "allkeys-lru drops" in wrong["redis"]
    assert "waymark does not own the tables" in wrong["owner"]


async def test_a_redis_that_is_full_has_its_line(
    run_command: RunCommand, own_settings: dict[str, str], own_redis: RedisServer
) -> None:
    async with Redis.from_url(own_redis.url) as redis:
        await redis.config_set("maxmemory", "1")
        ended = await run_command("doctor", **own_settings | {"REDIS_URL": own_redis.url})

    assert "command not allowed when used memory" in wrong_in(ended)["redis"]


@pytest.mark.parametrize(
    ("caller", "said"),
    [
        ({"address": "198.51.100.7", "scheme": "https"}, None),
        ({"address": "172.31.250.2", "scheme": "http"}, "let the proxy write X-Forwarded-Proto"),
        ({"address": "192.0.2.1", "scheme": "https"}, "let the proxy replace X-Forwarded-For"),
        ({"address": "172.31.250.2", "scheme": "https"}, "let the proxy write X-Forwarded-For"),
        (None, "METRICS_TOKEN is another one there"),
    ],
)
def test_headers_of_a_proxy_are_judged(caller: dict[str, str] | None, said: str | None) -> None:
    given: dict[str, Any] = {
        "_env_file": None,
        "app_env": "development",
        "database_url": "postgresql:///a",
        "redis_url": "unix:///r",
        "secret_keys": (TOKEN,),
        "metrics_token": TOKEN,
        "public_url": "https://waymark.example",
        "trusted_proxies": ("172.31.250.2",),
    }
    _, wrong = judge_caller(load_settings(**given), caller)

    assert (wrong is None, (said or "") in (wrong or "")) == (said is None, True)


def test_a_disk_without_room_is_wrong(tmp_path: Path) -> None:
    assert judge_room(tmp_path, least=0)[2] is None
    assert "make room for" in str(judge_room(tmp_path, least=1024**6)[2])
