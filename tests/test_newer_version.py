"""What a newer version beside this one has written: it is read without an error, and left as it is."""

from collections.abc import Iterator
from itertools import product, zip_longest
from typing import Final

import asyncpg
import pytest
from quart import Quart

from server.company.audit.chain import seal_entries
from server.messaging.messages.kinds import Providers
from server.messaging.messages.sending import send_messages
from server.people.applications.mail_applications import mail_applications
from server.people.duplicates.merge_users import end_merges
from server.people.imports.run.control_import import invite_planned
from server.people.invitations.send_invitations import remind_invited
from server.platform.http.authentication import route_of
from server.platform.process.metrics import exposition
from server.platform.services import Services
from tests.fixtures.neighbour import Neighbour
from tests.fixtures.services import RecordingJobQueue
from tests.fixtures.sign_in import Browser, execute
from tests.platform.http.test_tenants import PARAMETER, fill
from workers.context import with_providers
from workers.main import TASKS
from workers.maintenance import CLEANERS, Sweeper, clean, retention

NEWER: Final = "'newer'"
FIELD: Final = '\'{"department": "Physics"}\''
# Where a newer version writes what this one does not know, and a value of it in SQL.
PLACES: Final = {
    **dict.fromkeys(
        (
            *("applications.state", "audit_entries.action", "bulk_jobs.action", "bulk_jobs.starter_profile"),
            *("bulk_jobs.state", "bulk_rows.status", "captured_messages.channel", "captured_messages.kind"),
            *("captured_messages.language", "companies.industry", "companies.language"),
            *("company_policies.second_factor", "factors.kind", "flows.channel", "flows.context", "flows.state"),
            *("import_changes.field", "import_changes.kind", "import_rows.change", "import_rows.gender"),
            *("import_rows.kept", "import_rows.profile", "import_rows.role", "import_rows.status"),
            *("import_sources.kind", "import_sources.mode", "import_sources.outcome"),
            *("imports.date_order", "imports.mode", "imports.state", "imports.uploader_profile"),
            *("messages.channel", "messages.kind", "messages.occasion", "messages.state", "notifications.kind"),
            *("sessions.end_reason", "sso_connections.default_profile", "users.gender", "users.invitation"),
            *("users.language", "users.profile", "users.role", "work_chunks.to_do"),
        ),
        NEWER,
    ),
    **dict.fromkeys(("company_policies.factors", "flows.methods", "sessions.methods"), "'{newer}'"),
    **dict.fromkeys(("bulk_jobs.changes", "import_edits.cells", "import_rows.before", "saved_views.query"), FIELD),
    **dict.fromkeys(("audit_entries.before", "audit_entries.after"), FIELD),
    "erasures.place": "'enrolment 01890000-0000-7000-8000-000000000000'",
    "import_rows.errors": '\'[{"field": "department", "message": "Unknown"}]\'',
    "imports.questions": '\'[{"kind": "newer", "text": "Which one?"}]\'',
    "imports.fields": '\'{"columns": {"fullName": [0], "department": [1]}}\'',
    "imports.answers": '\'{"newer": "newer"}\'',
}
# The caller's own account and session stay as they are.
WHICH: Final = {
    # What an account of a key is by its invitation, a constraint keeps.
    "users": "profile IS DISTINCT FROM 'SUPER_ADMIN' AND invitation <> 'key'",
    "sessions": "ended_at IS NOT NULL",
}
ALSO: Final = {"factors.kind": ", sealed_secret = NULL"}
# The work of their rows is known: it goes on, and what is not known in them stays.
WORKED_ON: Final = frozenset({"bulk_jobs.starter_profile", "flows.channel", "flows.methods", "flows.state"})
# What decides whether a row is worked on, and how: with one of these unknown, nothing else of the row may be looked at.
STEERS: Final = frozenset(
    {"action", "change", "channel", "context", "invitation", "kind", "mode", "profile", "state", "status"}
) | {"uploader_profile"}
# What work that is due is given.
MOVES: Final = "'{touched_at,next_at,next_attempt_at}'::text[]"
MORE: Final = (
    "UPDATE imports SET date_order = 'day'",
    """
    INSERT INTO import_changes (company_id, import_id, number, kind, changed_by, field, from_value, to_value)
    SELECT company_id, id, 1, 'edit', uploaded_by, 'phone', '1', '2' FROM imports
    """,
    """
    INSERT INTO import_edits (import_id, row, change, cells) SELECT id, 1, 1, '{"phone": "9000000001"}' FROM imports
    """,
    "INSERT INTO work_chunks (work_id, number, first_row, last_row) SELECT id, 1, 1, 2 FROM imports",
    """
    INSERT INTO company_policies (company_id, second_factor, factors, passkeys_only, email_domains,
                                  administrator_networks)
    VALUES ($1, 'none', '{totp}', false, '{}', '{}')
    """,
    """
    INSERT INTO applications (company_id, user_id, state, decided_at)
    SELECT $1, id, 'declined', now() FROM users WHERE company_id = $1 AND profile IS NULL
    """,
    "INSERT INTO erasures (company_id, user_id, contacts) VALUES ($1, waymark_uuid7(), NULL)",
    """
    INSERT INTO messages (company_id, user_id, kind, channel, recipient, parameters, occasion)
    SELECT $1, $2, kind, 'EMAIL', 'a@example.org', '{"full_name": "Asha"}', 'again'
      FROM unnest(ARRAY['password_changed', 'code', 'invitation']) AS kind
    """,
    """
    INSERT INTO captured_messages (message_id, kind, channel, recipient, parameters, language)
    VALUES (waymark_uuid7(), 'password_changed', 'EMAIL', 'a@example.org', '{"full_name": "Asha"}', 'en')
    """,
    """
    INSERT INTO notifications (company_id, user_id, kind, title, body)
    SELECT $1, $2, 'welcome', 'Welcome', 'Welcome'
    """,
    """
    INSERT INTO sessions (company_id, user_id, idle_expires_at, absolute_expires_at, methods)
    SELECT company_id, user_id, now() + interval '1 hour', now() + interval '1 hour', '{pwd}' FROM sessions
    """,
    """
    UPDATE sessions SET ended_at = now(), end_reason = 'logout' WHERE methods = '{pwd}'
    """,
    """
    UPDATE merges SET contacts = '{"full_name": "Asha", "email": "a@example.org", "phone": "+919800000001"}'
    """,
    "UPDATE sso_connections SET create_people = true, default_profile = 'TRAINEE'",
)


