"""Import a file by the API of a server, with a key, as any other program would."""

import argparse
import hashlib
import os
import sys
import time
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import httpx2

from server.operation.commands import CommandError, command
from server.people.imports.states import ImportMode
from server.platform.configuration.load_settings import is_loopback, read_url

# A call is repeated for so many seconds, while the server cannot be reached or asks to wait.
PATIENCE: Final = 120
# The seconds to wait after these statuses, where no Retry-After says them; a proxy has some of them for a restart.
TRY_AGAIN: Final = {429: 5, 502: 2, 503: 2, 504: 2}
BAR: Final = 30
NO_KEY: Final = "Set WAYMARK_URL to the address of the site, and WAYMARK_KEY to a key for servers."
NO_HTTPS: Final = "WAYMARK_URL must begin with https://, or others on the way can read the key."
BAD_KEY: Final = "WAYMARK_KEY is unknown, expired or revoked, or it is not allowed from this network."


class Api:
    """Calls on imports with a key. Each can be repeated: it does nothing a second time."""

    def __init__(self) -> None:
        self.url: Final = os.environ.get("WAYMARK_URL", "").strip().rstrip("/")
        key, parts = os.environ.get("WAYMARK_KEY", "").strip(), read_url(self.url)
        if not (parts.hostname and key and key.isascii() and key.isprintable()):
            raise CommandError(NO_KEY)
        if parts.scheme != "https" and not (parts.scheme == "http" and is_loopback(parts.hostname)):
            raise CommandError(NO_HTTPS)
        self._client = httpx2.Client(headers={"Authorization": f"Bearer {key}"}, timeout=60)

    def call(self, method: str, path: str, **options: Any) -> httpx2.Response:  # noqa: ANN401 - httpx2's own
        """Raises CommandError: the server refuses, or PATIENCE has ended."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                answer = self._client.request(method, f"{self.url}/api/v1/users/imports{path}", **options)
            except httpx2.TransportError as error:
                wait, reason = str(TRY_AGAIN[503]), f"{self.url} cannot be reached: {error}"
            else:
                if answer.is_success:
                    return answer
                wait = answer.headers.get("Retry-After") or str(TRY_AGAIN.get(answer.status_code, ""))
                reason = _reason_of(answer)
            if not wait.isdecimal() or time.monotonic() + int(wait) > deadline:
                raise CommandError(reason)
            print(f"\n{reason} It is tried again in {wait} s.", file=sys.stderr)
            time.sleep(int(wait))


def _reason_of(answer: httpx2.Response) -> str:
    if answer.is_redirect:
        return f"{answer.url} leads to {answer.headers.get('Location')}: set WAYMARK_URL to the address itself."
    if answer.status_code == httpx2.codes.UNAUTHORIZED:
        return BAD_KEY
    try:
        problem = answer.json()
        return "\n".join([problem["message"], *(problem.get("errors") or {}).values()])
    except (ValueError, KeyError, TypeError, AttributeError):
        return f"{answer.url} answers {answer.status_code}: is it the address of a Waymark?"


@command(
    "import",
    {
        "file": {"type": Path, "help": "a CSV file or a workbook"},
        "--mode": {"choices": [*map(str, ImportMode)], "help": "add people, update those with an account, or both"},
        "--no-invitations": {"action": "store_true", "help": "new people are invited later, on the import's page"},
        "--again": {"action": "store_true", "help": "as a new import, also where the same file came within 24 hours"},
        "--watch": {"action": "store_true", "help": "show the progress until it has ended; Ctrl-C ends that only"},
        "--results": {"type": Path, "metavar": "FILE", "help": "wait for the end, and save the rows that failed"},
    },
)
def import_file(given: argparse.Namespace) -> None:
    """Import people by the API, with WAYMARK_URL and WAYMARK_KEY; the exit status is 2 where rows have failed."""
    api, page, left = Api(), "", "Nothing was imported."
    try:
        import_id = _upload(api, given.file, again=given.again)
        page = f"{api.url}/dashboard/users/imports/{import_id}"
        left = f"The file is uploaded and not started: call this again, or go to {page}"
        found = _wait(api, import_id, states={"validating"}, shows=given.watch)
        if found["state"] in {"mapping", "ready"}:
            _refuse_questions(found)
            choices = {"mode": given.mode, "invite": not given.no_invitations}
            found = api.call("POST", f"/{import_id}/start", json=choices).json()
        left = f"The import goes on: {page}"
        print(f"{given.file.name}: {page}", flush=True)
        if given.watch or given.results:
            _report(api, _wait(api, import_id, states={"processing", "paused"}, shows=given.watch), given.results)
    except KeyboardInterrupt:
        print(f"\nNo longer watched. {left}", file=sys.stderr)
        raise SystemExit(130) from None
    except OSError as error:
        raise CommandError(f"{error.filename}: {error.strerror}") from error
    except CommandError as error:
        raise CommandError(f"{error}\n{page}".strip()) from None


def _upload(api: Api, path: Path, *, again: bool) -> str:
    """Return the id of the import, which is that of the first upload where the same file came within 24 hours."""
    with path.open("rb") as file:
        key = str(uuid4()) if again else f"file-{hashlib.file_digest(file, 'sha256').hexdigest()}"
        # Each try sends the file from its beginning.
        uploaded = api.call("POST", "", files={"file": (path.name, file)}, headers={"Idempotency-Key": key})
    return str(uploaded.json()["id"])


def _wait(api: Api, import_id: str, *, states: set[str], shows: bool) -> dict[str, Any]:
    """Ask, since keys have no sockets, until it has another state; show a bar, or a line for each tenth. Return it."""
    shown: tuple[str, int] | None = None
    while (found := api.call("GET", f"/{import_id}").json())["state"] in states:
        done = found["checkedRows"] if "validating" in states else found["successCount"] + found["errorCount"]
        share = min(1.0, done / max(1, found["totalRows"]))
        what = found["state"] + (", but no worker runs" if found.get("isWorkerAway") else "")
        text = f"{share:4.0%}  {done:,} of {found['totalRows']:,} rows, {what}"
        if shows and sys.stderr.isatty():
            print(f"\r[{'#' * int(share * BAR):<{BAR}}] {text}\033[K", end="", file=sys.stderr, flush=True)
        elif shows and shown != (what, int(share * 10)):
            print(text, file=sys.stderr, flush=True)
        shown = what, int(share * 10)
        time.sleep(1)
    if shows and shown and sys.stderr.isatty():
        print(file=sys.stderr)
    return dict(found)


def _refuse_questions(found: dict[str, Any]) -> None:
    """Raises CommandError: only a person can say how the file is meant."""
    asked = [each["text"] for each in found["questions"] if each["answer"] is None]
    if found["state"] == "mapping":
        asked.append(found["reason"])
    if found["dateExample"] is not None:
        asked.append(f"Is {found['dateExample']['value']} day/month/year, or month/day/year?")
    if asked:
        raise CommandError("\n".join(["The file leaves questions open. Answer them on the import's page:", *asked]))


def _report(api: Api, found: dict[str, Any], results: Path | None) -> None:
    """Print what was done. Raises CommandError: it has ended in another way."""
    created, updated, failed = (
        found["successCount"] - found["changed"] - found["unchanged"],
        found["changed"],
        found["errorCount"],
    )
    print(f"{created:,} created, {updated:,} updated, {found['unchanged']:,} unchanged, {failed:,} failed")
    path = f"/{found['id']}/results.csv"
    if results is not None:
        results.write_bytes(api.call("GET", path).content)
    print(f"Rows that failed, each with why: {results or f'{api.url}/api/v1/users/imports{path}'}")
    if found["state"] != "completed":
        raise CommandError(found["reason"] or f"The import is {found['state']}.")
    if failed:
        raise SystemExit(2)
