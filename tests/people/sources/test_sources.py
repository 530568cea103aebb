"""Recurring sources: what is read, what waits for a person, what is told, and where they do not lead."""

import asyncio
import base64
import os
from dataclasses import dataclass, replace
from datetime import datetime, time
from typing import Any, Final
from urllib.parse import urlsplit
from uuid import UUID
from zoneinfo import ZoneInfo

import asyncssh
import pytest

from server.people.bulk.run_job import run_bulk_job
from server.people.imports.checking.check_import import check_import
from server.people.sources.keep_sources import NOTES
from server.people.sources.repository import claim_due
from server.people.sources.run_sources import LEASE, ClaimLostError, SourceReader, run_source
from server.people.sources.schemas import CreateSourceRequest, SourceOutcome
from server.vocabulary.profiles import Profile
from tests.fixtures.http_endpoint import HttpEndpoint, Request, Response
from tests.fixtures.import_files import HEADER, csv_file, people, person
from tests.fixtures.imports import Office, Offices
from tests.fixtures.people import AddCompany
from tests.fixtures.sftp_server import PASSWORD, USERNAME, SftpEndpoint
from tests.fixtures.sign_in import Answer, Browser, execute, fetch_value
from tests.fixtures.user_calls import Desks

PRODUCTION: Final = {
    "app_env": "production",
    "email_url": "smtp://mail.example.net:25",
    "robot_check": "altcha",
    "public_url": "https://waymark.test",
    "secret_keys": ("5f1d7a84cc2b4be0a3d9d8f6f0b1e2c7a9f3d5e8b4c6a1d2e3f4a5b6c7d8e9f0",),
}
PATH: Final = "companies/current/sources"
LETTERS: Final = tuple("ABCDEFGH")
MINE: Final = {"mode": "sync", "scope": {"workLocation": "Pune"}}


@dataclass(frozen=True, kw_only=True)
class Reader:
    """The Super Admin of the office, with sources that are due at once."""

    office: Office
    browser: Browser

    async def make(self, **form: Any) -> dict[str, Any]:
        form = {"kind": "https", "at": "02:00", "days": [1, 2, 3, 4, 5, 6, 7], "mode": "create", **form}
        answer = await self.browser.post(PATH, json=form)
        assert answer.status == 201, answer.body
        return answer.body

    async def change(self, source: dict[str, Any], **changes: Any) -> Answer:
        """Send the form as it stands, with these changes."""
        [now] = [each for each in await self.sources() if each["id"] == source["id"]]
        form = {name: now[name] for name in (*FORM, "version")}
        return await self.browser.call("PUT", f"{PATH}/{source['id']}", json=form | changes)

    async def sources(self) -> list[dict[str, Any]]:
        sources: list[dict[str, Any]] = (await self.browser.get(PATH)).body["sources"]
        return sources

    async def test(self, source: dict[str, Any]) -> dict[str, Any]:
        return (await self.browser.post(f"{PATH}/{source['id']}/test")).body

    async def confirm(self, source: dict[str, Any]) -> dict[str, Any]:
        """Confirm the key that a test shows."""
        shown = await self.test(source)
        path = f"{PATH}/{source['id']}/host-key"
        assert (await self.browser.call("PUT", path, json={"hostKey": shown["hostKey"]})).status == 200
        return shown

    async def step(self) -> dict[str, Any]:
        """Run what is due, once."""
        await execute(self.office.services, "UPDATE import_sources SET due_at = now()")
        return await self.work()

    async def work(self) -> dict[str, Any]:
        reader = SourceReader(self.office.services)
        await reader.read_due()
        await reader.close(cancels=False)
        return (await self.sources())[0]

    async def read(self) -> dict[str, Any]:
        """Run what is due until its import is started or waits; the first source then."""
        found = await self.step()
        if found["outcome"] == "checking":
            await check_import(self.office.services, import_id=UUID(found["importId"]))
            found = await self.work()
        return found

    async def told(self) -> list[tuple[str, str]]:
        """Titles and links at the owner's bell, the newest first."""
        query = "SELECT title, link FROM notifications WHERE user_id = $1 AND kind = 'import_failed' ORDER BY id DESC"
        return [tuple(each) for each in await self.office.fetch(query, self.office.person.id)]


FORM: Final = (
    *("kind", "address", "username", "header", "folder", "pattern"),
    *("at", "days", "mode", "scope", "invites", "enabled"),
)