@pytest.fixture
async def browser(app: Quart, services: Services, neighbour: Neighbour) -> Browser:
    """The company's Super Admin, in a browser in which a colleague's sign-in waits for its code."""
    for statement in MORE:
        given = (neighbour.company.id, neighbour.boss.id)[: 2 if "$2" in statement else int("$1" in statement)]
        await execute(services, statement, *given)
    browser = Browser(app=app, services=services)
    assert (await browser.authenticate(neighbour.trainee.email)).status == 200
    browser.token = neighbour.boss.token
    return browser


COPY: Final = """
    DO $$
    DECLARE name text;
    BEGIN
        CREATE SCHEMA kept;
        FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
            EXECUTE format('CREATE TABLE kept.%I AS TABLE public.%I', name, name);
        END LOOP;
    END $$
"""
RESTORE: Final = """
    DO $$
    DECLARE name text; names text;
    BEGIN
        SET LOCAL session_replication_role = replica;
        FOR name, names IN
            SELECT table_name, string_agg(quote_ident(column_name), ', ') FROM information_schema.columns
             WHERE table_schema = 'public' AND is_generated = 'NEVER' GROUP BY table_name
        LOOP
            EXECUTE format('DELETE FROM public.%I', name);
            EXECUTE format('INSERT INTO public.%I (%s) SELECT %s FROM kept.%I', name, names, names, name);
        END LOOP;
    END $$
"""


def paths(app: Quart, neighbour: Neighbour) -> Iterator[str]:
    """Every GET that a Super Admin may ask for, with the ids of the company, and the inbox of development."""
    yield from ("/dev/messages", "/dev/inbox")
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and route_of(app.view_functions[rule.endpoint]).signed_in:
            names = PARAMETER.findall(rule.rule)
            for ids in product(*(neighbour.ids(name) for name in names)):
                given = dict(zip(names, ids, strict=True))
                path = fill(rule.rule, given)
                yield f"{path}?field=role" if path.endswith("/values") else path


