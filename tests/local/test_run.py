"""`make run` from start to end: its output, restarts, and that no process is left behind."""

import asyncio
import signal
import socket
import stat
from contextlib import suppress

import asyncpg
import httpx2
import psutil
import pytest

from tests.fixtures.web_process import free_port
from tests.local.conftest import LocalRun, Starter, processes_of

pytestmark = pytest.mark.slow

READY = "Ctrl-C stops it"


async def none_left(run: LocalRun) -> bool:
    """Whether all its processes have ended; orphans get ten seconds."""
    async with asyncio.timeout(30):
        while processes_of(run.data_dir):
            await asyncio.sleep(0.05)
    return True


async def served(run: LocalRun) -> str:
    async with httpx2.AsyncClient(trust_env=False) as client:
        return (await client.get(f"http://127.0.0.1:{run.port}/")).text


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
async def test_other_signals_end_every_process_too(starter: Starter, number: signal.Signals) -> None:
    run = await starter.start()
    await run.until(READY)

    run.process.send_signal(number)

    assert await run.ended() == 0
    assert await none_left(run)


@pytest.mark.long
async def test_everything_killed_at_once_starts_again_on_the_same_data(starter: Starter) -> None:
    run = await starter.start()
    await run.until(READY)

    everything = [psutil.Process(run.process.pid), *run.children().values()]
    # Stopped first: a child that saw its parent end would end by itself, and tidy up.
    for process in everything:
        process.suspend()
    for process in everything:
        # One that the end of another has ended is gone, too.
        with suppress(psutil.NoSuchProcess):
            process.kill()
    await run.ended()
    assert (run.data_dir / "postgres" / "cluster" / "postmaster.pid").exists()

    again = await starter.start()
    await again.until(READY)


@pytest.mark.long
async def test_a_signal_during_the_start_ends_it(starter: Starter) -> None:
    run = await starter.start(data_dir="new")
    async with asyncio.timeout(30):
        while "postgres" not in run.children():
            await asyncio.sleep(0.01)

    run.process.send_signal(signal.SIGTERM)

    assert await run.ended() == 0
    assert await none_left(run)


async def test_programs_that_end_are_restarted_and_no_end_leaves_a_process_or_loses_what_was_made(
    starter: Starter,
) -> None:
    """The password is shown at the first start only; the secret is readable by its owner only."""
    first = await starter.start()
    await first.until(READY)
    before = first.children()
    assert set(before) == {"postgres", "redis", "web", "worker"}
    assert "(shown this once)" in first.text
    file = first.data_dir / "secret-key"
    secret = file.read_text()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert len(secret) >= 60

    for process in before.values():
        process.kill()
    for _ in before:
        await first.until("starts again")
    async with asyncio.timeout(30):
        while set(first.children()) != set(before):
            await asyncio.sleep(0.05)
    assert {process.pid for process in first.children().values()}.isdisjoint(p.pid for p in before.values())

    first.process.kill()
    await first.ended()
    assert await none_left(first)

    second = await starter.start()
    await second.until(READY)
    assert "2,000 people" not in first.text + second.text
    assert "admin@example.com" in second.text
    assert "ADMIN_PASSWORD=… make run sets another" in second.text
    assert file.read_text() == secret
    refused = await starter.refused(data_dir="data")
    assert all(part in refused for part in ("already", "DATA_DIR="))

    second.process.send_signal(signal.SIGTERM)
    assert await second.ended() == 0
    assert await none_left(second)


@pytest.mark.long
async def test_two_run_side_by_side_with_data_of_their_own(starter: Starter) -> None:
    one = await starter.start(data_dir="one")
    two = await starter.start(data_dir="two")
    await one.until(READY)
    await two.until(READY)

    assert str(one.data_dir) in await served(one)
    assert str(two.data_dir) in await served(two)


async def test_a_port_in_use_is_named_and_nothing_is_started(starter: Starter) -> None:
    port = free_port()
    with socket.create_server(("127.0.0.1", port)):
        assert f"Port {port}" in await starter.refused(port=port)
    assert not (starter.folder / "new" / "postgres").exists()


async def test_configured_servers_are_used_instead_of_embedded_ones(
    starter: Starter, database_url: str, redis_url: str
) -> None:
    run = await starter.start(DATABASE_URL=database_url, REDIS_URL=redis_url, DEMO="")
    await run.until(READY)

    assert set(run.children()) == {"web", "worker"}
    assert await served(run) == database_url
    connection = await asyncpg.connect(database_url)
    assert await connection.fetchval("SELECT count(*) FROM users") == 2_001
    await connection.close()


async def test_an_invalid_demo_setting_is_reported_before_the_start(starter: Starter) -> None:
    assert "DEMO must be `empty`" in await starter.refused(DEMO="full")
    assert not (starter.folder / "new" / "postgres").exists()


async def test_an_unreachable_database_is_reported_in_one_line(starter: Starter) -> None:
    text = await starter.refused(DATABASE_URL="postgresql://waymark@127.0.0.1:1/nothing")
    assert "DATABASE_URL" in text
    assert "Traceback" not in text


async def test_a_database_that_cannot_be_migrated_is_reported_in_a_sentence(
    starter: Starter, owner_url: str, redis_url: str
) -> None:
    connection = await asyncpg.connect(owner_url)
    await connection.execute("UPDATE alembic_version SET version_num = '0054'")
    await connection.close()

    text = await starter.refused(DATABASE_URL=owner_url, REDIS_URL=redis_url)
    assert "This database was made by a version of Waymark that this one cannot migrate" in text
    assert "Traceback" not in text


@pytest.mark.long
async def test_a_path_too_long_for_a_socket_works_too(starter: Starter) -> None:
    run = await starter.start(data_dir="a" * 120)
    await run.until(READY)

    assert "waymark-" in await served(run)


async def test_a_cluster_without_caddy_names_where_to_get_it(starter: Starter) -> None:
    text = await starter.refused("--cluster", port=free_port(3), CADDY="/nowhere/caddy")
    assert "There is no Caddy" in text
    assert "make cluster" in text
    assert "Traceback" not in text


@pytest.mark.long
async def test_a_cluster_names_the_port_beside_its_own_that_is_taken(starter: Starter) -> None:
    port = free_port(3)
    with socket.create_server(("127.0.0.1", port + 1)):
        assert f"Port {port + 1}" in await starter.refused("--cluster", port=port, CADDY="/bin/true")


@pytest.mark.long
async def test_the_processes_of_a_cluster_trust_their_proxy_and_know_the_public_address(starter: Starter) -> None:
    run = await starter.start("--cluster", CADDY="/bin/true")
    await run.until(READY)
    environment = run.children()["web"].environ()

    url = f"http://127.0.0.1:{run.port}"
    assert environment["TRUSTED_PROXIES"] == "127.0.0.1"
    assert environment["PUBLIC_URL"] == url
    assert environment["ALLOWED_ORIGINS"] == f"{url},http://localhost:{run.port}"
    assert environment["WEB_UPSTREAMS"] == f"127.0.0.1:{run.port + 1} 127.0.0.1:{run.port + 2}"