@pytest.fixture
def reader(office: Office, desks: Desks) -> Reader:
    return Reader(office=office, browser=desks.of(office.person).browser)


def offers(endpoint: HttpEndpoint, content: bytes, *, status: int = 200, **headers: str) -> None:
    async def reply(_: Request) -> Response:
        return Response(status=status, body=content, headers=headers)

    endpoint.reply = reply


async def test_a_file_is_read_by_https_imported_by_the_rights_of_its_owner_and_left_alone_when_it_comes_again(
    reader: Reader, http_endpoint: HttpEndpoint
) -> None:
    offers(http_endpoint, csv_file(*people(3)))
    url = f"http://{http_endpoint.host}/export/token-of-payroll"
    source = await reader.make(address=url, secret="bearer-of-payroll")
    assert (await reader.test(source))["file"] == http_endpoint.host
    assert not await reader.office.fetch("SELECT FROM imports")

    started = await reader.read()
    assert (started["outcome"], started["importState"]) == ("started", "processing")
    assert http_endpoint.requests[-1].headers["authorization"] == "Bearer bearer-of-payroll"
    ended = await reader.office.work(UUID(started["importId"]))
    assert (ended.success_count, ended.invite) == (3, False)
    assert ended.started_by is not None
    assert ended.started_by.id == reader.office.person.id
    assert (await reader.read())["outcome"] == "unchanged"
    assert await fetch_value(reader.office.services, "SELECT count(*) FROM imports") == 1
    at = "SELECT CAST(due_at AT TIME ZONE 'Asia/Kolkata' AS time) FROM import_sources"
    assert await fetch_value(reader.office.services, at) == time(2)

    await reader.change(source, secret="user-and-password", username="payroll")
    await reader.test(source)
    basic = base64.b64encode(b"payroll:user-and-password").decode()
    assert http_endpoint.requests[-1].headers["authorization"] == f"Basic {basic}"
    await reader.change(source, secret="a-key-of-a-header", header="X-Api-Key")
    await reader.test(source)
    assert http_endpoint.requests[-1].headers["x-api-key"] == "a-key-of-a-header"
    stored = await fetch_value(reader.office.services, "SELECT string_agg(s::text, '') FROM import_sources s")
    told = await fetch_value(reader.office.services, "SELECT string_agg(e::text, '') FROM audit_entries e")
    bells = await fetch_value(
        reader.office.services, "SELECT coalesce(string_agg(n::text, ''), '') FROM notifications n"
    )
    secrets = ("bearer-of-payroll", "user-and-password", "a-key-of-a-header")
    assert not [each for each in secrets if each in stored + told + bells]
    assert "token-of-payroll" not in told + bells
    assert {"source_created", "source_read", "source_changed"} <= {
        each["action"] for each in await reader.office.fetch("SELECT action FROM audit_entries")
    }


async def test_the_newest_whole_file_of_a_folder_is_read_by_sftp_from_a_server_whose_key_was_confirmed(
    reader: Reader, sftp_endpoint: SftpEndpoint
) -> None:
    """A link, an unfinished file and another name are passed over."""
    folder = sftp_endpoint.root / "out"
    folder.mkdir()
    sftp_endpoint.put("out/people-1.csv", csv_file(person(1)), age=500)
    sftp_endpoint.put("out/people-2.csv", csv_file(person(2)), age=100)
    sftp_endpoint.put("out/people-3.csv.part", b"half", age=1)
    sftp_endpoint.put("out/other.csv", b"other", age=2)
    (folder / "people-9.csv").symlink_to("/etc/passwd")
    where = {"kind": "sftp", "address": sftp_endpoint.address, "folder": "out", "pattern": "people-*"}
    source = await reader.make(**where, username=USERNAME, secret=PASSWORD)

    # Before its key is confirmed nothing is sent to a server.
    assert (await reader.read())["outcome"] == "host_key"
    shown = await reader.confirm(source)
    assert shown["fingerprint"] == sftp_endpoint.host_key.get_fingerprint()
    assert sftp_endpoint.passwords == []
    assert (await reader.test(source))["file"] == "people-2.csv"
    started = await reader.read()
    assert (started["outcome"], started["fingerprint"]) == ("started", shown["fingerprint"])
    name = "SELECT file_name FROM imports"
    assert await fetch_value(reader.office.services, name) == "people-2.csv"

    # By a private key, whose lines a field has joined.
    key = sftp_endpoint.user_key.export_private_key().decode()
    assert (await reader.change(source, secret=key.replace("\n", ""))).status == 200
    assert (await reader.test(source))["file"] == "people-2.csv"
    await reader.change(source, secret="wrong")
    assert (await reader.test(source))["note"].startswith("The server refuses the login")

    # Another key: the password is not sent, and the owner is told once.
    sftp_endpoint.host_key, sent = asyncssh.generate_private_key("ssh-ed25519"), len(sftp_endpoint.passwords)
    await sftp_endpoint.serve()
    for _ in range(2):
        assert (await reader.read())["outcome"] == "host_key"
    assert len(sftp_endpoint.passwords) == sent
    # Once before the key was confirmed, and once since it had worked.
    assert len(await reader.told()) == 2
    assert (await reader.test(source))["fingerprint"] == sftp_endpoint.host_key.get_fingerprint()


