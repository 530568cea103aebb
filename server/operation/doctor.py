"""Connect to all that the settings name, and say of each whether it is in order, and how to mend it."""

import argparse
import asyncio
import logging
import os
import shutil
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias
from urllib.parse import parse_qs, unquote
from uuid import uuid4

import httpx2
import structlog
from redis.asyncio import Redis

from server.messaging.messages.kinds import Channel, MessageKind, Outgoing
from server.messaging.messages.mail import Sender, SmtpConnection, mail_bytes
from server.messaging.messages.providers import sms_templates, sms_transport
from server.messaging.messages.render import RenderedMessage
from server.operation.commands import command, connected
from server.operation.repository import find_facts
from server.platform.configuration.load_settings import (
    TwilioAccount,
    load_settings,
    misspelt,
    parse_sms_url,
    parse_smtp_url,
    read_url,
    start_notes,
    too_many_connections,
)
from server.platform.configuration.settings import Settings
from server.platform.database.connections import Database
from server.platform.database.migrations.grants import LESS, ROWS
from server.platform.database.schema_repository import find_revision, needed_revision
from server.platform.errors import UnavailableError
from server.platform.http.health import PROBE
from server.platform.outbound.name_resolution import find_addresses, find_texts
from server.platform.process.clock import utc_now
from server.platform.process.version import BUILD
from server.vocabulary.networks import read_address
from server.vocabulary.phones import normalize_phone

# All checks run at once, and each ends after so long.
SECONDS: Final = 12.0
LEAST_POSTGRES: Final = 18
LEAST_REDIS: Final = "7.4"
EXTENSIONS: Final = ("pg_trgm", "btree_gin", "btree_gist")
MOST_SKEW_SECONDS: Final = 5.0
# A hundred uploads at once.
LEAST_FREE: Final = 1024**3
# An address of documentation (RFC 5737), as a client may write it into X-Forwarded-For.
FORGED: Final = "192.0.2.1"
TEST_MAIL: Final = RenderedMessage(subject="A test", text="The mail server of Waymark works.\n", html=None)

# The name of what was looked at, what it is, and what is wrong with it.
Finding: TypeAlias = tuple[str, str, str | None]
Check: TypeAlias = Callable[[Settings, argparse.Namespace], Awaitable[Sequence[Finding]]]


@command(
    "doctor",
    {
        "--mail-to": {"metavar": "ADDRESS", "help": "send a mail there"},
        "--sms-to": {"metavar": "NUMBER", "help": "send a text message there, with a code that opens nothing"},
    },
)
async def examine(given: argparse.Namespace) -> None:
    """Connect to all that the settings name, and say what is wrong; the exit status is 1 where something is."""
    settings = load_settings()
    # The pools log outages, which are findings here.
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    looking = (_timed(check(settings, given), name, mend) for name, (check, mend) in CHECKS.items())
    found: list[Finding] = [("settings", "", each) for each in (*misspelt(os.environ), *start_notes(settings))]
    found = found or [("settings", f"for {settings.app_env.value}", None)]
    for each in await asyncio.gather(*looking):
        found += each
    for name, is_like, problem in found:
        line = f"{name}: ok, {is_like}" if problem is None else f"{name}: WRONG: {problem}"
        for secret in _secrets_of(settings):
            line = line.replace(secret, "…")
        print(" ".join(line.split()))
    if any(problem is not None for *_, problem in found):
        raise SystemExit(1)


@command("check-settings")
def check_settings(_: argparse.Namespace) -> None:
    """Say what is wrong with the settings; nothing is connected to, see `doctor`."""
    print("".join(f"{each}\n" for each in misspelt(os.environ)), end="")
    settings = load_settings()
    print(f"The settings are complete; APP_ENV is {settings.app_env.value}.")
    print("".join(f"{each}\n" for each in start_notes(settings)), end="")


async def _timed(looking: Awaitable[Sequence[Finding]], name: str, mend: str) -> Sequence[Finding]:
    """Whatever a driver raises is a finding: its words, and where to look."""
    try:
        async with asyncio.timeout(SECONDS):
            return await looking
    except Exception as error:  # noqa: BLE001 - one check that fails keeps no other back
        cause = (isinstance(error, UnavailableError) and error.__cause__) or error
        said = "no answer in time" if isinstance(cause, TimeoutError) else f"{cause}" or type(cause).__name__
        return [(name, "", f"{said}. Look at {mend}")]