async def read_all(browser: Browser, asked: list[str]) -> set[str]:
    """What fails, with its status."""
    failed = set()
    for path in asked:
        response = await browser.client.get(path, headers={"Authorization": f"Bearer {browser.token}"})
        # A file is made while it is read.
        await response.get_data()
        # What SCIM offers and we do not.
        if response.status_code >= 500 and response.status_code != 501:
            failed.add(f"{path} {response.status_code}")
    state = await browser.state()
    return failed | ({f"flow {state.status}"} if state.status >= 500 else set())


async def do_all_work(services: Services, capturing: Providers) -> None:
    """Everything that a worker does, once, as if all of it were due."""
    for statement in (
        "UPDATE imports SET touched_at = now() - interval '1 hour'",
        "UPDATE bulk_jobs SET touched_at = now() - interval '1 hour'",
        "UPDATE erasures SET next_at = now() - interval '1 hour'",
        "UPDATE messages SET next_attempt_at = now() - interval '1 hour' WHERE next_attempt_at IS NOT NULL",
    ):
        await execute(services, statement)
    queue = services.tasks
    assert isinstance(queue, RecordingJobQueue)
    queue.jobs.clear()
    await Sweeper(services).sweep()
    await services.database.settle()
    functions = {function.name: function for function in TASKS}
    sending = with_providers(services, codes=capturing, bulk=capturing)
    await send_messages(sending)
    for job in list(queue.jobs):
        await functions[job.name].run(sending, *job.arguments)
    for step in (invite_planned, seal_entries, remind_invited, mail_applications, end_merges):
        await step(services)
    for cleaner in (*CLEANERS, *retention(services.settings)):
        await clean(services, cleaner)
    await services.database.settle()


def rounds() -> list[list[str]]:
    """Return the places in as few groups as there are, each with at most one of a table that steers, or its others."""
    tables: dict[str, list[list[str]]] = {}
    for place in PLACES:
        table, column = place.split(".")
        found = tables.setdefault(table, [[]])
        if column in STEERS:
            found.append([place])
        else:
            found[0].append(place)
    return [[place for group in groups for place in group] for groups in zip_longest(*tables.values(), fillvalue=[])]


@pytest.mark.slow
@pytest.mark.settings(rate_limit_scale=100, message_days=30, import_days=30, bulk_days=30)
@pytest.mark.parametrize(
    "groups",
    [pytest.param(rounds(), id="many"), pytest.param([[each] for each in PLACES], id="each", marks=pytest.mark.long)],
)
async def test_no_reader_and_no_worker_fails_on_what_it_does_not_know_and_none_changes_it(
    app: Quart,
    services: Services,
    neighbour: Neighbour,
    browser: Browser,
    capturing: Providers,
    owner_url: str,
    groups: list[list[str]],
) -> None:
    asked, owner = list(paths(app, neighbour)), await asyncpg.connect(owner_url)
    await owner.execute(COPY)
    failures: dict[str, set[str]] = {}
    for places in groups:
        for place in places:
            table, column = place.split(".")
            which = WHICH.get(table, "true")
            await owner.execute(f"UPDATE {table} SET {column} = {PLACES[place]}{ALSO.get(place, '')} WHERE {which}")  # noqa: S608 - names of this file
        before = {place: await newer_rows(owner, place) for place in places}
        assert all(before.values()), before
        found = await read_all(browser, asked)
        await do_all_work(services, capturing)
        found |= {f"{place} was changed" for place in places if await newer_rows(owner, place) != before[place]}
        if found:
            failures[" ".join(places)] = found
        await owner.execute(RESTORE)
    await owner.close()
    assert failures == {}
    assert b'waymark_unknown_values_total{of="MessageKind"}' in exposition()


async def newer_rows(owner: "asyncpg.Connection[asyncpg.Record]", place: str) -> list[str]:
    """What a newer version has written there: all of it, where only that version may work on it."""
    table, column = place.split(".")
    shown = f"to_jsonb(t) - {MOVES}" if place not in WORKED_ON else "count(*)"
    query = f"SELECT CAST({shown} AS text) FROM {table} t WHERE {column} = {PLACES[place]} ORDER BY 1"  # noqa: S608 - names of this file
    return [row[0] for row in await owner.fetch(query) if row[0] != "0"]