async def test_a_file_that_grows_is_not_taken(reader: Reader, sftp_endpoint: SftpEndpoint) -> None:
    path = sftp_endpoint.put("people.csv", csv_file(person(1)))
    source = await reader.make(kind="sftp", address=sftp_endpoint.address, username=USERNAME, secret=PASSWORD)
    await reader.confirm(source)

    async def grow() -> None:
        while True:
            with path.open("ab") as file:
                file.write(b"\r\n" + ",".join(person(2)).encode())
            await asyncio.sleep(0.02)

    growing = asyncio.create_task(grow())
    assert (await reader.read())["outcome"] == "grows"
    growing.cancel()
    sftp_endpoint.put("people.csv", csv_file(person(1)))
    assert await reader.told() == []
    wait = await fetch_value(reader.office.services, "SELECT due_at - now() FROM import_sources")
    assert 0 < wait.total_seconds() <= 900
    assert not await reader.office.fetch("SELECT FROM imports")
    assert (await reader.read())["outcome"] == "started"


async def test_trouble_is_told_once_until_it_works_again(reader: Reader, http_endpoint: HttpEndpoint) -> None:
    """What may pass is tried once more before."""
    source = await reader.make(address=f"http://{http_endpoint.host}/people.csv")
    offers(http_endpoint, b"", status=404)
    for told in (0, 1, 1):
        assert (await reader.read())["outcome"] == "no_file"
        assert len(await reader.told()) == told
    offers(http_endpoint, b"", status=401)
    assert (await reader.read())["outcome"] == "refused"
    offers(http_endpoint, b"no table at all")
    unreadable = await reader.read()
    assert (unreadable["outcome"], unreadable["importId"]) == ("unreadable", None)
    assert unreadable["note"] == "Please upload a CSV file"
    assert len(await reader.told()) == 1
    offers(http_endpoint, csv_file(person(1)))
    assert (await reader.read())["outcome"] == "started"
    offers(http_endpoint, b"", status=403)
    await reader.read()
    assert [link for _, link in await reader.told()] == ["/dashboard/settings"] * 2
    assert (await reader.browser.delete(f"{PATH}/{source['id']}")).status == 200


async def test_what_needs_a_person_waits_and_tells_its_owner_and_the_choice_of_columns_is_remembered(
    reader: Reader, http_endpoint: HttpEndpoint
) -> None:
    office = reader.office
    offers(http_endpoint, csv_file(person(1), header=LETTERS))
    await reader.make(address=f"http://{http_endpoint.host}/people.csv")
    waits = await reader.read()
    assert (waits["outcome"], waits["importState"]) == ("waits", "mapping")
    assert await reader.told() == [
        (f"{http_endpoint.host} waits for you", f"/dashboard/users/imports/{waits['importId']}")
    ]
    mail = await office.fetch("SELECT parameters FROM messages WHERE kind = 'import_finished'")
    assert [each["parameters"]["outcome"] for each in mail] == ["waits"]

    columns = {"columns": {str(place): name for place, name in enumerate(HEADER)}}
    path = f"users/imports/{waits['importId']}"
    assert (await reader.browser.call("PUT", f"{path}/columns", json=columns)).status == 200
    await check_import(office.services, import_id=UUID(waits["importId"]))
    assert (await reader.browser.post(f"{path}/start", json={"invite": False})).status == 200
    await office.work(UUID(waits["importId"]))
    offers(http_endpoint, csv_file(person(2), header=LETTERS))
    assert (await reader.read())["outcome"] == "started"

    # Headings that each name a field, and are others than before: also where they come again before they are checked.
    for number in (3, 4):
        offers(http_endpoint, csv_file(person(number)))
        changed = await reader.read()
        assert (changed["outcome"], changed["importState"]) == ("waits", "ready")
        assert changed["note"].startswith("The headings are not those")
    # A file of which no row can be imported.
    offers(http_endpoint, csv_file(person(5, dateOfBirth="never"), header=LETTERS))
    assert (await reader.read())["note"] == "There is no valid row to create an account from."


