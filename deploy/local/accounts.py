"""The user that Postgres runs as when root starts the system, and the folders which that user can read.

Postgres refuses to run as root. See docs/decisions/0032-local-postgres.md.
"""

import os
import pwd
import shutil
import stat
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from deploy.local import LocalError

NOBODY_ID: Final = 65534
CACHE: Final = Path("/var/cache/waymark")
STATE: Final = Path("/var/lib/waymark")


@dataclass(frozen=True, kw_only=True)
class Account:
    """A user of this machine without rights of its own."""

    uid: int
    gid: int


def is_root() -> bool:
    return os.geteuid() == 0


def account_for(folder: Path) -> Account | None:
    """The user to run Postgres as: the owner of existing data, else `nobody`; None for the present user."""
    if not is_root():
        return None
    if folder.exists() and (owner := folder.stat()).st_uid != 0:
        return Account(uid=owner.st_uid, gid=owner.st_gid)
    try:
        nobody = pwd.getpwnam("nobody")
    except KeyError:
        return Account(uid=NOBODY_ID, gid=NOBODY_ID)
    return Account(uid=nobody.pw_uid, gid=nobody.pw_gid)


def can_reach(path: Path, *, account: Account | None) -> bool:
    """Whether every folder down to `path`, itself included, may be entered by the account."""
    if account is None:
        return True
    path = path.resolve()
    return all(_may_enter(folder.stat(), account) for folder in (path, *path.parents))


def _may_enter(status: os.stat_result, account: Account) -> bool:
    if status.st_uid == account.uid:
        return bool(status.st_mode & stat.S_IXUSR)
    if status.st_gid == account.gid:
        return bool(status.st_mode & stat.S_IXGRP)
    return bool(status.st_mode & stat.S_IXOTH)


def give_folder(folder: Path, *, account: Account | None) -> None:
    """Make the folder; only its owner may read it."""
    folder.mkdir(mode=0o700, exist_ok=True)
    if account is not None:
        os.chown(folder, account.uid, account.gid)
        folder.chmod(0o700)


def home_for_postgres(data_dir: Path) -> Path:
    """The folder of Postgres' data: `DATA_DIR/postgres`, or the target of that link.

    For root below a folder that others may not enter (a clone in /root) the data goes to /var/lib/waymark and
    `DATA_DIR/postgres` becomes a link to it.
    """
    home = data_dir / "postgres"
    account = account_for(home)
    if home.is_symlink() or home.exists():
        if not home.exists():
            raise LocalError(f"{home} links to {home.readlink()}, which is gone. Remove the link to start afresh.")
        return home.resolve()
    if is_root():
        data_dir.chmod(data_dir.stat().st_mode | stat.S_IXGRP | stat.S_IXOTH)
    if can_reach(data_dir, account=account):
        give_folder(home, account=account)
        return home.resolve()
    STATE.mkdir(mode=0o755, parents=True, exist_ok=True)
    elsewhere = Path(tempfile.mkdtemp(prefix="postgres-", dir=STATE))
    give_folder(elsewhere, account=account)
    home.symlink_to(elsewhere)
    return elsewhere


def reachable_copy(folders: tuple[Path, ...], *, name: str, account: Account | None, cache: Path = CACHE) -> Path:
    """The folder that holds `folders`, or a copy below /var/cache that the account may run; only root may change it."""
    if all(can_reach(folder, account=account) for folder in folders):
        return folders[0].parent
    cache.mkdir(mode=0o755, parents=True, exist_ok=True)
    if cache.stat().st_uid != 0 or cache.stat().st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise LocalError(f"{cache} can be changed by others than root: remove it.")
    copy = cache / name
    if not copy.exists():
        # Copied under another name and renamed at the end; of two concurrent starts one wins.
        fresh = Path(tempfile.mkdtemp(dir=cache))
        for folder in folders:
            shutil.copytree(folder, fresh / folder.name, ignore=shutil.ignore_patterns("include", "pgxs", "*.a"))
        _open_to_all(fresh)
        try:
            fresh.rename(copy)
        except OSError:
            shutil.rmtree(fresh)
    return copy


def _open_to_all(folder: Path) -> None:
    """Let every user read and run what was installed under a strict umask."""
    for path in (folder, *folder.rglob("*")):
        mode = path.stat().st_mode
        path.chmod(0o755 if mode & stat.S_IXUSR else 0o644)