def _secrets_of(settings: Settings) -> list[str]:
    """All that no line may show, also where a server repeats it."""
    urls = (settings.database_url, settings.owner_url, settings.redis_url, settings.email_url, settings.sms_url)
    parts = [read_url(url) for url in urls if url]
    named = [each for part in parts for each in (part.password, *parse_qs(part.query).get("password", []))]
    # The secret of a webhook stands in the place of a user.
    named += [parts[-1].username if settings.sms_url else None, settings.metrics_token, *settings.secret_keys]
    return [secret for each in named if each for secret in (each, unquote(each))]


async def look_at_database(settings: Settings, _: argparse.Namespace) -> Sequence[Finding]:
    async with connected(settings) as database:
        async with database.reading(is_kept=True) as connection:
            facts, now = await find_facts(connection), utc_now()
            has = await find_revision(connection)
        allowed = await database.allowed_connections()
    needed, skew = needed_revision(), (now - facts.now).total_seconds()
    lacking = ", ".join(each for each in EXTENSIONS if each not in facts.extensions)
    barred = [name for name, rights in facts.rights.items() if {*LESS.get(name, ROWS).split(", ")} - {*rights}]
    too_many = allowed and too_many_connections(settings, allowed=allowed)
    return [
        ("database", facts.version, f"run Postgres 18, not {facts.version}" if facts.number < LEAST_POSTGRES else None),
        ("extensions", ", ".join(EXTENSIONS), f"there is no {lacking}: run migrate" if lacking else None),
        ("schema", has, f"it is {has or 'none'}, not {needed}: run migrate" if has < needed else None),
        ("rights", facts.role, f"{facts.role} may not use {', '.join(barred)}: run migrate" if barred else None),
        ("connections", f"{allowed or 'those of a pooler'} are allowed", too_many or None),
        (
            "clock",
            f"{abs(skew):.1f} s from that of Postgres",
            f"it is {skew:+.0f} s from that of Postgres: set both by NTP" if abs(skew) > MOST_SKEW_SECONDS else None,
        ),
    ]


async def look_at_owner(settings: Settings, _: argparse.Namespace) -> Sequence[Finding]:
    async with connected(settings, url=settings.owner_url) as database, database.reading() as connection:
        facts = await find_facts(connection)
    wrong = f"{facts.role} does not own the tables: name the role that does in MIGRATION_DATABASE_URL"
    # Only `migrate` and its kin are given the owner's URL.
    return [("owner", facts.role, wrong if settings.migration_database_url and not facts.owns else None)]


async def look_at_redis(settings: Settings, _: argparse.Namespace) -> Sequence[Finding]:
    async with Redis.from_url(settings.redis_url, decode_responses=True) as redis:
        info = await redis.info()
        await redis.set(PROBE, "1", ex=60)
    version, policy, wrong = str(info["redis_version"]), str(info["maxmemory_policy"]), None
    if [*map(int, version.split(".")[:2])] < [*map(int, LEAST_REDIS.split("."))]:
        wrong = f"{version} is too old: run {LEAST_REDIS} or newer"
    elif policy != "noeviction":
        wrong = f"{policy} drops what workers are to do: set maxmemory-policy to noeviction"
    return [("redis", version, wrong)]


async def look_at_names(settings: Settings, _: argparse.Namespace) -> Sequence[Finding]:
    host, servers = read_url(settings.effective_public_url).hostname or "", settings.dns_servers
    asked = (find_texts(host, servers=[each]) for each in servers)
    answers = await asyncio.gather(*asked, return_exceptions=True)
    silent = [name for name, answer in zip(servers, answers, strict=True) if isinstance(answer, Exception)]
    if silent:
        return [("names", "", f"{', '.join(silent)} does not answer: take it out of DNS_SERVERS")]
    found = await find_addresses(host, servers=servers)
    return [("names", host, None if found else f"{host} of PUBLIC_URL has no address: add it to your DNS")]


async def look_at_mail(settings: Settings, given: argparse.Namespace) -> Sequence[Finding]:
    if settings.email_url is None:
        return [("mail", "captured in development", None)]
    sender = Sender(settings.email_from)
    connection = SmtpConnection(parse_smtp_url(settings.email_url), own_name=sender.domain)
    try:
        await connection.greet()
        if given.mail_to is None:
            return [("mail", "the server lets us in; --mail-to ADDRESS sends a mail", None)]
        mail = mail_bytes(TEST_MAIL, message_id=uuid4(), sender=sender, recipient=given.mail_to)
        return [("mail", await connection.send(sender=sender.address, recipient=given.mail_to, mail=mail), None)]
    finally:
        connection.close()