async def test_a_sync_runs_within_its_threshold_by_the_proof_of_its_making_and_waits_beyond_it(
    reader: Reader, http_endpoint: HttpEndpoint
) -> None:
    """A hundred people and more ask a person for a fresh proof, which was given when the source was made."""
    office = reader.office
    await office.work(await office.begin(*people(600)))
    offers(http_endpoint, csv_file(*people(490)))
    await reader.make(address=f"http://{http_endpoint.host}/people.csv", **MINE)
    await office.execute("UPDATE sessions SET verified_at = now() - interval '1 hour'")
    started = await reader.read()
    assert started["outcome"] == "started", started["note"]
    await office.work(UUID(started["importId"]))
    sync = (await office.snapshot(UUID(started["importId"]))).sync
    assert sync is not None
    assert sync.people == 110
    assert sync.job_id is not None
    await run_bulk_job(office.services, job_id=sync.job_id)
    active = "SELECT count(*) FROM users WHERE is_active AND work_location = 'Pune'"
    assert await office.fetch_value(active) == 490

    offers(http_endpoint, csv_file(*people(300)))
    waits = await reader.read()
    assert (waits["outcome"], waits["importState"]) == ("waits", "ready")
    assert "which is more than 20 %" in waits["note"]
    # A row whose email cannot be read may be of a person who would count as missing.
    offers(http_endpoint, csv_file(*people(470), person(480, email="no email", phone="12")))
    assert (await reader.read())["note"].startswith("People who are missing in the file may be in it")
    # An administrator's profile is given by a person alone.
    offers(http_endpoint, csv_file(*people(490), person(900, profile="ADMIN", role="ADMIN", workLocation="Kochi")))
    assert (await reader.read())["note"].startswith("The file does what only a person may confirm")
    assert await office.fetch_value(active) == 490


@pytest.mark.security("S167")
async def test_a_run_has_the_present_rights_of_its_owner(
    reader: Reader, http_endpoint: HttpEndpoint, desks: Desks, offices: Offices
) -> None:
    office = reader.office
    source = await reader.make(address=f"http://{http_endpoint.host}/people.csv")
    other = await offices.open()
    offers(http_endpoint, csv_file(person(1, profile="ADMIN", role="ADMIN")))
    await office.execute("UPDATE users SET profile = 'MANAGEMENT' WHERE id = $1", office.person.id)
    seen = replace(reader, browser=desks.of(other.person).browser)
    assert (await seen.read())["note"] == "There is no valid row to create an account from."
    await office.execute("UPDATE users SET profile = 'TRAINER' WHERE id = $1", office.person.id)
    paused = await seen.read()
    assert (paused["outcome"], paused["enabled"]) == ("paused", False)
    bells = "SELECT count(*) FROM notifications WHERE title LIKE '%could not be read' AND user_id = $1"
    assert await office.fetch_value(bells, other.person.id) == 1
    assert (await seen.browser.post(f"{PATH}/{source['id']}/run")).status == 409
    # Who changes it becomes its owner.
    assert (await seen.change(source, enabled=True)).body["ownerName"] != paused["ownerName"]
    offers(http_endpoint, csv_file(person(2)))
    assert (await seen.browser.post(f"{PATH}/{source['id']}/run")).status == 200
    assert (await seen.work())["outcome"] == "checking"
    assert await office.fetch_value("SELECT uploaded_by FROM imports ORDER BY id DESC LIMIT 1") == other.person.id
    checked = await office.fetch_value("SELECT import_id FROM import_sources")
    await check_import(office.services, import_id=checked)
    await office.execute("UPDATE companies SET suspended_at = now()")
    await SourceReader(office.services).read_due()
    assert await office.fetch_value("SELECT state FROM imports WHERE id = $1", checked) == "ready"


