"""Which Redis and which Postgres `make run` starts, and its errors where it cannot."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.local import LocalError
from deploy.local.accounts import account_for, is_root, reachable_copy
from deploy.local.postgres_server import find_postgres
from deploy.local.redis_server import first_recent, installed_programs


def program(folder: Path, name: str, *, says: str) -> Path:
    folder.mkdir(exist_ok=True)
    file = folder / name
    file.write_text(f"#!/bin/sh\necho '{says}'\n")
    file.chmod(0o755)
    return file


@pytest.fixture
def open_folder() -> Iterator[Path]:
    # Not pytest's own: root's may not be entered by the user that Postgres runs as.
    with tempfile.TemporaryDirectory(prefix="waymark-local-") as name:
        Path(name).chmod(0o755)
        yield Path(name)


def test_a_server_on_path_comes_before_the_wheels(tmp_path: Path) -> None:
    redis = program(tmp_path / "a", "redis-server", says="Redis server v=7.0.15 sha=00000000:0 bits=64")
    valkey = program(tmp_path / "b", "valkey-server", says="Valkey server v=8.1.1 sha=00000000:0 bits=64")

    *on_path, of_the_wheel = installed_programs(f"{valkey.parent}:{redis.parent}")

    assert on_path == [redis, valkey]
    assert first_recent([redis, valkey, of_the_wheel]) == redis
    assert first_recent([valkey, of_the_wheel]) == valkey
    assert first_recent([of_the_wheel]) == of_the_wheel


def test_a_server_that_is_too_old_or_does_not_run_is_skipped(tmp_path: Path) -> None:
    old = program(tmp_path, "redis-server", says="Redis server v=6.2.14 sha=00000000:0 bits=64")
    broken = program(tmp_path, "broken", says="nothing of a version")
    recent = program(tmp_path, "valkey-server", says="Valkey server v=10.0.0 sha=00000000:0 bits=64")

    assert first_recent([old, broken, tmp_path / "gone", recent]) == recent


def test_without_a_server_the_error_names_the_package_to_install(tmp_path: Path) -> None:
    old = program(tmp_path, "redis-server", says="Redis server v=6.2.14 sha=00000000:0 bits=64")

    with pytest.raises(LocalError, match=r"There is no Redis 7\.0") as error:
        first_recent([old, tmp_path / "gone"])

    for part in (f"{old} is 6.2", "gone does not run", "apt install redis-server", "brew install redis", "REDIS_URL"):
        assert part in str(error.value)
    assert "\n" not in str(error.value)


def test_data_of_another_postgres_is_left_as_it_is(open_folder: Path) -> None:
    server = find_postgres(open_folder)
    server.cluster.mkdir()
    kept = server.cluster / "PG_VERSION"
    kept.write_text("17\n")

    with pytest.raises(LocalError, match=r"made by Postgres 17; this is Postgres 18.*DATA_DIR=\.data2 make run"):
        server.prepare()

    assert list(server.cluster.iterdir()) == [kept]
    assert kept.read_text() == "17\n"


@pytest.mark.skipif(not is_root(), reason="Only for root does Postgres run as another user.")
def test_programs_that_only_root_may_read_are_copied_for_the_user_of_postgres(open_folder: Path) -> None:
    installed = open_folder / "site-packages" / "package" / "bin"
    installed.mkdir(mode=0o700, parents=True)
    program(installed, "postgres", says="").chmod(0o700)
    (installed / "data").touch(mode=0o600)
    folders = (installed.parent,)
    for folder in (installed.parent.parent, installed.parent):
        folder.chmod(0o700)

    copy = reachable_copy(folders, name="package-1", account=account_for(open_folder / "data"), cache=open_folder / "c")

    assert copy == open_folder / "c" / "package-1"
    modes = {path.relative_to(copy).as_posix(): path.stat().st_mode & 0o777 for path in copy.rglob("*")}
    assert modes == {"package": 0o755, "package/bin": 0o755, "package/bin/postgres": 0o755, "package/bin/data": 0o644}