async def look_at_sms(settings: Settings, given: argparse.Namespace) -> Sequence[Finding]:
    if settings.sms_url is None or settings.sms_url.startswith("capture:"):
        return [("sms", "none are sent", given.sms_to and "set SMS_URL")]
    if given.sms_to is None:
        named = parse_sms_url(settings.sms_url, in_development=settings.is_development)
        async with httpx2.AsyncClient() as client:
            await client.head(named.base_url if isinstance(named, TwilioAccount) else named.url)
        return [("sms", "the provider answers; --sms-to NUMBER sends a text message", None)]
    code = Outgoing(
        id=uuid4(),
        kind=MessageKind.CODE,
        channel=Channel.SMS,
        recipient=normalize_phone(given.sms_to, region=settings.phone_region) or given.sms_to,
        parameters={"context": "LOGIN", "minutes": 10},
        secret="000000",  # noqa: S106 - it opens nothing
        created_at=utc_now(),
    )
    unused = Database(settings.database_url, pool_size=2)
    provider = sms_transport(settings, unused, templates=sms_templates(settings), connections=1)
    [attempt] = await provider.deliver([code])
    await provider.close()
    return [("sms", "the provider has taken it", attempt.error)]


async def look_at_proxy(settings: Settings, _: argparse.Namespace) -> Sequence[Finding]:
    """Ask oneself by way of the proxy, as a client that has written an address of its own choice."""
    url, token = settings.effective_public_url, settings.metrics_token
    headers = {"X-Forwarded-For": FORGED} | ({"Authorization": f"Bearer {token}"} if token else {})
    async with httpx2.AsyncClient(headers=headers) as client:
        answer = await client.get(f"{url}/health")
    health: dict[str, Any] = answer.json() if "json" in answer.headers.get("Content-Type", "") else {}
    if "checks" not in health:
        return [("proxy", "", f"{url}/health is not Waymark's ({answer.status_code}): lead the proxy to a web process")]
    down = health.get("reasons") or [name for name, result in health["checks"].items() if result != "ok"]
    other = f"it is {health['version']}, not {BUILD}: replace the older one" if health["version"] != BUILD else None
    return [
        ("health", health["status"], f"{down}: see `What to watch` in docs/deployment.md" if down else None),
        ("version", BUILD, other),
        ("proxy", *judge_caller(settings, health.get("caller"))),
    ]


def judge_caller(settings: Settings, caller: dict[str, str] | None) -> tuple[str, str | None]:
    """Judge which client a web process sees."""
    if caller is None:
        return "only METRICS_TOKEN shows more", settings.metrics_token and "METRICS_TOKEN is another one there"
    seen, by, wrong = read_address(caller["address"]), caller["scheme"], None
    if by != read_url(settings.effective_public_url).scheme:
        wrong = f"{by} is seen: let the proxy write X-Forwarded-Proto, and name it in TRUSTED_PROXIES"
    elif caller["address"] == FORGED:
        wrong = "clients choose their address: let the proxy replace X-Forwarded-For, and trust no clients' network"
    elif seen is not None and any(seen in network for network in settings.trusted_networks):
        wrong = f"a client is {seen} of TRUSTED_PROXIES: let the proxy write X-Forwarded-For; ask from another machine"
    return f"a client is {caller['address']} by {by}", wrong


async def look_at_disk(settings: Settings, _: argparse.Namespace) -> Sequence[Finding]:
    temporary = Path(os.environ.get("TMPDIR") or tempfile.gettempdir())
    # Only `make run` keeps something in the other.
    return [judge_room(each) for each in (temporary, settings.data_dir) if each == temporary or each.exists()]


def judge_room(folder: Path, *, least: int = LEAST_FREE) -> Finding:
    with tempfile.TemporaryFile(dir=folder):
        free = shutil.disk_usage(folder).free
    told = f"{folder} has {free // 1024**2} MB left"
    return "disk", told, f"{told}: make room for {least // 1024**2} MB of uploads" if free < least else None


# By name the check, and where to look when it fails.
CHECKS: Final[dict[str, tuple[Check, str]]] = {
    "database": (look_at_database, "DATABASE_URL, and whether Postgres runs and is reached from here"),
    "owner": (look_at_owner, "MIGRATION_DATABASE_URL"),
    "redis": (look_at_redis, "REDIS_URL, and whether Redis runs, lets us in, and has memory and disk to write"),
    "names": (look_at_names, "DNS_SERVERS, or the name servers of this machine"),
    "mail": (look_at_mail, "EMAIL_URL, and whether the mail server is reached from here"),
    "sms": (look_at_sms, "SMS_URL, and whether the provider is reached from here"),
    "proxy": (look_at_proxy, "PUBLIC_URL, its certificate, and whether the proxy runs"),
    "disk": (look_at_disk, "TMPDIR: a folder that this process may write"),
}