@pytest.mark.security("S167")
async def test_two_workers_read_it_once_and_one_that_dies_leaves_nothing(
    reader: Reader, http_endpoint: HttpEndpoint
) -> None:
    services = reader.office.services
    offers(http_endpoint, csv_file(person(1)))
    await reader.make(address=f"http://{http_endpoint.host}/people.csv")
    await execute(services, "UPDATE import_sources SET due_at = now()")
    readers = [SourceReader(services) for _ in range(3)]
    await asyncio.gather(*(each.read_due() for each in readers))
    await asyncio.gather(*(each.close(cancels=False) for each in readers))
    assert len(http_endpoint.requests) == 1
    assert await fetch_value(services, "SELECT count(*) FROM imports") == 1

    # A run whose lease has ended was taken up by another worker: what it brings comes to nothing.
    await reader.office.execute("UPDATE import_sources SET outcome = 'started'")
    offers(http_endpoint, csv_file(person(2)))
    async with services.unit_of_work() as unit:
        await unit.connection.execute("UPDATE import_sources SET due_at = now()")
        [late] = await claim_due(unit.connection, busy=[], limit=4, lease=LEASE)
    await reader.step()
    with pytest.raises(ClaimLostError):
        await run_source(services, late)
    assert await fetch_value(services, "SELECT count(*) FROM imports") == 2


@pytest.mark.security("S167")
async def test_a_source_leads_to_no_address_of_ours(reader: Reader, http_endpoint: HttpEndpoint) -> None:
    offers(http_endpoint, b"", status=302, Location=f"http://{http_endpoint.host}/inside")
    source = await reader.make(address=f"http://{http_endpoint.host}/people.csv")
    assert (await reader.test(source))["note"].startswith("No file was received")
    assert [request.path for request in http_endpoint.requests] == ["/people.csv"]
    for address in ("https://10.0.0.1/a.csv", "https://169.254.169.254/latest", "https://[::ffff:10.0.0.1]/"):
        assert (await reader.change(source, address=address)).status == 200
        assert (await reader.test(source))["note"].startswith("No file was received")
    for address in ("10.0.0.1", "169.254.169.254:80", "[fd00::1]"):
        changed = await reader.change(source, kind="sftp", address=address, username=USERNAME)
        assert changed.status == 200, changed.body
        assert (await reader.test(source))["note"].startswith("No file was received")
    # What is no server of SFTP is left at once.
    port = urlsplit(reader.office.services.settings.redis_url).port
    await reader.change(source, address=f"127.0.0.1:{port}")
    assert (await reader.test(source))["note"].startswith("No file was received")


@pytest.mark.security("S167")
@pytest.mark.settings(**PRODUCTION)
async def test_loopback_is_called_in_development_only(reader: Reader, sftp_endpoint: SftpEndpoint) -> None:
    source = await reader.make(kind="sftp", address=sftp_endpoint.address, username=USERNAME, secret=PASSWORD)
    assert (await reader.test(source)) == {
        **dict.fromkeys(("file", "hostKey", "fingerprint")),
        "note": NOTES[SourceOutcome.UNREACHABLE],
    }


@pytest.mark.security("S167")
@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"address": "http://example.org/a"}, "address"),
        ({"address": "https://user:pw@example.org/"}, "address"),
        ({"kind": "sftp", "address": "https://example.org", "username": "a"}, "address"),
        ({"kind": "sftp", "address": "example.org:0", "username": "a"}, "address"),
        ({"kind": "sftp", "address": "a@example.org", "username": "a"}, "address"),
        ({"kind": "sftp", "address": "example.org/x", "username": "a"}, "address"),
        ({"kind": "sftp", "address": "example.org"}, "username"),
        ({"folder": "a/../../etc"}, "folder"),
        ({"header": "Host"}, "header"),
        ({"header": "X-A: b"}, "header"),
        ({"mode": "sync"}, "scope"),
        ({"at": "02:00:30"}, "at"),
        ({"days": [0]}, "days.0"),
        ({"ownerId": "0199a7f2-7a51-7c2e-9c1f-5b8f7f1f0b01"}, "ownerId"),
        ({"hostKey": "ssh-ed25519 AAAA"}, "hostKey"),
    ],
)
async def test_a_form_that_leads_elsewhere_or_sets_more_is_refused(
    reader: Reader, changes: dict[str, Any], field: str
) -> None:
    form = {"kind": "https", "address": "https://example.org/", "at": "02:00", "days": [1], "mode": "create"}
    answer = await reader.browser.post(PATH, json=form | changes)
    assert answer.status == 422
    assert field in answer.body["errors"], answer.body


@pytest.mark.security("S167")
async def test_another_server_gets_no_secret_that_was_given_for_the_one_before(
    reader: Reader, sftp_endpoint: SftpEndpoint
) -> None:
    source = await reader.make(kind="sftp", address=sftp_endpoint.address, username=USERNAME, secret=PASSWORD)
    await reader.confirm(source)
    for changes in ({"address": "sftp.attacker.example"}, {"username": "root"}):
        refused = await reader.change(source, **changes)
        assert (refused.status, list(refused.body["errors"])) == (422, ["secret"])
    moved = await reader.change(source, address="sftp.example.org", secret="another one")
    assert (moved.status, moved.body["fingerprint"]) == (200, None)
    assert (await reader.change(source, version=1)).status == 409


@pytest.mark.security("S167")
async def test_a_hostile_server_is_bounded(reader: Reader, sftp_endpoint: SftpEndpoint) -> None:
    """A million names, names that write on a screen or lead elsewhere, a file larger than an import takes."""
    source = await reader.make(kind="sftp", address=sftp_endpoint.address, username=USERNAME, secret=PASSWORD)
    await reader.confirm(source)
    regular = asyncssh.SFTPAttrs(type=asyncssh.FILEXFER_TYPE_REGULAR, size=1, permissions=0o100644, mtime=1)
    odd = (b"../../etc/passwd", b"a\x1b[2Jb.csv", "a\u202evsc.exe".encode(), b"\xff\xfe.csv", b".hidden.csv")
    sftp_endpoint.lists = [asyncssh.SFTPName(name, attrs=regular) for name in odd]
    assert (await reader.test(source))["note"].startswith("There is no such file")
    sftp_endpoint.lists = [asyncssh.SFTPName(b"%d.csv" % number, attrs=regular) for number in range(1_000_000)]
    assert (await reader.test(source))["note"].startswith("No file was received")
    sftp_endpoint.lists = ()
    with sftp_endpoint.put("people.csv", b"").open("wb") as file:
        file.truncate(1 << 40)
    os.utime(sftp_endpoint.root / "people.csv", (1, 1))
    large = await reader.read()
    assert (large["outcome"], large["note"][:30]) == ("unreadable", "The file is larger than 10MB. ")


@pytest.mark.security("S167")
@pytest.mark.parametrize("profile", [Profile.ADMIN, Profile.MANAGEMENT])
async def test_only_super_admins_with_a_fresh_proof_keep_sources(
    reader: Reader, offices: Offices, desks: Desks, add_company: AddCompany, profile: Profile
) -> None:
    source = await reader.make(address="https://example.org/people.csv")
    lesser = desks.of((await offices.open(profile)).person).browser
    foreign = desks.of((await offices.open(company=await add_company())).person).browser
    calls = (
        ("GET", ""),
        ("POST", f"/{source['id']}/test"),
        ("POST", f"/{source['id']}/run"),
        ("DELETE", f"/{source['id']}"),
    )
    for method, path in calls:
        assert (await lesser.call(method, PATH + path)).status == 403
        assert not path or (await foreign.call(method, PATH + path)).status == 404
    await execute(reader.office.services, "UPDATE sessions SET verified_at = now() - interval '1 hour'")
    assert (await reader.change(source, mode="upsert")).status == 403
    assert (await reader.browser.delete(f"{PATH}/{source['id']}")).status == 403


def test_the_time_is_that_of_the_company_on_its_days() -> None:
    form = {"kind": "https", "address": "https://a.example", "at": "02:30", "days": [7, 1], "mode": "create"}
    source = CreateSourceRequest.model_validate(form)
    berlin = ZoneInfo("Europe/Berlin")

    def due(*now: int) -> datetime:
        return source.next_due("Europe/Berlin", now=datetime(*now, tzinfo=berlin)).astimezone(berlin)  # type: ignore[arg-type,misc]

    assert due(2026, 11, 30, 2, 0) == datetime(2026, 11, 30, 2, 30, tzinfo=berlin)
    assert due(2026, 11, 30, 2, 30) == datetime(2026, 12, 6, 2, 30, tzinfo=berlin)
    # The night in which this time is left out.
    assert due(2027, 3, 27, 12, 0).date() == datetime(2027, 3, 28, tzinfo=berlin).date()
